import { expect, it } from 'vitest';
import type { Breakdown } from '../../features/bim/models/models.queries.ts';
import { elementsOf, keptElements } from './saved-views.model.ts';

const tree = (entity: number[]): Breakdown =>
  ({ places: [], elements: { id: entity, entity, guid: [], name: [], category: [], place: [] } }) as unknown as Breakdown;
const trees = new Map([
  [1, tree([10, 14, 12, 20, 7])],
  [2, tree([10, 11])],
]);
const versions = new Map([
  [1, 5],
  [2, 6],
]);

it('keeps elements as runs over the breakdown, and knows them again', () => {
  const chosen = new Map([
    [1, new Set([14, 20, 12])],
    [2, new Set([10])],
  ]);
  const kept = keptElements(chosen, trees, versions);
  expect(kept).toEqual([
    { model: 1, version: 5, runs: [1, 3] },
    { model: 2, version: 6, runs: [0, 0] },
  ]);
  expect(elementsOf(kept, trees, versions)).toEqual({ elements: chosen, isOld: false });
});

it('leaves out elements of another version, and says so', () => {
  const kept = keptElements(new Map([[1, new Set([7])]]), trees, versions);
  expect(elementsOf(kept, trees, new Map([[1, 8]]))).toEqual({ elements: new Map(), isOld: true });
});

import { expect, test } from 'vitest';
import { goneByHand, rematched } from './model-links.rematch.rules.ts';

const present = (guid: string, fields: Record<string, string>) => ({
  element: { model_id: 1, guid, category: 'IFCWALL' },
  values: ({ name }: { name: string }) => (fields[name] === undefined ? [] : [fields[name]]),
});
const former = (guid: string, more: object = {}) => ({ guid, tag: '', category: 'IFCWALL', name: 'Wall', storey: 'Ground', ...more });
const pair = (guid: string, rule: number | null = null) => ({ item_id: 5, model_id: 1, guid, rule, share: 1, parted: false });

test('an element with another GUID is found by its tag, or else by name and storey, where it is one alone', () => {
  const elements = [
    present('new-1', { tag: 'T1', name: 'Other', storey: 'First' }),
    present('new-2', { name: 'Wall', storey: 'Ground' }),
    present('old', { name: 'Slab', storey: 'Ground' }),
    present('twin-1', { name: 'Twin', storey: 'Ground' }),
    present('twin-2', { name: 'Twin', storey: 'Ground' }),
  ];
  const pairs = [pair('a'), pair('b'), pair('c'), pair('d'), pair('old'), pair('a', 0)];
  expect(goneByHand(pairs, elements)).toEqual(new Map([[1, new Set(['a', 'b', 'c', 'd'])]]));
  const gone = [former('a', { tag: 'T1' }), former('b'), former('c', { name: 'Slab' }), former('d', { name: 'Twin' })];
  const known = new Set(['a', 'b', 'c', 'd', 'old']);
  const found = rematched(pairs, new Map([[1, { elements: gone, known }]]), elements);
  // What its model had before is another element; of two alike none is meant.
  expect(found.pairs.map(({ guid }) => guid)).toEqual(['new-1', 'new-2', 'c', 'd', 'old', 'a']);
  expect([found.rematched, found.ambiguous]).toEqual([2, 1]);
});

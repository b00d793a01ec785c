import { expect, it } from 'vitest';
import { offeredWorks } from './cost-links.model.ts';

const works = [
  { id: 1, code: 'A', name: 'Dig' },
  { id: 2, code: 'B', name: 'Fill the pit' },
  { id: 3, code: 'C', name: 'Pave' },
];
const suggestion = (item_id: number) => ({ item_id, code: '', name: '', score: 1, why: 'history' as const });

it('offers suggested works first, the rest as in the plan', () => {
  const offered = offeredWorks(works, [suggestion(3), suggestion(2)], '');
  expect(offered.map(({ id, why }) => [id, why])).toEqual([
    [3, 'history'],
    [2, 'history'],
    [1, null],
  ]);
});

it('leaves those that hold all words', () => {
  expect(offeredWorks(works, [], 'pit fill').map(({ id }) => id)).toEqual([2]);
  expect(offeredWorks(works, [], 'c').map(({ id }) => id)).toEqual([3]);
});

import { expect, it } from 'vitest';
import { suggested } from './cost-links.model.ts';

const works = [
  { id: 1, code: 'A', name: 'Roof of the hall' },
  { id: 2, code: 'B-7', name: 'Doors' },
  { id: 3, code: 'C', name: 'Dig foundation pits' },
];

it('offers the work with the volume code first, then those whose names are alike', () => {
  const offered = suggested(works, { name: 'Digging of foundation pits', volume_code: 'B-7' }, '');
  expect([offered.works.map(({ id }) => id), offered.best]).toEqual([[2, 3, 1], 2]);
});
it('offers the plan’s order without a row, and only what is searched for', () => {
  expect(suggested(works, null, '').works.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(suggested(works, null, 'dig').works.map(({ id }) => id)).toEqual([3]);
});

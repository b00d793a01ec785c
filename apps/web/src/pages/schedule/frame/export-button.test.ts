import { expect, it } from 'vitest';
import { exportedIds } from './export-button.tsx';

const rowOfId = new Map([
  [11, 0],
  [12, 1],
  [13, 2],
]);

it('takes several selected rows, else what a filter leaves, else all', () => {
  const filtered = { matched: 2, hidden: new Uint8Array([0, 1, 0]), view: { rowOfId } };
  expect(exportedIds([12, 13], filtered)).toEqual([12, 13]);
  expect(exportedIds([12], filtered)).toEqual([11, 13]);
  expect(exportedIds([], { ...filtered, hidden: null })).toEqual([11, 12, 13]);
  expect(exportedIds([12], { matched: null, hidden: null, view: { rowOfId } })).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { naturalKeys, pairRows, sharedIdsUpTo } from './matching.ts';

const version = (versionId: number, ...lineage: [number, number][]) => ({
  versionId,
  lineage: lineage.map(([id, lastId]) => ({ versionId: id, lastId })),
});

describe('ids that two versions share', () => {
  test.each([
    ['strangers share none', version(1), version(2), 0],
    ['a version shares all with itself', version(1), version(1), Infinity],
    ['a copy shares what was there when it was made', version(1), version(2, [1, 40]), 40],
    ['two copies share what both took over', version(2, [1, 40]), version(3, [1, 25]), 25],
    ['a copy of a copy reaches back to the first', version(1), version(3, [1, 40], [2, 60]), 40],
    ['a copy of a copy shares more with the copy', version(2, [1, 40]), version(3, [1, 40], [2, 60]), 60],
    ['cousins meet at the fork', version(4, [1, 40], [2, 60]), version(5, [1, 55], [3, 70]), 40],
  ])('%s', (_what, left, right, shared) => {
    expect(sharedIdsUpTo(left, right)).toBe(shared);
    expect(sharedIdsUpTo(right, left)).toBe(shared);
  });
});

test('the key of a task is its code, of a summary the way down to it; rings end', () => {
  const rows = [
    { id: 1, parentId: null, type: 'sum', code: '', name: 'North' },
    { id: 2, parentId: 1, type: 'sum', code: 'F', name: 'Foundation' },
    { id: 3, parentId: 2, type: 'task', code: 'A10', name: 'Dig' },
    { id: 4, parentId: 2, type: 'task', code: '', name: 'Pour' },
    { id: 5, parentId: 6, type: 'sum', code: '', name: 'Ring' },
    { id: 6, parentId: 5, type: 'sum', code: '', name: 'Ring' },
  ];
  const keys = naturalKeys(rows);
  expect([1, 2, 3, 4].map((id) => keys.get(id))).toEqual(['/North', '/North/F', 'code A10', '/North/F/Pour']);
  expect(keys.size).toBe(6);
});

test('rows pair by shared id first, then by key in their order; what is left over pairs with none', () => {
  const left = [
    { id: 1, key: 'a' },
    { id: 2, key: 'b' },
    { id: 7, key: 'b' },
    { id: 8, key: null },
  ];
  const right = [
    { id: 1, key: 'renamed' },
    { id: 9, key: 'b' },
    { id: 10, key: 'b' },
    { id: 11, key: 'b' },
    { id: 8, key: null },
  ];
  expect(Object.fromEntries(pairRows(left, right, 5))).toEqual({ 1: 1, 9: 2, 10: 7 });
});

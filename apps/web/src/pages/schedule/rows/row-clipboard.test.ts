import { beforeEach, expect, test } from 'vitest';
import { setApiSpace } from '../../../lib/calls/api-client.ts';
import { forgetRows, keepRows, rowsOfText } from './row-clipboard.ts';

const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const rows = { versionId: 3, ids: [1, 2], text: 'A\nB', cut: false };
beforeEach(() => {
  kept.clear();
  setApiSpace(null);
});

test('copied rows are known again by their text, in every window that shares the storage', () => {
  keepRows(rows, store);
  expect(rowsOfText('A\nB', store)).toEqual({ ...rows, spaceId: null });
  expect(rowsOfText('something else', store)).toBeNull();
  forgetRows(store);
  expect(rowsOfText('A\nB', store)).toBeNull();
});

test('rows of another space are a text like any other', () => {
  setApiSpace(7);
  keepRows(rows, store);
  setApiSpace(8);
  expect(rowsOfText('A\nB', store)).toBeNull();
});

test('a storage that is full or holds nonsense keeps nothing', () => {
  keepRows(rows, { ...store, setItem: () => expect.unreachable() });
  expect(rowsOfText('A\nB', store)).toBeNull();
  kept.set('row_clipboard', '{');
  expect(rowsOfText('A\nB', store)).toBeNull();
});

import type { Present } from '@gantry/contract';
import { expect, test } from 'vitest';
import { afterChange, companionsOf, initialsByRow, initialsOf, touchOf } from './presence.model.ts';

const page = (user_id: number, name: string, row_id: number | null): Present => ({
  connection: `${user_id}-${row_id}`,
  user_id,
  name,
  avatar: null,
  row_id,
  since: '',
});

test.each([
  ['Anna Berg', 'AB'],
  ['anna', 'A'],
  ['  Мария   Иванова-Петрова Третья', 'МИ'],
  ['', ''],
])('initials of “%s” are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

test('a person with several pages is one, on all their rows; the reader is not among them', () => {
  const people = [page(1, 'Me', 5), page(2, 'Boris K', 7), page(3, 'Vera', null), page(2, 'Boris K', 9), page(2, 'Boris K', 7)];
  expect(companionsOf(people, 1)).toEqual([
    { userId: 2, name: 'Boris K', initials: 'BK', avatar: null, itemIds: [7, 9] },
    { userId: 3, name: 'Vera', initials: 'V', avatar: null, itemIds: [] },
  ]);
});

test('who comes, goes to another row or leaves changes that page alone', () => {
  const [anna, boris, vera] = [page(1, 'Anna', 5), page(2, 'Boris', 7), page(3, 'Vera', null)];
  const nothing = { version_id: 1, joined: [], moved: [], left: [] };
  expect(afterChange([anna], { ...nothing, joined: [boris] })).toEqual([anna, boris]);
  expect(afterChange([anna, boris], { ...nothing, joined: [boris] })).toEqual([anna, boris]);
  const moved = [
    { connection: boris.connection, row_id: null },
    { connection: vera.connection, row_id: 3 },
  ];
  expect(afterChange([anna, boris, vera], { ...nothing, moved })).toEqual([anna, { ...boris, row_id: null }, { ...vera, row_id: 3 }]);
  expect(afterChange([anna, boris], { ...nothing, left: [anna.connection] })).toEqual([boris]);
});

test.each([
  [
    'the fields that somebody changed',
    { wbs: { added: [], removed: [], updated: [{ id: 5, before: {}, after: { name: 'B', start: null } }] } },
    ['name'],
  ],
  [
    'nothing where only dates were calculated',
    { wbs: { added: [], removed: [], updated: [{ id: 5, before: {}, after: { start: null } }] } },
    undefined,
  ],
  [
    'nothing where another row was meant',
    { wbs: { added: [], removed: [], updated: [{ id: 6, before: {}, after: { name: 'B' } }] } },
    undefined,
  ],
  ['that the row went', { wbs: { added: [], updated: [], removed: [{ id: 5 }] } }, null],
  ['nothing of an edit too large to tell', null, undefined],
])('a row that one stands on tells %s', (_what, diff, sent) => expect(touchOf(diff as never, 5)).toEqual(sent));

test('a row carries the initials of who stands there, and how many more', () => {
  const people = [page(2, 'Boris K', 7), page(3, 'Vera', 7), page(3, 'Vera', 9)];
  expect([...initialsByRow(companionsOf(people, 1))]).toEqual([
    [7, 'BK+1'],
    [9, 'V'],
  ]);
});

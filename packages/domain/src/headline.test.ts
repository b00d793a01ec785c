import { describe, expect, test } from 'vitest';
import type { Diff } from './diff.ts';
import { headlineOf } from './headline.ts';
import { VERSION_TABLE_NAMES } from './schedule/version-tables.ts';

const updated = (table: string, before: object, after: object): Diff => ({
  [table]: { added: [], removed: [], updated: [{ id: 7, before, after }] },
});
const added = (table: string, ...rows: object[]): Diff => ({ [table]: { added: rows, removed: [], updated: [] } });

describe('what a change is about', () => {
  test.each([
    [
      'a row before what came with it',
      {
        ...added('assignment', { id: 2, itemId: 1, resourceId: 3 }),
        ...added('wbs', { id: 1, code: 'A1', name: 'Walls' }, { id: 4, code: '', name: 'Roof' }),
      },
      { table: 'wbs', kind: 'added', id: 1, name: 'A1 Walls', rows: 2 },
    ],
    ['a typed field', updated('wbs', { late: false, name: 'Walls' }, { late: true, name: 'Roof' }), { field: 'name', after: 'Roof' }],
    [
      'an assignment by its row and its resource',
      added('assignment', { id: 2, itemId: 1, resourceId: 3 }),
      { table: 'assignment', refs: { itemId: 1, resourceId: 3 }, name: null },
    ],
    ['a link', added('link', { id: 2, itemId: 1, otherCode: 'B', otherName: 'Roof' }), { refs: { itemId: 1 }, name: 'B Roof' }],
    [
      'a price before the dates that it moved',
      { ...updated('resource', { pricePerUnit: 1 }, { pricePerUnit: 2 }), ...updated('wbs', { critical: false }, { critical: true }) },
      { table: 'resource', id: 7, field: 'pricePerUnit', before: 1, after: 2 },
    ],
    [
      'one option of many',
      updated('settings', { options: { rules: 'p6', floatType: 'start' } }, { options: { rules: 'p6', floatType: 'finish' } }),
      { field: 'options', part: 'floatType', before: 'start', after: 'finish' },
    ],
    ['a list without its values', updated('assignment', { curve: [1] }, { curve: [2] }), { field: 'curve', before: null, after: null }],
    [
      'the first day of many',
      updated('daySeries', { total: 0, days: { 12850: null, 12851: 4 } }, { total: 40, days: { 12850: 40, 12851: null } }),
      { field: 'days', part: '2025-03-08', before: null, after: 40 },
    ],
    [
      'an id without its value',
      updated('resource', { calendarId: 1 }, { calendarId: 2 }),
      { field: 'calendarId', before: null, after: null },
    ],
  ])('%s', (_name, diff, about) => expect(headlineOf(diff)).toMatchObject(about));

  test.each([
    ['what a calculation writes', updated('wbs', { critical: false }, { critical: true })],
    ['which relation drives', updated('relation', { driving: false }, { driving: true })],
    ['nothing', {}],
  ])('%s has no headline', (_name, diff) => expect(headlineOf(diff)).toBeNull());

  test('every table but that of imported dates can be spoken of', () => {
    const silent = VERSION_TABLE_NAMES.filter((table) => headlineOf(added(table, { id: 1 })) === null);
    expect(silent).toEqual(['importedDates']);
  });
});

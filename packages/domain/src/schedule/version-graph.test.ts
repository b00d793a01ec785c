import { describe, expect, test } from 'vitest';
import {
  hasOwnIds,
  isSingle,
  itemFieldOf,
  keyFieldsOf,
  labelFieldsOf,
  REFERENCES,
  referencesOf,
  referencesTo,
  TABLES_IN_ORDER,
  targetOf,
} from './version-graph.ts';
import { fieldsOf, VERSION_TABLE_NAMES } from './version-tables.ts';

describe.each(VERSION_TABLE_NAMES)('%s', (table) => {
  test('points at tables that exist, and each field of a reference says at which and how', () => {
    for (const { name, kind, target, ownership, inner } of fieldsOf(table)) {
      if (kind === 'ref') expect([name, target !== null && ownership !== null]).toEqual([name, true]);
      if (target) expect(VERSION_TABLE_NAMES).toContain(target);
      for (const one of inner) expect(VERSION_TABLE_NAMES).toContain(one.target);
    }
    expect(referencesOf(table)).toEqual(REFERENCES.filter((one) => one.table === table));
    for (const one of referencesOf(table)) {
      expect(targetOf(table, one.field)).toBe(one.target);
      expect(referencesTo(one.target)).toContainEqual(one);
    }
  });

  test('stands behind all that it points at', () => {
    for (const { target } of referencesOf(table))
      if (target !== table) expect(TABLES_IN_ORDER.indexOf(target)).toBeLessThan(TABLES_IN_ORDER.indexOf(table));
    expect(TABLES_IN_ORDER.filter((one) => one === table)).toHaveLength(1);
  });

  test('identifies its rows without their ids: by keys, by labels, or as the only one', () => {
    expect(isSingle(table) || keyFieldsOf(table).length > 0 || labelFieldsOf(table).length > 0).toBe(true);
    if (!hasOwnIds(table)) expect(isSingle(table) || targetOf(table, 'id') !== null).toBe(true);
  });

  test('belongs to a row of the work breakdown structure where it dies with one', () => {
    const isOwned = referencesOf(table).some(({ target, ownership }) => target === 'wbs' && ownership === 'owner');
    expect(itemFieldOf(table) !== null).toBe(isOwned);
  });
});

test('a relation belongs to its successor; a row to itself; dates of a file to the row whose id they have', () => {
  expect(['relation', 'wbs', 'importedDates', 'link', 'calendar'].map((table) => itemFieldOf(table as 'wbs'))).toEqual([
    'successorId',
    'id',
    'id',
    'itemId',
    null,
  ]);
});

test('a calendar may not go while a row, a resource or another calendar works by it', () => {
  expect(referencesTo('calendar').map(({ table, field, ownership }) => [table, field, ownership])).toEqual([
    ['wbs', 'calendarId', 'keeps'],
    ['calendar', 'baseId', 'keeps'],
    ['resource', 'calendarId', 'keeps'],
  ]);
});

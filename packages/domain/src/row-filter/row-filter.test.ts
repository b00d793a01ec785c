import { expect, test } from 'vitest';
import { FILTER_OPERATORS, type FilterOperator, WBS_COLUMN_TYPES } from '../enumerations.ts';
import { minuteOf, NO_DATE } from '../schedule/time.ts';
import type { JsonValue } from '../json.ts';
import type { ColumnReader } from './operators/operator.ts';
import { compileFilter, operatorsFor, readerKindOf, type RowFilter } from './row-filter.ts';

const names = ['Piling', 'Raft foundation', '', 'piling test'];
const costs = [10, 20.5, Number.NaN, 0];
const starts = [minuteOf(2026, 1, 12, 8), minuteOf(2026, 1, 13), NO_DATE, minuteOf(2026, 1, 12, 23, 59)];
const tints = [1, 3, Number.NaN, 1];
const READERS: Record<string, ColumnReader> = {
  name: { kind: 'text', at: (row) => names[row] },
  cost: { kind: 'number', at: (row) => costs[row] },
  start: { kind: 'minute', at: (row) => starts[row] },
  tint: { kind: 'number', at: (row) => tints[row] },
};
const passing = (filter: RowFilter): number[] => {
  const { test: passes } = compileFilter(filter, (column) => READERS[column] ?? null);
  return [0, 1, 2, 3].filter((row) => passes?.(row) ?? true);
};
const one = (column: string, operator: FilterOperator, value: JsonValue = null): number[] =>
  passing({ join: 'and', conditions: [{ column, operator, value }] });

test.each([
  ['cost', 'lt', 20.5, [0, 3]],
  ['cost', 'lte', 20.5, [0, 1, 3]],
  ['cost', 'gt', 0, [0, 1]],
  ['cost', 'gte', 10, [0, 1]],
  ['cost', 'eq', 0, [3]],
  ['cost', 'ne', 0, [0, 1, 2]],
  ['cost', 'eq', '20.5', [1]],
  ['cost', 'exists', null, [0, 1, 3]],
  ['cost', 'not_exists', null, [2]],
  ['cost', 'range', [5, 15], [0]],
  ['cost', 'range', [null, 10], [0, 3]],
  ['cost', 'filter_by_list', [0, 10], [0, 3]],
  ['name', 'eq', 'PILING', [0]],
  ['name', 'ne', 'piling', [1, 2, 3]],
  ['name', 'lt', 'q', [0, 3]],
  ['name', 'like', 'pil', [0, 3]],
  ['name', 'like', 'r*f*nd', [1]],
  ['name', 'like', '(', []],
  ['name', 'like', '*t**f', [1]],
  ['name', 'like', 'ing*pil', []],
  ['name', 'like', 'a*a', [1]],
  ['name', 'like', 'raft*ft', []],
  ['name', 'not_like', 'pil', [1, 2]],
  ['name', 'not_exists', null, [2]],
  ['name', 'filter_by_list', ['Raft foundation', 'other'], [1]],
  ['start', 'lt', '2026-01-13', [0, 3]],
  ['start', 'lte', '2026-01-12', [0, 3]],
  ['start', 'gt', '2026-01-12', [1]],
  ['start', 'gt', '2026-01-12T08:00', [1, 3]],
  ['start', 'gte', '2026-01-13', [1]],
  ['start', 'eq', '2026-01-12', [0, 3]],
  ['start', 'ne', '2026-01-12', [1, 2]],
  ['start', 'range', ['2026-01-12', '2026-01-12'], [0, 3]],
  ['start', 'filter_by_list', ['2026-01-12', '2026-01-13T00:00', 'never'], [0, 1, 3]],
  ['start', 'filter_by_list', ['2026-01-12T08:00'], [0]],
  ['start', 'not_exists', null, [2]],
  ['tint', 'colors', [1], [0, 3]],
  ['tint', 'colors', [0, 3], [1, 2]],
] as [string, FilterOperator, JsonValue, number[]][])('%s %s %j', (column, operator, value, expected) => {
  expect(one(column, operator, value)).toEqual(expected);
});

test('a condition without a value, or with one that is no date, keeps every row', () => {
  expect(one('cost', 'gt', '')).toEqual([0, 1, 2, 3]);
  expect(one('start', 'eq', 'soon')).toEqual([0, 1, 2, 3]);
  expect(one('cost', 'range', [null, null])).toEqual([0, 1, 2, 3]);
});

test('groups join by and, by or, and in each other', () => {
  const pile = { column: 'name', operator: 'like', value: 'pil' } as const;
  const free = { column: 'cost', operator: 'eq', value: 0 } as const;
  expect(passing({ join: 'and', conditions: [pile, free] })).toEqual([3]);
  expect(passing({ join: 'or', conditions: [pile, free] })).toEqual([0, 3]);
  expect(
    passing({
      join: 'and',
      conditions: [
        { column: 'name', operator: 'exists', value: null },
        { join: 'or', conditions: [free, { column: 'tint', operator: 'colors', value: [3] }] },
      ],
    }),
  ).toEqual([1, 3]);
});

test('a column that the rows do not have is told, not guessed', () => {
  const condition = { column: 'attribute:7', operator: 'eq', value: 1 } as const;
  const compiled = compileFilter({ join: 'and', conditions: [condition] }, () => null);
  expect(compiled).toEqual({ test: null, ignored: [condition] });
});

test('every column type has operators, and each can compare its cells', () => {
  for (const type of WBS_COLUMN_TYPES) expect(operatorsFor(type).length, type).toBeGreaterThan(2);
  expect(operatorsFor('date')).toEqual(FILTER_OPERATORS.filter((operator) => !['like', 'not_like', 'colors'].includes(operator)));
  expect(readerKindOf('duration')).toBe('number');
});

test('a pattern with many gaps is matched in the length of the text', () => {
  const long: ColumnReader = { kind: 'text', at: () => 'a'.repeat(500) };
  const alike = (value: string) =>
    compileFilter({ join: 'and', conditions: [{ column: 'name', operator: 'like', value }] }, () => long).test?.(0);
  expect(alike(`${'a*'.repeat(40)}b`)).toBe(false);
  expect(alike(`${'a*'.repeat(499)}a`)).toBe(true);
  expect(alike(`${'a*'.repeat(500)}a`)).toBe(false);
});

import type { JsonValue } from '@gantry/domain';
import { minuteOf } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { calculateFormulas } from './cells.ts';
import { openFormulas } from './live-formulas.ts';
import {
  compileAttributes,
  type FormulaAttribute,
  formulaCell,
  rowFormulaSchema,
  rowFormulaSheet,
  type RowSource,
  storedResult,
} from './row-formulas.ts';
import { isFormulaError } from './value.ts';

// 1 holds 2 and 3; 3 follows 2.
const FIELDS: Record<number, Record<string, string | number | boolean | null>> = {
  1: { name: 'House', durationMinutes: 0, progress: 0, start: null },
  2: { name: 'Dig', durationMinutes: 960, progress: 0.5, start: minuteOf(2026, 3, 2, 8) },
  3: { name: 'Pour', durationMinutes: 480, progress: 0, start: minuteOf(2026, 3, 4, 8) },
};

function sourceOf(values: Map<string, JsonValue>): RowSource {
  return {
    ids: [1, 2, 3],
    parentOf: (id) => (id === 1 ? null : 1),
    relations: [{ predecessorId: 2, successorId: 3 }],
    field: (field) => (id) => FIELDS[id][field] ?? null,
    attribute: (attribute) => (id) => values.get(`${id} ${attribute}`) ?? null,
    calendar: () => null,
    minutesPerDay: () => 480,
    dataDate: minuteOf(2026, 3, 1),
  };
}
const attribute = (id: number, name: string, type: FormulaAttribute['type'], formula: string | null = null): FormulaAttribute => ({
  id,
  name,
  type,
  formula,
});

function calculate(attributes: FormulaAttribute[], values = new Map<string, JsonValue>()) {
  const { calculated, faults } = compileAttributes(attributes, rowFormulaSchema(attributes));
  return { results: calculateFormulas(rowFormulaSheet(sourceOf(values), attributes), calculated), faults };
}

describe('formulas of rows', () => {
  test('name fields, attributes and relatives; durations are in days', () => {
    const { results, faults } = calculate(
      [
        attribute(1, 'volume', 'number'),
        attribute(2, 'a_day', 'number', 'volume / duration'),
        attribute(3, 'all', 'number', 'if(count(children.volume) = 0, volume, sum(children.all))'),
        attribute(4, 'shout', 'string', 'name & "!"'),
      ],
      new Map<string, JsonValue>([
        ['2 1', 100],
        ['3 1', '20'],
      ]),
    );
    expect(faults).toEqual([]);
    expect(results.get('shout')?.get(2)).toBe('Dig!');
    expect([2, 3].map((id) => results.get('a_day')?.get(id))).toEqual([50, 20]);
    expect([1, 2, 3].map((id) => results.get('all')?.get(id))).toEqual([120, 100, 20]);
  });

  test('a formula of the wrong type or with an unknown name is told with its place', () => {
    const { faults } = calculate([attribute(1, 'a', 'date', 'name'), attribute(2, 'b', 'number', '1 + volumen')]);
    expect(faults.map(({ id, error }) => [id, error.code, error.from, error.to])).toEqual([
      [1, 'formula.result_type', 0, 4],
      [2, 'formula.unknown_name', 4, 11],
    ]);
  });

  test('a cycle over the relations is an error of its cells, not of the others', () => {
    const { results } = calculate([
      attribute(1, 'chain', 'number', 'ifempty(sum(predecessors.back), 0) + 1'),
      attribute(2, 'back', 'number', 'sum(successors.chain)'),
    ]);
    const chain = results.get('chain');
    expect(isFormulaError(chain?.get(3) ?? null)).toBe(true);
    expect(chain?.get(1)).toBe(1);
  });
});

test('what is stored and what formulas compute with fit each other', () => {
  expect(formulaCell('date', '2026-03-02T08:00')).toBe(minuteOf(2026, 3, 2, 8));
  expect(storedResult('date', minuteOf(2026, 3, 2, 8))).toBe('2026-03-02T08:00');
  expect([formulaCell('flag', true), formulaCell('list', 'A'), formulaCell('number', 'x'), formulaCell('number', null)]).toEqual([
    true,
    'A',
    null,
    null,
  ]);
});

test('after a change only what reads it is calculated again', () => {
  const attributes = [
    attribute(1, 'volume', 'number'),
    attribute(2, 'double', 'number', 'volume * 2'),
    attribute(3, 'named', 'string', 'name & "!"'),
    attribute(4, 'total', 'number', 'sum(children.double)'),
  ];
  const { calculated } = compileAttributes(attributes, rowFormulaSchema(attributes));
  const live = openFormulas(calculated);
  const values = new Map<string, JsonValue>([['2 1', 100]]);
  const update = (changed: number[] | null) => live.update(rowFormulaSheet(sourceOf(values), attributes), changed);
  expect(update([]).calculated).toBe(9);
  expect(update([1, 2, 3]).calculated).toBe(0);
  values.set('3 1', 5);
  const after = update([3]);
  // The double of row 3 and the total of row 1.
  expect(after.calculated).toBe(2);
  expect(after.results.get('total')?.get(1)).toBe(210);
  expect(update(null).calculated).toBe(9);
});

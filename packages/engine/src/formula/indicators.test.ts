import { expect, test } from 'vitest';
import { calculateFormulas } from './cells.ts';
import { conditionsOf, ruleReader } from './indicators.ts';
import { compileAttributes, rowFormulaSchema, rowFormulaSheet } from './row-formulas.ts';

const rule = (condition: string) => ({ condition, state: 'warn' as const, tint: 1, text: condition });

test('the first rule that holds counts; a condition that cannot be read or calculated holds nowhere', () => {
  const floats: Record<number, number | null> = { 1: -480, 2: 0, 3: 4800, 4: null };
  const indicator = { id: 7, rules: [rule('1 / 0 > 0'), rule('total_float < 0'), rule('total_float <= 2'), rule('nonsense')] };
  const conditions = conditionsOf([indicator]);
  const { calculated, faults } = compileAttributes(conditions, rowFormulaSchema(conditions));
  expect(faults.map(({ error }) => error.code)).toEqual(['formula.unknown_name']);
  const sheet = rowFormulaSheet(
    {
      ids: [1, 2, 3, 4],
      parentOf: () => null,
      relations: [],
      field: (field) => (id) => (field === 'totalFloatMinutes' ? floats[id] : null),
      attribute: () => () => null,
      calendar: () => null,
      minutesPerDay: () => 480,
      dataDate: 0,
    },
    conditions,
  );
  const results = calculateFormulas(sheet, calculated);
  expect([1, 2, 3, 4].map(ruleReader(indicator, results))).toEqual([1, 2, -1, -1]);
});

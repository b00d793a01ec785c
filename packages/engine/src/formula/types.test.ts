import { expect, test } from 'vitest';
import { table } from '../testing/picture.ts';
import { SCHEMA, typeOf } from './testing/sheet.ts';
import { compileFormula } from './check.ts';
import { FORMULA_FUNCTIONS } from './functions/index.ts';
import { FORMULA_SCALARS } from './value.ts';

test('the attribute that a formula fills: numbers of all three kinds fit each other, empty fits everything', () => {
  const formulas = ['n', 'money', 'part', 'start', 'text', 'flag', 'empty'];
  const fits = (formula: string, type: (typeof FORMULA_SCALARS)[number]) =>
    'formula' in compileFormula(formula, SCHEMA, type) ? 'yes' : '.';
  const rows = FORMULA_SCALARS.map((type) => [type, ...formulas.map((formula) => fits(formula, type))].join(' '));
  expect([formulas.join(' '), ...rows].join('\n')).toBe(
    table(`
                 n   money part start text flag empty
      number     yes yes   yes  .     .    .    yes
      text       .   .     .    .     yes  .    yes
      date       .   .     .    yes   .    .    yes
      flag       .   .     .    .     .    yes  yes
      money      yes yes   yes  .     .    .    yes
      percentage yes yes   yes  .     .    .    yes
    `),
  );
});

test('every function knows its number of arguments, and refuses one less and one more', () => {
  for (const [name, { min, max, parameters }] of FORMULA_FUNCTIONS) {
    const call = (count: number) => typeOf(`${name}(${Array(count).fill('empty').join(', ')})`);
    expect(parameters.length).toBeGreaterThanOrEqual(Math.min(min, 1));
    if (min > 0) expect([name, call(min - 1)]).toEqual([name, '(argument_count)']);
    expect([name, call(max + 1)]).toEqual([name, '(argument_count)']);
    expect([name, call(min)]).not.toEqual([name, '(argument_count)']);
    expect([name, call(max)]).not.toEqual([name, '(argument_count)']);
  }
});

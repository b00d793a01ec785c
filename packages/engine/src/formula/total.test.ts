import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { compileFormula, formulaSchema } from './check.ts';
import { completeFormula, quoteFormulaName } from './complete.ts';
import { evaluateFormula } from './evaluate.ts';
import { FORMULA_FUNCTIONS } from './functions/index.ts';
import type { FormulaCell } from './value.ts';
import { FORMULA_ERROR_CODES, FORMULA_SCALARS, elementOf, isFormulaError, isList } from './value.ts';

const numRuns = Number(process.env.PROPERTY_CASES ?? 500);

const names = FORMULA_SCALARS.map((type) => ({ name: `a ${type}`, type }));
const schema = formulaSchema(names);

const cell: Record<(typeof FORMULA_SCALARS)[number], fc.Arbitrary<FormulaCell>> = {
  number: fc.option(fc.double({ noNaN: false })),
  money: fc.option(fc.double({ noNaN: true })),
  percentage: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  date: fc.option(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 })),
  text: fc.option(fc.string()),
  flag: fc.option(fc.boolean()),
};

/** Texts made of the language's own pieces get past the parser far more often than random letters. */
const pieces = fc.constantFrom(
  ...names.flatMap(({ name }) => [quoteFormulaName(name), `children.${quoteFormulaName(name)}`, `parent.${quoteFormulaName(name)}`]),
  ...[...FORMULA_FUNCTIONS.keys()].map((name) => `${name}(`),
  ...'( ) ) , , ; + - * / ^ & = < >= <> % . and or not 1 0 2.5 1e300 "x" " [ ] true empty #'.split(' '),
);
const soup = fc.array(pieces, { maxLength: 25 }).map((list) => list.join(' '));

/** Expressions that read: the evaluator sees every function with arguments of every kind. */
const expression: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('0', '1', '2.5', '1e300', '"x"', '""', 'true', 'empty', ...names.map(({ name }) => quoteFormulaName(name))),
    fc.constantFrom(...names.map(({ name }) => `children.${quoteFormulaName(name)}`)),
    fc
      .tuple(tie('node'), fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '<', 'and', 'or'), tie('node'))
      .map((three) => `(${three.join(' ')})`),
    fc
      .tuple(fc.constantFrom(...FORMULA_FUNCTIONS.entries()), fc.array(tie('node'), { minLength: 3, maxLength: 3 }))
      .map(([[name, definition], list]) => `${name}(${list.slice(0, Math.min(definition.max, Math.max(definition.min, 2))).join(', ')})`),
  ),
})).node;

function check(text: string, values: FormulaCell[][], dataDate: number): 'unread' | 'error' | 'value' {
  completeFormula(text, Math.floor(text.length / 2), schema);
  const compiled = compileFormula(text, schema);
  if ('error' in compiled) {
    expect(FORMULA_ERROR_CODES).toContain(compiled.error.code);
    expect(compiled.error.from).toBeGreaterThanOrEqual(0);
    expect(compiled.error.to).toBeLessThanOrEqual(text.length);
    return 'unread';
  }
  const { formula } = compiled;
  const result = evaluateFormula(formula, {
    read: (scope, name) => {
      const list = values[names.findIndex((entry) => entry.name === name)];
      return scope === 'children' ? list : (list[0] ?? null);
    },
    calendar: { workingDaysBetween: (from, to) => (to - from) / 480, addWorkingDays: (from, days) => from + days * 480 },
    dataDate,
  });
  if (isFormulaError(result)) {
    expect(FORMULA_ERROR_CODES).toContain(result.code);
    return 'error';
  }
  expect(isList(formula.type)).toBe(false);
  if (result !== null) {
    const kind = elementOf(formula.type);
    expect(typeof result).toBe(kind === 'text' ? 'string' : kind === 'flag' ? 'boolean' : 'number');
    if (typeof result === 'number') expect(Number.isFinite(result)).toBe(true);
  }
  return 'value';
}

const values = fc.tuple(...FORMULA_SCALARS.map((type) => fc.array(cell[type], { maxLength: 3 })));

describe('formulas are total', () => {
  test('random text never throws, errors have a known code and a place inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), soup), values, (text, list) => {
        check(text, list, 0);
      }),
      propertyRun('formulas of random text', numRuns * 2),
    );
  });

  test('whatever reads gives a value of its type or an error, never NaN, never a throw', () => {
    const seen = { unread: 0, error: 0, value: 0 };
    fc.assert(
      fc.property(expression, values, fc.integer(), (text, list, dataDate) => {
        seen[check(text, list, dataDate)]++;
      }),
      propertyRun('formulas of random values', numRuns * 4),
    );
    expect(seen.value).toBeGreaterThan(numRuns / 10);
    expect(seen.error).toBeGreaterThan(0);
  });
});

import { describe, expect, test } from 'vitest';
import { valueOf } from './testing/sheet.ts';
import { tokenize } from './text/tokens.ts';
import { isFormulaError } from './value.ts';
import type { FormulaError } from './value.ts';

function errorOf(text: string): FormulaError {
  const result = valueOf(text);
  if (!isFormulaError(result)) throw new Error(`${text} is ${String(result)}`);
  return result;
}

describe('what an error tells besides its place', () => {
  test.each([
    ['volum', { name: 'volum' }],
    ['total(1)', { name: 'total' }],
    ['cousins.n', { name: 'cousins' }],
    ['round()', { name: 'round', found: 0, min: 1, max: 2 }],
    ['round("a")', { name: 'round', expected: 'numeric', found: 'text' }],
    ['sum(n, text)', { name: 'sum', expected: 'number', found: 'text' }],
    ['if(flag, money, text)', { name: 'if', expected: 'money', found: 'text' }],
    ['text + n', { operator: '+', left: 'text', right: 'number' }],
    ['not n', { operator: 'not', found: 'number' }],
    ['children.n', { expected: 'one value', found: 'number[]' }],
    ['1 # 2', { character: '#' }],
    ['1 2', { found: '2' }],
    ['date(2025, 2, 30)', { argument: 1 }],
  ])('%s', (text, parameters) => expect(errorOf(text).parameters).toEqual(parameters));
});

describe('limits', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`;
  test('63 brackets are read, 64 are not', () => {
    expect(valueOf(nested(63))).toBe(1);
    expect(errorOf(nested(64))).toMatchObject({ code: 'formula.too_deep', from: 64, parameters: { limit: 64 } });
  });

  test('calls, signs and powers count like brackets', () => {
    for (const text of [`${'abs('.repeat(70)}1${')'.repeat(70)}`, `${'-'.repeat(70)}1`, `${'not '.repeat(70)}true`, `${'2^'.repeat(70)}2`])
      expect(errorOf(text).code).toBe('formula.too_deep');
  });

  test('a long sum is not deep', () => expect(valueOf(Array(500).fill('1').join('+'))).toBe(500));

  test('a number that no computer holds is an error where it stands', () => {
    for (const number of ['9'.repeat(401), '1e309', `${'9'.repeat(401)}.5`])
      expect(errorOf(`1 + ${number}`)).toMatchObject({ code: 'formula.number_too_large', from: 4, to: 4 + number.length });
    expect(valueOf('9'.repeat(300))).toBe(1e300);
  });

  test('4000 characters are read, one more is not', () => {
    expect(valueOf(`1${' '.repeat(3998)}1`)).toMatchObject({ code: 'formula.unexpected' });
    expect(valueOf(`1${' '.repeat(3999)}`)).toBe(1);
    expect(errorOf(`1${' '.repeat(4000)}`)).toMatchObject({ code: 'formula.too_long', from: 4000, to: 4001, parameters: { limit: 4000 } });
  });

  test('nothing, and blanks alone, are empty at their end', () => {
    expect(errorOf('')).toMatchObject({ code: 'formula.empty', from: 0, to: 0 });
    expect(errorOf(' \t\n')).toMatchObject({ code: 'formula.empty', from: 3, to: 3 });
  });

  test('a text of more than 20,000 characters is an error, one of 20,000 is not', () => {
    const ten = '"aaaaaaaaaa"';
    const grown = `replace(replace(replace(replace(${ten}, "a", ${ten}), "a", ${ten}), "a", ${ten}), "a", "aa")`;
    expect(valueOf(`len(${grown})`)).toBe(20_000);
    expect(errorOf(`len(${grown} & "a")`)).toMatchObject({ code: 'formula.text_too_long', from: 4, parameters: { limit: 20_000 } });
    expect(errorOf(grown.replace('"aa")', '"aaa")'))).toMatchObject({ code: 'formula.text_too_long' });
  });
});

describe('without a calendar', () => {
  test.each(['workdays(start, finish)', 'addworkdays(start, 1)'])('%s is an error at its place', (call) =>
    expect(valueOf(`ifempty(${call}, empty)`, { calendar: null })).toMatchObject({
      code: 'formula.no_calendar',
      from: 8,
      to: 8 + call.length,
    }),
  );
  test('an empty date needs none', () => expect(valueOf('workdays([no date], finish)', { calendar: null })).toBeNull());
});

describe('cells that carry no value of their type', () => {
  const read = (value: number) => valueOf('1 + n', { read: () => value });
  test('numbers that are none', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(read(value)).toMatchObject({ code: 'formula.not_a_number', from: 4, to: 5 });
  });
  test('dates beyond what a column of minutes holds', () =>
    expect(valueOf('start + 1', { read: () => 3e9 })).toMatchObject({ code: 'formula.not_a_number', from: 0, to: 5 }));
  test('an error in a cell shows where it is read, with its own code and parameters', () => {
    const error: FormulaError = { code: 'formula.bad_argument', from: 70, to: 90, parameters: { argument: 2 } };
    expect(valueOf('1 + n', { read: () => error })).toEqual({ ...error, from: 4, to: 5 });
    expect(valueOf('iferror(n, 3)', { read: () => error })).toBe(3);
  });
});

describe('tokens', () => {
  const seen = (text: string) =>
    tokenize(text)
      .tokens.map(({ kind, text: read, from, to }) => (kind === 'end' ? `end@${from}` : `${kind}:${read}@${from}-${to}`))
      .join(' ');
  test.each([
    ['1.5e-3x', 'number:1.5e-3@0-6 name:x@6-7 end@7'],
    ['1.e5', 'number:1@0-1 operator:.@1-2 name:e5@2-4 end@4'],
    ['.5.5', 'number:.5@0-2 number:.5@2-4 end@4'],
    ['a_1', 'name:a_1@0-3 end@3'],
    ['1a', 'number:1@0-1 name:a@1-2 end@2'],
    ['объём', 'name:объём@0-5 end@5'],
    ['"a""b"', 'text:a"b@0-6 end@6'],
    ['""', 'text:@0-2 end@2'],
    ['[a]]b]', 'quoted_name:a]b@0-6 end@6'],
    ['a<>b', 'name:a@0-1 operator:<>@1-3 name:b@3-4 end@4'],
    ['a<=-b', 'name:a@0-1 operator:<=@1-3 operator:-@3-4 name:b@4-5 end@5'],
    [' ( ', 'operator:(@1-2 end@3'],
    ['1e', 'number:1@0-1 name:e@1-2 end@2'],
  ])('%s', (text, expected) => expect(seen(text)).toBe(expected));
});

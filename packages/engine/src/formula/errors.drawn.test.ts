import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { underlined } from '../testing/formula-tree.ts';
import { valueOf } from './testing/sheet.ts';
import { tokenize } from './tokens.ts';
import { isFormulaError } from './value.ts';
import type { FormulaError } from './value.ts';

function errorOf(text: string): FormulaError {
  const result = valueOf(text);
  if (!isFormulaError(result)) throw new Error(`${text} is ${String(result)}`);
  return result;
}

/** A formula, and under it the characters that its error points at. */
function expectError(drawing: string) {
  const [text] = picture(drawing).split('\n');
  expect(underlined(text, errorOf(text))).toBe(picture(drawing));
}

/** Drawings under their formulas as titles. */
function titled(drawings: string[]): [string, string][] {
  return drawings.map((drawing) => [picture(drawing).split('\n')[0], drawing]);
}

describe('what cannot be read', () => {
  test.each(
    titled([
      `
      1 + * 2
          ^ unexpected
    `,
      `
      1 2
        ^ unexpected
    `,
      `
      * 2
      ^ unexpected
    `,
      `
      n + )
          ^ unexpected
    `,
      `
      (1 + 2))
             ^ unexpected
    `,
      `
      1 +
         ^ unexpected_end
    `,
      `
      (1 + 2
            ^ unexpected_end
    `,
      `
      round(1,
              ^ unexpected_end
    `,
      `
      round(1 2)
              ^ unexpected
    `,
      `
      round(, 2)
            ^ unexpected
    `,
      `
      min(1,)
            ^ unexpected
    `,
      `
      ()
       ^ unexpected
    `,
      `
      and flag
      ^^^ unexpected
    `,
      `
      flag and or flag
               ^^ unexpected
    `,
      `
      n not
        ^^^ unexpected
    `,
      `
      children.
               ^ unexpected_end
    `,
      `
      children.5
              ^^ unexpected
    `,
      `
      children.+
               ^ unexpected
    `,
      `
      .n
      ^ unexpected
    `,
      `
      1 = = 2
          ^ unexpected
    `,
      `
      n n
        ^ unexpected
    `,
      `
      "a" "b"
          ^^^ unexpected
    `,
      `
      [n] [m]
          ^^^ unexpected
    `,
    ]),
  )('%s', (_text, drawing) => expectError(drawing));
});

describe('characters and quotation', () => {
  test.each(
    titled([
      `
      2 # 3
        ^ unexpected_character
    `,
      `
      n + ½
          ^ unexpected_character
    `,
      `
      n + 😀 + 1
          ^^ unexpected_character
    `,
      `
      n ~ 1
        ^ unexpected_character
    `,
      `
      n + "abc
          ^^^^ unclosed_text
    `,
      `
      "say ""hi""
      ^^^^^^^^^^^ unclosed_text
    `,
      `
      1 + [no number
          ^^^^^^^^^^ unclosed_name
    `,
      `
      [a]]
      ^^^^ unclosed_name
    `,
      `
      n]
       ^ unexpected_character
    `,
      `
      'a'
      ^ unexpected_character
    `,
      `
      n && m
         ^ unexpected
    `,
      `
      n == m
         ^ unexpected
    `,
      `
      n => m
         ^ unexpected
    `,
    ]),
  )('%s', (_text, drawing) => expectError(drawing));
});

describe('names that nobody knows', () => {
  test.each(
    titled([
      `
      volum + 1
      ^^^^^ unknown_name
    `,
      `
      1 + [planned hours]
          ^^^^^^^^^^^^^^^ unknown_name
    `,
      `
      sum(children.volum)
          ^^^^^^^^^^^^^^ unknown_name
    `,
      `
      1 + total(n)
          ^^^^^ unknown_function
    `,
      `
      cousins.n + 1
      ^^^^^^^ unknown_scope
    `,
      `
      sum(n) + SUMM(n)
               ^^^^ unknown_function
    `,
    ]),
  )('%s', (_text, drawing) => expectError(drawing));
});

describe('types and numbers of arguments', () => {
  test.each(
    titled([
      `
      1 + round()
          ^^^^^ argument_count
    `,
      `
      round(1, 2, 3)
      ^^^^^ argument_count
    `,
      `
      datadate(1)
      ^^^^^^^^ argument_count
    `,
      `
      if(flag)
      ^^ argument_count
    `,
      `
      round("a")
            ^^^ argument_type
    `,
      `
      1 + if(n, 2, 3)
             ^ argument_type
    `,
      `
      if(flag, 2, "b")
                  ^^^ argument_type
    `,
      `
      sum(children.start)
          ^^^^^^^^^^^^^^ argument_type
    `,
      `
      sum(n, 1 + 2, text)
                    ^^^^ argument_type
    `,
      `
      text + 1
      ^^^^^^^^ operand_type
    `,
      `
      1 + (start + finish)
          ^^^^^^^^^^^^^^^^ operand_type
    `,
      `
      n + money * money
          ^^^^^^^^^^^^^ operand_type
    `,
      `
      1 + -text
          ^^^^^ operand_type
    `,
      `
      flag and not n
               ^^^^^ operand_type
    `,
      `
      start% + 1
      ^^^^^^ operand_type
    `,
      `
      1 + children.n
      ^^^^^^^^^^^^^^ operand_type
    `,
      `
      children.n
      ^^^^^^^^^^ result_type
    `,
    ]),
  )('%s', (_text, drawing) => expectError(drawing));
});

describe('what has no value', () => {
  test.each(
    titled([
      `
      1 + n / (n - 12)
          ^^^^^^^^^^^^ division_by_zero
    `,
      `
      mod(n, 0) * 2
      ^^^^^^^^^ division_by_zero
    `,
      `
      2 + sqrt(m)
          ^^^^^^^ not_a_number
    `,
      `
      1 - 1e300 * 1e300
          ^^^^^^^^^^^^^ not_a_number
    `,
      `
      year(start + 1e9)
           ^^^^^^^^^^^ not_a_number
    `,
      `
      day(date(2025, 2, 30))
          ^^^^^^^^^^^^^^^^^ bad_argument
    `,
      `
      1 + value("abc")
          ^^^^^^^^^^^^ bad_argument
    `,
      `
      weightedavg(children.n, predecessors.n)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bad_argument
    `,
      `
      if(n / 0 > 1, 1, 2)
         ^^^^^ division_by_zero
    `,
      `
      sum(1, 2 / 0, 3 / 0)
             ^^^^^ division_by_zero
    `,
    ]),
  )('%s', (_text, drawing) => expectError(drawing));

  test('the first error of a formula is told, from the left', () =>
    expectError(`
      n / 0 + sqrt(-1)
      ^^^^^ division_by_zero
    `));
});

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

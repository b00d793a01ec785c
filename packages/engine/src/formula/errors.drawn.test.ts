import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { underlined } from './testing/formula-tree.ts';
import { valueOf } from './testing/sheet.ts';
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

import { describe, expect, test } from 'vitest';
import { formulaTree } from './testing/formula-tree.ts';
import { picture } from '../testing/picture.ts';

function expectTree(text: string, drawing: string) {
  expect(formulaTree(text)).toBe(picture(drawing));
}

/** Texts that are read as the same tree. */
function expectSame(...texts: string[]) {
  const [first, ...others] = texts.map(formulaTree);
  expect(first).not.toContain(' at ');
  for (const other of others) expect(other).toBe(first);
}

describe('loose and tight', () => {
  test('a product is done before a sum', () =>
    expectTree(
      '1 + 2 * 3',
      `
      +
      ├ 1
      └ *
        ├ 2
        └ 3
      `,
    ));

  test('brackets go before everything', () =>
    expectTree(
      '(1 + 2) * 3',
      `
      *
      ├ +
      │ ├ 1
      │ └ 2
      └ 3
      `,
    ));

  test('a power is done before the sign', () =>
    expectTree(
      '-2 ^ 2',
      `
      minus
      └ ^
        ├ 2
        └ 2
      `,
    ));

  test('the sign is done before a product', () =>
    expectTree(
      '-2 * 3',
      `
      *
      ├ minus
      │ └ 2
      └ 3
      `,
    ));

  test('a sign may stand behind an operator', () =>
    expectTree(
      '2 ^ -1 * -3',
      `
      *
      ├ ^
      │ ├ 2
      │ └ minus
      │   └ 1
      └ minus
        └ 3
      `,
    ));

  test('per cent belongs to its number alone', () =>
    expectTree(
      '200 + 15%',
      `
      +
      ├ 200
      └ %
        └ 15
      `,
    ));

  test('per cent is done before the sign and the power', () =>
    expectTree(
      '-2 ^ 50%',
      `
      minus
      └ ^
        ├ 2
        └ %
          └ 50
      `,
    ));

  test('per cent of a bracket', () =>
    expectTree(
      '(10 + 5)%',
      `
      %
      └ +
        ├ 10
        └ 5
      `,
    ));

  test('texts are joined after sums and before comparisons', () =>
    expectTree(
      '"a" & 1 + 2 = "a3"',
      `
      =
      ├ &
      │ ├ "a"
      │ └ +
      │   ├ 1
      │   └ 2
      └ "a3"
      `,
    ));

  test('a comparison is done before not, not before and, and before or', () =>
    expectTree(
      'a or not b = c and d',
      `
      or
      ├ a
      └ and
        ├ not
        │ └ =
        │   ├ b
        │   └ c
        └ d
      `,
    ));

  test('or of two ands', () =>
    expectTree(
      'a and b or c and d',
      `
      or
      ├ and
      │ ├ a
      │ └ b
      └ and
        ├ c
        └ d
      `,
    ));
});

describe('equal operators', () => {
  test('differences go from the left', () =>
    expectTree(
      '7 - 2 - 1',
      `
      -
      ├ -
      │ ├ 7
      │ └ 2
      └ 1
      `,
    ));

  test('quotients and products too', () =>
    expectTree(
      '8 / 4 * 2',
      `
      *
      ├ /
      │ ├ 8
      │ └ 4
      └ 2
      `,
    ));

  test('powers go from the right', () =>
    expectTree(
      '2 ^ 3 ^ 2',
      `
      ^
      ├ 2
      └ ^
        ├ 3
        └ 2
      `,
    ));

  test('joined texts go from the left', () =>
    expectTree(
      '"a" & "b" & "c"',
      `
      &
      ├ &
      │ ├ "a"
      │ └ "b"
      └ "c"
      `,
    ));

  test('comparisons too, which the types then refuse or not', () =>
    expectTree(
      '1 < 2 = true',
      `
      =
      ├ <
      │ ├ 1
      │ └ 2
      └ true
      `,
    ));

  test('signs and nots stand on each other', () =>
    expectTree(
      'not not a = - + - 1',
      `
      not
      └ not
        └ =
          ├ a
          └ minus
            └ plus
              └ minus
                └ 1
      `,
    ));
});

describe('names, relatives and calls', () => {
  test('a field, a name in brackets, a relative of each kind', () =>
    expectTree(
      'volume + [Planned cost] + parent.volume + children.[Planned cost]',
      `
      +
      ├ +
      │ ├ +
      │ │ ├ volume
      │ │ └ Planned cost
      │ └ parent.volume
      └ children.Planned cost
      `,
    ));

  test('a relative of oneself is oneself', () => expectSame('self.volume', 'volume', 'SELF.volume'));

  test('a call with arguments of every kind', () =>
    expectTree(
      'if(late, "yes", round(1.5))',
      `
      if()
      ├ late
      ├ "yes"
      └ round()
        └ 1.5
      `,
    ));

  test('arguments are whole formulas', () =>
    expectTree(
      'min(1 + 2; a or b; -3)',
      `
      min()
      ├ +
      │ ├ 1
      │ └ 2
      ├ or
      │ ├ a
      │ └ b
      └ minus
        └ 3
      `,
    ));

  test('a call without arguments', () => expectTree('datadate()', 'datadate()'));

  test('words of the language are values', () =>
    expectTree(
      'true = (false = empty)',
      `
      =
      ├ true
      └ =
        ├ false
        └ empty
      `,
    ));

  test('in brackets a word of the language is a name', () => expectTree('[true]', 'true'));

  test('a name before a bracket is a call, before a point a relative, else a field', () => {
    expectTree('sum(sum)', 'sum()\n└ sum');
    expectTree('children.children', 'children.children');
  });
});

describe('the same in other writing', () => {
  test('blanks, tabs and lines between', () => expectSame('1+2*a', '1 + 2 * a', '\t1\n+ 2\r\n*a '));
  test('both signs of unequal', () => expectSame('1 <> 2', '1 != 2'));
  test('comma and semicolon between arguments, even mixed', () => expectSame('min(1, 2, 3)', 'min(1; 2; 3)', 'MIN(1, 2; 3)'));
  test('capitals of words and functions', () => expectSame('not a AND b', 'NOT a and b', 'Not a And b'));
  test('brackets that change nothing', () => expectSame('1 + 2 * 3', '((1) + (2 * (3)))'));
  test('numbers', () => expectSame('0.5 + 100', '.5 + 1e2', '5e-1 + 1E+2'));
  test('the name with and without brackets', () => expectSame('volume', '[volume]'));
});

import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { formulaSchema } from './check.ts';
import { completeFormula } from './complete.ts';

const SCHEMA = formulaSchema([
  { name: 'volume', type: 'number' },
  { name: 'Planned cost', type: 'money' },
  { name: 'progress', type: 'percentage' },
  { name: 'sum', type: 'number' },
]);

/** The caret stands at `|`. */
function at(drawing: string) {
  const caret = drawing.indexOf('|');
  return { text: drawing.replace('|', ''), ...completeFormula(drawing.replace('|', ''), caret, SCHEMA) };
}

/** What the text would be with each suggestion taken. */
function expectTaken(drawing: string, expected: string) {
  const { text, from, to, suggestions } = at(drawing);
  expect(suggestions.map(({ insert }) => text.slice(0, from) + insert + text.slice(to)).join('\n')).toBe(picture(expected));
}

describe('what each suggestion makes of the text', () => {
  test('a name that begins with the letters', () => expectTaken('1 + vol|', '1 + volume'));
  test('a name with blanks gets its brackets', () => expectTaken('1 + planned|', '1 + [Planned cost]'));
  test('an open bracket is closed', () => expectTaken('1 + [Pla|', '1 + [Planned cost]'));
  test('letters inside a name find it too, behind those at the beginning', () =>
    expectTaken(
      'um|',
      `
      volume
      sum
      sum(
      sumproduct(
      `,
    ));
  test('what stands behind the caret stays', () => expectTaken('vol| * 2', 'volume * 2'));
  test('capitals do not matter', () => expectTaken('VOL|', 'volume'));
  test('behind a relative the fields of the rows', () =>
    expectTaken(
      'sum(children.|)',
      `
      sum(children.volume)
      sum(children.[Planned cost])
      sum(children.progress)
      sum(children.sum)
      `,
    ));
  test('behind a relative only fields: no function of the same name', () => expectTaken('parent.su|', 'parent.sum'));
  test('relatives and functions by their letters', () =>
    expectTaken(
      'pre|',
      `
      predecessors.
      `,
    ));
  test('words of the language', () =>
    expectTaken(
      'if(fal|',
      `
      if(false
      `,
    ));
  test('behind a value: and, or', () => expect(at('volume > 1 |').suggestions.map((one) => one.insert)).toEqual([' and ', ' or ']));
  test('the beginning of and behind a value', () => expect(at('volume > 1 a|').suggestions.map((one) => one.insert)).toEqual([' and ']));
  test('behind a closed bracket no value can stand: and, or', () =>
    expect(at('(1 + 2)|').suggestions.map((one) => one.insert)).toEqual([' and ', ' or ']));
  test('inside a text nothing is suggested', () => expect(at('"vol|').suggestions).toEqual([]));
  test('behind a character that cannot be read nothing is suggested', () => expect(at('# vol|').suggestions).toEqual([]));
  test('letters that nothing has', () => expect(at('xyz|').suggestions).toEqual([]));
});

describe('what is offered where nothing is typed yet', () => {
  const kinds = (drawing: string) => [...new Set(at(drawing).suggestions.map((one) => one.kind))].sort().join(' ');
  test.each([
    ['|', 'function name scope word'],
    ['1 + |', 'function name scope word'],
    ['round(|', 'function name scope word'],
    ['not |', 'function name scope word'],
    ['volume and |', 'function name scope word'],
    ['min(1; |', 'function name scope word'],
    ['children.|', 'name'],
    ['[|', 'name'],
    ['volume |', 'word'],
    ['15% |', 'word'],
  ])('%s', (drawing, expected) => expect(kinds(drawing)).toBe(expected));

  test('names carry their type, functions their parameters', () => {
    expect(at('vol|').suggestions).toEqual([{ kind: 'name', label: 'volume', insert: 'volume', type: 'number' }]);
    expect(at('weigh|').suggestions).toEqual([
      { kind: 'function', label: 'weightedavg', insert: 'weightedavg(', parameters: ['values', 'weights'] },
    ]);
  });
});

describe('the call that the caret stands in', () => {
  const call = (drawing: string) => {
    const found = at(drawing).call;
    return found ? `${found.name}(${found.parameters.map((name, i) => (i === found.argument ? `>${name}<` : name)).join(', ')})` : 'none';
  };
  test.each([
    ['round(|', 'round(>value<, digits)'],
    ['round(1|', 'round(>value<, digits)'],
    ['round(1,|', 'round(value, >digits<)'],
    ['round(1; |', 'round(value, >digits<)'],
    ['round(1, 2)|', 'none'],
    ['round(min(1, 2), |', 'round(value, >digits<)'],
    ['round(min(1, |', 'min(values)'],
    ['round((1 + |', 'round(>value<, digits)'],
    ['if(a, "x, y", |', 'if(condition, then, >else<)'],
    ['ROUND(|', 'round(>value<, digits)'],
    ['unknown(|', 'none'],
    ['round(unknown(1, |', 'round(>value<, digits)'],
    ['(1 + |', 'none'],
    ['1 + 2|', 'none'],
    ['mid("a(b", |', 'mid(text, >position<, length)'],
  ])('%s', (drawing, expected) => expect(call(drawing)).toBe(expected));
});

import { ATTRIBUTE_TYPES } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { formulaSchema } from './check.ts';
import { completeFormula, quoteFormulaName } from './complete.ts';
import { FORMULA_TYPE_OF } from './value.ts';

const schema = formulaSchema([
  { name: 'volume', type: 'number' },
  { name: 'Planned cost', type: 'money' },
  { name: 'and', type: 'flag' },
  { name: 'datasum', type: 'number' },
]);

/** The caret stands at `|`; the answer is what would be inserted, first first. */
function at(drawing: string) {
  const caret = drawing.indexOf('|');
  return completeFormula(drawing.replace('|', ''), caret, schema);
}

describe('completion', () => {
  const cases: [string, string[]][] = [
    ['vol|', ['volume']],
    ['1 + vo|', ['volume']],
    ['[Pla|', ['[Planned cost]']],
    ['children.|', ['volume', '[Planned cost]', '[and]', 'datasum']],
    ['children.vol|', ['volume']],
    ['weigh|', ['weightedavg(']],
    ['sum(chi|', ['children.']],
    ['volume a|', [' and ']],
    ['volume o|', [' or ']],
    ['1 + 2 |', [' and ', ' or ']],
    ['"vol|', []],
    ['# vol|', []],
  ];
  test.each(cases)('%s', (drawing, expected) => expect(at(drawing).suggestions.map((one) => one.insert)).toEqual(expected));

  test('what begins with the typed letters comes before what contains them', () => {
    const labels = at('su|').suggestions.map((one) => one.label);
    expect(labels.slice(0, 4)).toEqual(['successors', 'sum', 'sumproduct', 'datasum']);
  });

  test('the whole word is replaced, up to the caret', () => {
    expect(at('1 + vo|')).toMatchObject({ from: 4, to: 6 });
    expect(at('1 + [Pla|')).toMatchObject({ from: 4, to: 8 });
  });

  test.each([
    ['round(1, |', { name: 'round', argument: 1 }],
    ['round(|', { name: 'round', argument: 0 }],
    ['if(1 > 2; sum(1, 2); |', { name: 'if', argument: 2 }],
    ['sum((1 + 2|', { name: 'sum', argument: 0 }],
    ['1 + 2|', null],
  ])('%s stands in a call', (drawing, expected) => {
    const { call } = at(drawing);
    if (expected) expect(call).toMatchObject(expected);
    else expect(call).toBeNull();
  });

  test('names that are no plain words are quoted', () => {
    expect(quoteFormulaName('a]b')).toBe('[a]]b]');
    expect(quoteFormulaName('объём_2')).toBe('объём_2');
    expect(quoteFormulaName('Not')).toBe('[Not]');
  });
});

test('every type of attribute has its kind of value', () => {
  expect(ATTRIBUTE_TYPES.map((type) => FORMULA_TYPE_OF[type])).toEqual(['number', 'text', 'date', 'money', 'percentage', 'text', 'flag']);
});

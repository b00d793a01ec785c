import { describe, expect, test } from 'vitest';
import { valueFinder, valueProblem } from './attributes.ts';

test.each([
  ['number', 1.5, null],
  ['number', '1', 'number'],
  ['number', Number.NaN, 'number'],
  ['percentage', 0.4, null],
  ['measure', 3, null],
  ['person', 7, null],
  ['person', 7.5, 'person'],
  ['date', '2026-03-03T09:00', null],
  ['date', '2026-02-30', 'date'],
  ['flag', false, null],
  ['flag', 'yes', 'flag'],
  ['list', 'A', null],
  ['list', 'C', 'list'],
  ['string', 'x'.repeat(4001), 'text'],
  ['string', null, null],
] as const)('%s takes %j: %j', (type, value, problem) => expect(valueProblem(type, value, ['A', 'B'])).toBe(problem));

describe('where a value comes from', () => {
  // 1 ─ 2 ─ 3, 4 stands beside them.
  const parents = new Map([
    [2, 1],
    [3, 2],
  ]);
  const parentOf = (row: number) => parents.get(row) ?? null;
  const find = (options: Parameters<typeof valueFinder>[0], own: Record<number, number>) => {
    const at = valueFinder(options, (row) => own[row], parentOf);
    return [3, 2, 1, 4].map((row) => at(row));
  };
  const of = (value: number, source: string) => ({ value, source });

  test('its own, that of the rows above, the default', () => {
    expect(find({ inherits: true, default: 9 }, { 1: 5, 3: 7 })).toEqual([
      of(7, 'user_value'),
      of(5, 'sup'),
      of(5, 'user_value'),
      of(9, 'attribute'),
    ]);
  });
  test('the hierarchy stands before the default', () => {
    expect(find({ default: 9, above: { value: 8, from: 'Plant' } }, { 1: 5 })).toEqual([
      of(8, 'sup'),
      of(8, 'sup'),
      of(5, 'user_value'),
      of(8, 'sup'),
    ]);
  });
  test('without inheritance a row above says nothing', () => {
    expect(find({}, { 1: 5 })).toEqual([null, null, of(5, 'user_value'), null]);
  });
  test('what is calculated says so and inherits nothing', () => {
    expect(find({ formula: '1 + 1', default: 9, inherits: true }, { 1: 5 })).toEqual([null, null, of(5, 'gen'), null]);
  });
});

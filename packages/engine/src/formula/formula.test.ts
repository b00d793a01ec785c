import { minuteOf } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { compileFormula, formulaSchema } from './check.ts';
import { evaluateFormula } from './evaluate.ts';
import type { FormulaCell, FormulaResult } from './value.ts';
import { isFormulaError } from './value.ts';

const schema = formulaSchema([
  { name: 'volume', type: 'number' },
  { name: 'Fact', type: 'number' },
  { name: 'cost', type: 'money' },
  { name: 'Planned cost', type: 'money' },
  { name: 'progress', type: 'percentage' },
  { name: 'start', type: 'date' },
  { name: 'finish', type: 'date' },
  { name: 'name', type: 'text' },
  { name: 'late', type: 'flag' },
  { name: 'nothing', type: 'number' },
  { name: 'когда', type: 'date' },
  { name: 'объём', type: 'number' },
]);

const own: Record<string, FormulaCell> = {
  volume: 120,
  Fact: 30,
  cost: 5000,
  'Planned cost': 4000,
  progress: 0.25,
  start: minuteOf(2025, 3, 3, 9),
  finish: minuteOf(2025, 3, 14, 17),
  name: 'Pour slab 3',
  late: true,
  nothing: null,
  когда: minuteOf(2025, 3, 3),
  объём: 7,
};

const lists: Record<string, FormulaCell[]> = {
  volume: [10, null, 20.5, 0.1],
  progress: [1, 0.5, 0, null],
  Fact: [10, 5, 0, 0],
  start: [minuteOf(2025, 3, 5), minuteOf(2025, 3, 1)],
  name: ['a', 'b', null],
  late: [true, false],
  cost: [100, 200, 300, 400],
};

/** A calendar of five days a week, day 1990-01-01 a Monday. */
const calendar = {
  workingDaysBetween: (from: number, to: number) => {
    let days = 0;
    for (let day = Math.floor(from / 1440); day < Math.floor(to / 1440); day++) if (((day % 7) + 7) % 7 < 5) days++;
    return days;
  },
  addWorkingDays: (from: number, days: number) => from + Math.trunc(days / 5) * 7 * 1440,
};

function run(text: string): FormulaResult {
  const compiled = compileFormula(text, schema);
  if ('error' in compiled) return compiled.error;
  return evaluateFormula(compiled.formula, {
    read: (scope, name) => (scope === 'self' ? own[name] : scope === 'parent' ? null : scope === 'children' ? (lists[name] ?? []) : []),
    calendar,
    dataDate: minuteOf(2025, 3, 10),
  });
}

/** `code@from-to` of an error, the value otherwise. */
function seen(text: string): unknown {
  const result = run(text);
  return isFormulaError(result) ? `${result.code.replace('formula.', '')}@${result.from}-${result.to}` : result;
}

describe('values', () => {
  const cases: [string, unknown][] = [
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 2 - 1', 4],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['8 / 4 / 2', 1],
    ['.5 + 1e2', 100.5],
    ['+volume', 120],
    ['10%', 0.1],
    ['200 * 15%', 30],
    ['volume - fact', 90],
    ['VOLUME', 120],
    ['[Planned cost] / cost', 0.8],
    ['cost * progress', 1250],
    ['volume / cost', 0.024],
    ['объём * 2', 14],
    ['1 < 2', true],
    ['2 <= 2 and 3 >= 4', false],
    ['1 <> 2', true],
    ['1 != 1', false],
    ['not late or 1 = 1', true],
    ['not (late and late)', false],
    ['"a" < "b"', true],
    ['"say ""hi"""', 'say "hi"'],
    ['name & " / " & volume', 'Pour slab 3 / 120'],
    ['"on " & start', 'on 2025-03-03'],
    ['"[" & nothing & "]"', '[]'],
    ['true', true],
    ['empty', null],
  ];
  test.each(cases)('%s', (text, expected) => expect(seen(text)).toEqual(expected));
});

describe('empty values', () => {
  const cases: [string, unknown][] = [
    ['nothing + 1', null],
    ['1 / nothing', null],
    ['-nothing', null],
    ['nothing > 1', null],
    ['nothing = empty', true],
    ['nothing <> empty', false],
    ['volume = empty', false],
    ['nothing > 1 or true', true],
    ['nothing > 1 and false', false],
    ['nothing > 1 and true', null],
    ['if(nothing > 1, "yes", "no")', 'no'],
    ['ifempty(nothing, 5)', 5],
    ['ifempty(nothing, nothing, 6)', 6],
    ['ifempty(nothing, nothing)', null],
    ['isempty(nothing)', true],
    ['isempty(children.volume)', false],
    ['isempty(predecessors.volume)', true],
    ['round(nothing)', null],
    ['parent.volume', null],
    ['len(empty)', null],
  ];
  test.each(cases)('%s', (text, expected) => expect(seen(text)).toEqual(expected));
});

describe('functions', () => {
  const cases: [string, unknown][] = [
    ['if(volume > 100, "big", "small")', 'big'],
    ['if(volume > 1000, 1, volume > 100, 2, 3)', 2],
    ['if(volume > 1000, 1)', null],
    ['iferror(1 / 0, -1)', -1],
    ['iferror(4 / 2, -1)', 2],
    ['abs(-3)', 3],
    ['sign(-3)', -1],
    ['sqrt(9)', 3],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1234, -2)', 1200],
    ['floor(1.29, 1)', 1.2],
    ['ceiling(1.21, 1)', 1.3],
    ['mod(-7, 3)', 2],
    ['mod(7, 0)', 'division_by_zero@0-9'],
    ['sum(children.volume)', 30.6],
    ['sum(1, 2, children.fact)', 18],
    ['sum(predecessors.volume)', 0],
    ['min(children.start) = date(2025, 3, 1)', true],
    ['max(children.volume)', 20.5],
    ['max(predecessors.volume)', null],
    ['avg(children.progress)', 0.5],
    ['median(children.cost)', 250],
    ['count(children.volume)', 3],
    ['count(children.name; volume)', 3],
    ['any(children.late)', true],
    ['all(children.late)', false],
    ['all(predecessors.late)', true],
    ['sumproduct(children.fact; children.volume)', 100],
    ['weightedavg(children.progress; children.fact)', 12.5 / 15],
    ['weightedavg(children.progress; children.cost)', 200 / 600],
    ['weightedavg(predecessors.progress; predecessors.fact)', null],
    ['weightedavg(children.progress; predecessors.fact)', 'bad_argument@0-49'],
    ['year(start) * 10000 + month(start) * 100 + day(start)', 20250303],
    ['quarter(finish) + weekday(finish)', 6],
    ['finish - start', 11 + 8 / 24],
    ['days(start, finish)', 11],
    ['workdays(start, finish)', 9],
    ['start + 2 = adddays(start, 2)', true],
    ['1 + start = start + 1', true],
    ['day(addworkdays(start, 10))', 17],
    ['datadate() - date(2025, 3, 1)', 9],
    ['date(2025, 2, 30)', 'bad_argument@0-17'],
    ['date(20000, 1, 1)', 'not_a_number@0-17'],
    ['len(name)', 11],
    ['upper(left(name, 4)) & lower(right(name, 6))', 'POURslab 3'],
    ['mid(name, 6, 4)', 'slab'],
    ['trim("  a ")', 'a'],
    ['contains(name, "SLAB") and startswith(name, "pour") and endswith(name, "3")', true],
    ['replace(name, "slab", "wall")', 'Pour wall 3'],
    ['fixed(2 / 3, 2)', '0.67'],
    ['value("1,5") + 1', 2.5],
    ['value("abc")', 'bad_argument@0-12'],
    ['join(children.name, ", ")', 'a, b'],
  ];
  test.each(cases)('%s', (text, expected) => expect(seen(text)).toEqual(expected));
});

describe('errors stand at their place', () => {
  const cases: [string, string][] = [
    ['', 'empty@0-0'],
    ['   ', 'empty@3-3'],
    ['1 +', 'unexpected_end@3-3'],
    ['1 + * 2', 'unexpected@4-5'],
    ['(1', 'unexpected_end@2-2'],
    ['1 2', 'unexpected@2-3'],
    ['2 # 3', 'unexpected_character@2-3'],
    ['2 + 😀', 'unexpected_character@4-6'],
    ['"abc', 'unclosed_text@0-4'],
    ['1 + [Planned', 'unclosed_name@4-12'],
    ['volum', 'unknown_name@0-5'],
    ['1 + total(2)', 'unknown_function@4-9'],
    ['cousins.volume', 'unknown_scope@0-7'],
    ['children.', 'unexpected_end@9-9'],
    ['round()', 'argument_count@0-5'],
    ['1 + round(1, 2, 3)', 'argument_count@4-9'],
    ['round("a")', 'argument_type@6-9'],
    ['if(1, 2, 3)', 'argument_type@3-4'],
    ['if(late, 2, "b")', 'argument_type@12-15'],
    ['sum(children.start)', 'argument_type@4-18'],
    ['join(children.volume, ",")', 'argument_type@5-20'],
    ['name + 1', 'operand_type@0-8'],
    ['1 + (start + finish)', 'operand_type@4-20'],
    ['cost * cost', 'operand_type@0-11'],
    ['children.volume + 1', 'operand_type@0-19'],
    ['late < true', 'operand_type@0-11'],
    ['name = 1', 'operand_type@0-8'],
    ['start % ', 'operand_type@0-7'],
    ['children.volume', 'result_type@0-15'],
    ['1 + volume / (fact - 30)', 'division_by_zero@4-24'],
    ['2 + sqrt(-1)', 'not_a_number@4-12'],
    ['1e308 * 10', 'not_a_number@0-10'],
    ['start + 1e9', 'not_a_number@0-11'],
    [
      'replace(replace(replace("aaaaaaaaaa", "a", "aaaaaaaaaa"), "a", "aaaaaaaaaaaaaaaaaaaa"), "a", "aaaaaaaaaaaaaaaaaaaa")',
      'text_too_long@0-116',
    ],
    [`${'('.repeat(80)}1${')'.repeat(80)}`, 'too_deep@64-65'],
    [`${'1+'.repeat(2000)}1`, 'too_long@4000-4001'],
  ];
  test.each(cases)('%s', (text, expected) => expect(seen(text)).toBe(expected));

  test('a long chain of operators within the limit is read', () => {
    expect(seen(`${'1+'.repeat(1999)}1`)).toBe(2000);
  });

  test('without a calendar working days are an error, not a guess', () => {
    const compiled = compileFormula('1 + workdays(start, finish)', schema);
    if ('error' in compiled) throw new Error('must compile');
    const result = evaluateFormula(compiled.formula, { read: (_scope, name) => own[name], calendar: null, dataDate: 0 });
    expect(result).toMatchObject({ code: 'formula.no_calendar', from: 4, to: 27 });
  });
});

describe('types', () => {
  const cases: [string, string][] = [
    ['volume * 2', 'number'],
    ['cost + 1', 'money'],
    ['cost / [Planned cost]', 'number'],
    ['cost / volume', 'money'],
    ['progress * progress', 'percentage'],
    ['10% + 5%', 'percentage'],
    ['progress + 1', 'number'],
    ['start + 1', 'date'],
    ['finish - start', 'number'],
    ['min(children.start)', 'date'],
    ['sum(children.cost)', 'money'],
    ['if(late, cost, 0)', 'money'],
    ['if(late, empty, start)', 'date'],
    ['name & 1', 'text'],
    ['1 < 2', 'flag'],
  ];
  test.each(cases)('%s is %s', (text, expected) => {
    const compiled = compileFormula(text, schema);
    expect('formula' in compiled && compiled.formula.type).toBe(expected);
  });

  test('the type of the attribute is checked, numbers of all three kinds fit each other', () => {
    expect(compileFormula('name', schema, 'number')).toMatchObject({ error: { code: 'formula.result_type' } });
    expect(compileFormula('volume', schema, 'money')).toHaveProperty('formula');
    expect(compileFormula('empty', schema, 'date')).toHaveProperty('formula');
  });

  test('the dependencies name every cell group once', () => {
    const compiled = compileFormula('sum(children.volume) + volume + sum(CHILDREN.Volume) + if(late, parent.fact, 0)', schema);
    expect('formula' in compiled && compiled.formula.dependencies).toEqual([
      { scope: 'children', name: 'volume' },
      { scope: 'self', name: 'volume' },
      { scope: 'self', name: 'late' },
      { scope: 'parent', name: 'Fact' },
    ]);
  });
});

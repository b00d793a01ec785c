import { describe, expect, test } from 'vitest';
import { table } from '../testing/picture.ts';
import { compileFormula, formulaSchema } from './check.ts';
import { FORMULA_FUNCTIONS } from './functions/index.ts';
import { SCHEMA, typeOf, valueOf } from './testing/sheet.ts';
import { FORMULA_ERROR_CODES, commonType, elementOf, isFormulaError, isList, listOf } from './value.ts';
import type { FormulaType } from './value.ts';

test('the functions as the editor shows them, with the least and the most arguments', () => {
  const rows = [...FORMULA_FUNCTIONS].map(([name, { parameters, min, max }]) => `${name}(${parameters.join(',')}) ${min} ${max}`);
  expect(rows.join('\n')).toBe(
    table(`
      if(condition,then,else)      2 99
      ifempty(value,instead)       2 99
      iferror(value,instead)       2 2
      isempty(value)               1 1
      abs(value)                   1 1
      sign(value)                  1 1
      sqrt(value)                  1 1
      round(value,digits)          1 2
      floor(value,digits)          1 2
      ceiling(value,digits)        1 2
      mod(value,divisor)           2 2
      sum(values)                  1 99
      min(values)                  1 99
      max(values)                  1 99
      avg(values)                  1 99
      median(values)               1 99
      count(values)                1 99
      any(values)                  1 99
      all(values)                  1 99
      sumproduct(values,weights)   2 2
      weightedavg(values,weights)  2 2
      date(year,month,day)         3 3
      datadate()                   0 0
      year(date)                   1 1
      quarter(date)                1 1
      month(date)                  1 1
      day(date)                    1 1
      weekday(date)                1 1
      days(from,to)                2 2
      adddays(date,days)           2 2
      workdays(from,to)            2 2
      addworkdays(date,days)       2 2
      len(text)                    1 1
      upper(text)                  1 1
      lower(text)                  1 1
      trim(text)                   1 1
      contains(text,part)          2 2
      startswith(text,part)        2 2
      endswith(text,part)          2 2
      replace(text,part,instead)   3 3
      left(text,length)            2 2
      right(text,length)           2 2
      mid(text,position,length)    3 3
      fixed(value,digits)          2 2
      value(text)                  1 1
      join(list,separator)         2 2
    `),
  );
});

describe('every error has a formula that makes it', () => {
  const made: Record<string, string> = {
    'formula.empty': '',
    'formula.too_long': '1'.repeat(4001),
    'formula.too_deep': `${'('.repeat(99)}1`,
    'formula.unexpected_character': '?',
    'formula.unclosed_text': '"',
    'formula.unclosed_name': '[',
    'formula.unexpected': ')',
    'formula.unexpected_end': '1 +',
    'formula.unknown_name': 'nobody',
    'formula.unknown_function': 'nobody(1)',
    'formula.unknown_scope': 'nobody.n',
    'formula.argument_count': 'abs()',
    'formula.argument_type': 'abs("a")',
    'formula.operand_type': '1 + "a"',
    'formula.result_type': 'children.n',
    'formula.division_by_zero': '1 / 0',
    'formula.not_a_number': 'sqrt(-1)',
    'formula.bad_argument': 'value("a")',
    'formula.number_too_large': '1e309',
    'formula.text_too_long': `${Array(12).fill('replace(').join('')}"aa"${Array(12).fill(', "a", "aaaa")').join('')}`,
  };
  test.each(Object.entries(made))('%s', (code, text) => {
    const result = valueOf(text);
    expect(isFormulaError(result) && result.code).toBe(code);
  });

  test('what needs a sheet or a calendar is tried where they are', () =>
    expect(FORMULA_ERROR_CODES.filter((code) => !(code in made))).toEqual(['formula.no_calendar', 'formula.ring']));
});

describe('types that can hold two others', () => {
  const types: FormulaType[] = ['number', 'money', 'percentage', 'date', 'text', 'flag', 'empty'];
  test('the common type of each pair', () => {
    const rows = types.map((a) => [a, ...types.map((b) => commonType(a, b) ?? '.')].join(' '));
    expect([types.join(' '), ...rows].join('\n')).toBe(
      table(`
                   number money percentage date text flag empty
        number     number money number     .    .    .    number
        money      money  money money      .    .    .    money
        percentage number money percentage .    .    .    percentage
        date       .      .     .          date .    .    date
        text       .      .     .          .    text .    text
        flag       .      .     .          .    .    flag flag
        empty      number money percentage date text flag empty
      `),
    );
  });

  test('the order of the two does not matter', () => {
    for (const a of types) for (const b of types) expect(commonType(a, b)).toBe(commonType(b, a));
  });

  test('lists know their elements, single values are their own', () => {
    expect([isList(listOf('date')), elementOf(listOf('date')), isList('date'), elementOf('date'), elementOf('empty')]).toEqual([
      true,
      'date',
      false,
      'date',
      'empty',
    ]);
  });
});

describe('what a formula reads', () => {
  const dependencies = (text: string) => {
    const compiled = compileFormula(text, SCHEMA);
    return 'formula' in compiled
      ? compiled.formula.dependencies.map(({ scope, name }) => `${scope}.${name}`).join(' ')
      : compiled.error.code;
  };
  test.each([
    ['1 + 2', ''],
    ['n + n * 2', 'self.n'],
    ['n + parent.n + sum(children.n)', 'self.n parent.n children.n'],
    ['N + PARENT.N', 'self.n parent.n'],
    ['if(flag, n, m)', 'self.flag self.n self.m'],
    ['-n% + round(m, [no number])', 'self.n self.m self.no number'],
    ['count(predecessors.text) + count(successors.text)', 'predecessors.text successors.text'],
    ['if(false, money / 0, paid)', 'self.money self.paid'],
  ])('%s', (text, expected) => expect(dependencies(text)).toBe(expected));

  test('only the cells that are needed are read, each as often as it stands there', () => {
    const read: string[] = [];
    const frame = {
      read: (_scope: string, name: string) => {
        read.push(name);
        return name === 'flag' ? true : 1;
      },
    };
    valueOf('if(flag, n, m)', frame);
    valueOf('flag or [no flag]', frame);
    valueOf('n + n', frame);
    expect(read).toEqual(['flag', 'n', 'flag', 'n', 'n']);
  });

  test('a choice inside a choice is looked at once', () => {
    let reads = 0;
    const frame = { read: () => (reads++, 1) };
    const nested = Array.from({ length: 20 }).reduce<string>((inner) => `ifempty(${inner}, 0)`, 'n');
    expect([valueOf(nested, frame), reads]).toEqual([1, 1]);
  });
});

describe('names', () => {
  const named = (...names: string[]) => formulaSchema(names.map((name) => ({ name, type: 'number' as const })));
  const dependency = (text: string, ...names: string[]) => {
    const compiled = compileFormula(text, named(...names));
    return 'formula' in compiled ? compiled.formula.dependencies[0].name : compiled.error.code;
  };
  test.each([
    ['объём', 'Объём', 'Объём'],
    ['été', 'Été', 'Été'],
    ['_x1', '_x1', '_x1'],
    ['[a b]', 'A B', 'A B'],
    ['[a]]b]', 'a]b', 'a]b'],
    ['[1st]', '1st', '1st'],
    ['[and]', 'and', 'and'],
    ['and', 'and', 'formula.unexpected'],
    ['true', 'true', undefined],
    ['[ a]', 'a', 'formula.unknown_name'],
    ['straße', 'STRASSE', 'formula.unknown_name'],
  ])('%s finds %s', (text, name, expected) => {
    if (expected === undefined) expect(typeOf(text)).toBe('flag');
    else expect(dependency(text, name)).toBe(expected);
  });

  test('of two that differ in capitals alone the last is found', () => expect(dependency('ab', 'AB', 'Ab')).toBe('Ab'));
});

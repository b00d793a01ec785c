import { describe, expect, test } from 'vitest';
import { picture, table } from '../testing/picture.ts';
import { SCHEMA, typeOf } from './testing/sheet.ts';
import { compileFormula } from './check.ts';
import { FORMULA_FUNCTIONS } from './functions/index.ts';
import { FORMULA_SCALARS } from './value.ts';

/** One name or word of every type. */
const OF: Record<string, string> = { number: 'n', money: 'money', part: 'part', date: 'start', text: 'text', flag: 'flag', empty: 'empty' };

const short = (type: string) => (type.startsWith('(') ? '.' : type.replace('percentage', 'part'));

/** Types of `left operator right`, a row for every left side and a column for every right one; `.` is refused. */
function expectMatrix(operator: string, drawing: string) {
  const rows = Object.entries(OF).map(([name, left]) =>
    [name, ...Object.values(OF).map((right) => short(typeOf(`${left} ${operator} ${right}`)))].join(' '),
  );
  expect([Object.keys(OF).join(' '), ...rows].join('\n')).toBe(table(drawing));
}

describe('operators', () => {
  test('a sum: money takes numbers up, dates take calendar days, the rest does not mix', () =>
    expectMatrix(
      '+',
      `
               number money part   date text flag empty
        number number money number date .    .    number
        money  money  money money  .    .    .    money
        part   number money part   .    .    .    part
        date   date   .     .      .    .    .    date
        text   .      .     .      .    .    .    .
        flag   .      .     .      .    .    .    .
        empty  number money part   date .    .    number
      `,
    ));

  test('a difference: of two dates it is a number of days', () =>
    expectMatrix(
      '-',
      `
               number money part   date   text flag empty
        number number money number .      .    .    number
        money  money  money money  .      .    .    money
        part   number money part   .      .    .    part
        date   date   .     .      number .    .    date
        text   .      .     .      .      .    .    .
        flag   .      .     .      .      .    .    .
        empty  number money part   .      .    .    number
      `,
    ));

  test('a product: money by money is refused', () =>
    expectMatrix(
      '*',
      `
               number money part   date text flag empty
        number number money number .    .    .    number
        money  money  .     money  .    .    .    money
        part   number money part   .    .    .    part
        date   .      .     .      .    .    .    .
        text   .      .     .      .    .    .    .
        flag   .      .     .      .    .    .    .
        empty  number money part   .    .    .    number
      `,
    ));

  test('a quotient: money by money is a number, so is a part by a part', () =>
    expectMatrix(
      '/',
      `
               number money  part   date text flag empty
        number number number number .    .    .    number
        money  money  number money  .    .    .    money
        part   number number number .    .    .    number
        date   .      .      .      .    .    .    .
        text   .      .      .      .    .    .    .
        flag   .      .      .      .    .    .    .
        empty  number number number .    .    .    number
      `,
    ));

  test('a power: of money there is none', () =>
    expectMatrix(
      '^',
      `
               number money part   date text flag empty
        number number .     number .    .    .    number
        money  .      .     .      .    .    .    .
        part   number .     number .    .    .    number
        date   .      .     .      .    .    .    .
        text   .      .     .      .    .    .    .
        flag   .      .     .      .    .    .    .
        empty  number .     number .    .    .    number
      `,
    ));

  test('joining makes a text of everything', () =>
    expectMatrix(
      '&',
      `
               number money part date text flag empty
        number text text text text text text text
        money  text text text text text text text
        part   text text text text text text text
        date   text text text text text text text
        text   text text text text text text text
        flag   text text text text text text text
        empty  text text text text text text text
      `,
    ));

  test.each(['and', 'or'])('%s joins flags', (operator) =>
    expectMatrix(
      operator,
      `
               number money part date text flag empty
        number .      .     .    .    .    .    .
        money  .      .     .    .    .    .    .
        part   .      .     .    .    .    .    .
        date   .      .     .    .    .    .    .
        text   .      .     .    .    .    .    .
        flag   .      .     .    .    .    flag flag
        empty  .      .     .    .    .    flag flag
      `,
    ),
  );

  test.each(['=', '<>'])('%s compares what is of one kind, and everything with empty', (operator) =>
    expectMatrix(
      operator,
      `
               number money part date text flag empty
        number flag   flag  flag .    .    .    flag
        money  flag   flag  flag .    .    .    flag
        part   flag   flag  flag .    .    .    flag
        date   .      .     .    flag .    .    flag
        text   .      .     .    .    flag .    flag
        flag   .      .     .    .    .    flag flag
        empty  flag   flag  flag flag flag flag flag
      `,
    ),
  );

  test.each(['<', '<=', '>', '>='])('%s compares what has an order: flags have none', (operator) =>
    expectMatrix(
      operator,
      `
               number money part date text flag empty
        number flag   flag  flag .    .    .    flag
        money  flag   flag  flag .    .    .    flag
        part   flag   flag  flag .    .    .    flag
        date   .      .     .    flag .    .    flag
        text   .      .     .    .    flag .    flag
        flag   .      .     .    .    .    .    .
        empty  flag   flag  flag flag flag .    flag
      `,
    ),
  );

  test('signs, per cent and not', () => {
    const rows = Object.entries(OF).map(([name, one]) =>
      [name, ...['-#', '+#', '#%', 'not #'].map((form) => short(typeOf(form.replace('#', one))))].join(' '),
    );
    expect(rows.join('\n')).toBe(
      table(`
        number number number part .
        money  money  money  .    .
        part   part   part   .    .
        date   .      .      .    .
        text   .      .      .    .
        flag   .      .      .    flag
        empty  number number part flag
      `),
    );
  });

  test('lists stand in functions only', () => {
    for (const operator of ['+', '&', '=', '<', 'and']) expect(typeOf(`children.n ${operator} 1`)).toBe('(operand_type)');
    expect([typeOf('-children.n'), typeOf('not children.flag'), typeOf('children.n')]).toEqual([
      '(operand_type)',
      '(operand_type)',
      '(result_type)',
    ]);
  });
});

describe('functions of one argument', () => {
  const forms = ['abs', 'round', 'sum', 'min', 'count', 'any', 'year', 'len', 'isempty', 'value'];
  test('what each takes and gives', () => {
    const rows = Object.entries(OF).map(([name, one]) => [name, ...forms.map((form) => short(typeOf(`${form}(${one})`)))].join(' '));
    expect([forms.join(' '), ...rows].join('\n')).toBe(
      table(`
               abs    round  sum    min    count  any  year   len    isempty value
        number number number number number number .    .      .      flag    .
        money  money  money  money  money  number .    .      .      flag    .
        part   part   part   part   part   number .    .      .      flag    .
        date   .      .      .      date   number .    number .      flag    .
        text   .      .      .      .      number .    .      number flag    number
        flag   .      .      .      .      number flag .      .      flag    .
        empty  number number number number number flag number number flag    number
      `),
    );
  });

  test('the same of lists', () => {
    const lists = Object.entries(OF).filter(([name]) => name !== 'empty');
    const rows = lists.map(([name, one]) => [name, ...forms.map((form) => short(typeOf(`${form}(children.${one})`)))].join(' '));
    expect([forms.join(' '), ...rows].join('\n')).toBe(
      table(`
               abs round sum    min    count  any  year len isempty value
        number .   .     number number number .    .    .   flag    .
        money  .   .     money  money  number .    .    .   flag    .
        part   .   .     part   part   number .    .    .   flag    .
        date   .   .     .      date   number .    .    .   flag    .
        text   .   .     .      .      number .    .    .   flag    .
        flag   .   .     .      .      number flag .    .   flag    .
      `),
    );
  });
});

describe('functions of several', () => {
  const expectTypes = (lines: string) => {
    const rows = picture(lines)
      .split('\n')
      .map((line) => line.split(/ +→ +/)[0]);
    expect(rows.map((row) => `${row} → ${typeOf(row)}`).join('\n')).toBe(picture(lines).replace(/ +→ +/g, ' → '));
  };

  test('the branches of a choice have one type', () =>
    expectTypes(`
      if(flag, 1, 2)               → number
      if(flag, money, 2)           → money
      if(flag, part, 2)            → number
      if(flag, part, empty)        → percentage
      if(flag, start, empty)       → date
      if(flag, empty, empty)       → empty
      if(flag, 1, "a")             → (argument_type)
      if(flag, start, 1)           → (argument_type)
      if(n, 1, 2)                  → (argument_type)
      if(flag, 1, n, 2, 3)         → (argument_type)
      if(flag, 1, flag, money, 3)  → money
      ifempty([no number], money)  → money
      ifempty(text, 1)             → (argument_type)
      iferror(n, [no number])      → number
      iferror(start, text)         → (argument_type)
    `));

  test('aggregates mix numbers, and dates with dates only', () =>
    expectTypes(`
      sum(n, money, part)          → money
      sum(n, part)                 → number
      sum(part, children.part)     → percentage
      sum(n, text)                 → (argument_type)
      max(start, children.finish)  → date
      max(start, n)                → (argument_type)
      sum(start)                   → (argument_type)
      avg(start, finish)           → date
      median(children.money)       → money
      sumproduct(children.n, children.m) → number
      sumproduct(children.money, children.n) → money
      weightedavg(children.part, children.n) → percentage
      weightedavg(children.start, children.n) → (argument_type)
      weightedavg(children.n, m)   → (argument_type)
    `));

  test('texts, dates and numbers each in their place', () =>
    expectTypes(`
      left(text, n)                → text
      left(n, 2)                   → (argument_type)
      mid(text, 1, "x")            → (argument_type)
      replace(text, "a", 1)        → (argument_type)
      fixed(n, 2)                  → text
      fixed(text, 2)               → (argument_type)
      join(children.text, ",")     → text
      join(text, ",")              → (argument_type)
      join(children.n, ",")        → (argument_type)
      join(children.text, 1)       → (argument_type)
      date(1, 2, 3)                → date
      date("1", 2, 3)              → (argument_type)
      days(start, finish)          → number
      days(start, 3)               → (argument_type)
      adddays(start, n)            → date
      addworkdays(n, start)        → (argument_type)
      workdays(start, finish)      → number
    `));
});

describe('the attribute that a formula fills', () => {
  test('numbers of all three kinds fit each other, empty fits everything', () => {
    const formulas = ['n', 'money', 'part', 'start', 'text', 'flag', 'empty'];
    const fits = (formula: string, type: (typeof FORMULA_SCALARS)[number]) =>
      'formula' in compileFormula(formula, SCHEMA, type) ? 'yes' : '.';
    const rows = FORMULA_SCALARS.map((type) => [type, ...formulas.map((formula) => fits(formula, type))].join(' '));
    expect([formulas.join(' '), ...rows].join('\n')).toBe(
      table(`
                   n   money part start text flag empty
        number     yes yes   yes  .     .    .    yes
        text       .   .     .    .     yes  .    yes
        date       .   .     .    yes   .    .    yes
        flag       .   .     .    .     .    yes  yes
        money      yes yes   yes  .     .    .    yes
        percentage yes yes   yes  .     .    .    yes
      `),
    );
  });
});

test('every function knows its number of arguments, and refuses one less and one more', () => {
  for (const [name, { min, max, parameters }] of FORMULA_FUNCTIONS) {
    const call = (count: number) => typeOf(`${name}(${Array(count).fill('empty').join(', ')})`);
    expect(parameters.length).toBeGreaterThanOrEqual(Math.min(min, 1));
    if (min > 0) expect([name, call(min - 1)]).toEqual([name, '(argument_count)']);
    expect([name, call(max + 1)]).toEqual([name, '(argument_count)']);
    expect([name, call(min)]).not.toEqual([name, '(argument_count)']);
    expect([name, call(max)]).not.toEqual([name, '(argument_count)']);
  }
});

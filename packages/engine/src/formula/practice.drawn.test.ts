import { minuteOf } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { compileCalendar } from '../time/calendar.ts';
import { table } from '../testing/picture.ts';
import { calculateFormulas } from './cells.ts';
import type { CalculatedAttribute } from './cells.ts';
import { compileFormula, formulaSchema } from './check.ts';
import type { FormulaName } from './check.ts';
import { isFormulaError } from './value.ts';
import type { FormulaCell, FormulaResult, FormulaScalar } from './value.ts';
import { formulaCalendar } from './working-days.ts';

const SHIFT = [{ start: 9 * 60, finish: 17 * 60 }];
const CALENDAR = formulaCalendar(compileCalendar({ week: [SHIFT, SHIFT, SHIFT, SHIFT, SHIFT, [], []], exceptions: [] }), 480);

/** Fields by their types; a date is a day of March 2025, from nine in the morning. */
const FIELDS: Record<string, FormulaScalar> = {
  volume: 'number',
  fact: 'number',
  price: 'money',
  cost: 'money',
  progress: 'percentage',
  start: 'date',
  finish: 'date',
  done: 'flag',
};

/**
 * Rows of a table: a name, its parent or `-`, its predecessors or `-`, then the stored fields of the head; the columns behind `|` are
 * calculated and expected.
 */
function expectSheet(formulas: Record<string, [FormulaScalar, string]>, drawing: string) {
  const [head, ...rows] = table(drawing).split('\n');
  const stored = head.split(' | ')[0].split(' ').slice(3);
  const cells = rows.map((row) => row.split(' | ')[0].split(' '));
  const names = cells.map(([name]) => name);
  const schema = formulaSchema([
    ...Object.entries(FIELDS).map(([name, type]): FormulaName => ({ name, type })),
    ...Object.entries(formulas).map(([name, [type]]): FormulaName => ({ name, type })),
  ]);
  const attributes = Object.entries(formulas).map(([name, [type, text]]): CalculatedAttribute => {
    const compiled = compileFormula(text, schema, type);
    if ('error' in compiled) throw new Error(`${text}: ${compiled.error.code} at ${compiled.error.from}`);
    return { name, formula: compiled.formula };
  });
  const results = calculateFormulas(
    {
      items: [...names.keys()],
      relatives: (scope, item) => {
        const before = (row: number) => (cells[row][2] === '-' ? [] : cells[row][2].split(',').map((name) => names.indexOf(name)));
        if (scope === 'parent') return cells[item][1] === '-' ? [] : [names.indexOf(cells[item][1])];
        if (scope === 'children') return [...names.keys()].filter((row) => cells[row][1] === names[item]);
        return scope === 'predecessors' ? before(item) : [...names.keys()].filter((row) => before(row).includes(item));
      },
      stored: (name) => (item) => fieldOf(name, cells[item][3 + stored.indexOf(name)]),
      calendar: () => CALENDAR,
      dataDate: minuteOf(2025, 3, 10),
    },
    attributes,
  );
  const written = rows.map(
    (row, item) =>
      `${row.split(' | ')[0]} | ${Object.keys(formulas)
        .map((name) => shown(results.get(name)!.get(item)!))
        .join(' ')}`,
  );
  expect([head, ...written].join('\n')).toBe(table(drawing));
}

function fieldOf(name: string, text: string | undefined): FormulaCell {
  if (text === undefined || text === '-') return null;
  if (FIELDS[name] === 'flag') return text === 'yes';
  if (FIELDS[name] === 'date') return minuteOf(2025, 3, Number(text), 9);
  return FIELDS[name] === 'percentage' ? parseFloat(text) / 100 : Number(text);
}

function shown(value: FormulaResult): string {
  if (value === null) return '-';
  if (isFormulaError(value)) return value.code.replace('formula.', '');
  return typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : String(value);
}

describe('what a planner calculates', () => {
  test('what is left of every volume, and what it costs', () =>
    expectSheet(
      { left: ['number', 'volume - ifempty(fact, 0)'], due: ['money', 'max(0, volume - ifempty(fact, 0)) * price'] },
      `
        row    parent before volume fact price | left due
        dig    -      -      100    100  5     | 0    0
        pour   -      dig    80     20   30    | 60   1800
        cure   -      pour   80     -    1     | 80   80
        clean  -      cure   -      -    9     | -    0
        extra  -      -      10     12   4     | -2   0
      `,
    ));

  test('progress by volume, climbing by cost', () =>
    expectSheet(
      {
        budget: ['money', 'if(count(children.budget) = 0, cost, sum(children.budget))'],
        part: ['percentage', 'if(count(children.part) = 0, min(1, fact / volume), weightedavg(children.part, children.budget))'],
      },
      `
        row   parent before volume fact cost | budget part
        house -      -      -      -    -    | 1000   0.3
        dig   house  -      10     10   100  | 100    1
        frame house  -      -      -    -    | 900    0.222
        walls frame  -      40     10   600  | 600    0.25
        roof  frame  -      30     5    300  | 300    0.167
      `,
    ));

  test('the pace so far and the day on which it ends', () =>
    expectSheet(
      {
        pace: ['number', 'fact / workdays(start, datadate())'],
        days: ['number', '(volume - fact) / pace'],
        end: ['number', 'day(addworkdays(datadate(), days))'],
      },
      `
        row   parent before volume fact start | pace days end
        walls -      -      100    50   3     | 10   5    14
        roof  -      -      30     6    6     | 3    8    19
        tiles -      -      30     -    6     | -    -    -
        gutter -     -      30     6    10    | division_by_zero division_by_zero division_by_zero
      `,
    ));

  test('a traffic light: late, at risk, fine, done', () =>
    expectSheet(
      {
        light: [
          'text',
          'if(done, "done", finish < datadate(), "late", workdays(datadate(), finish) < 2, "risk", isempty(finish), "none", "fine")',
        ],
      },
      `
        row  parent before finish done | light
        a    -      -      4      yes  | done
        b    -      -      7      -    | late
        c    -      -      11     -    | risk
        d    -      -      13     -    | fine
        e    -      -      -      -    | none
      `,
    ));

  test('the slack to the successor, and the least of a chain', () =>
    expectSheet(
      {
        slack: ['number', 'workdays(finish, min(successors.start))'],
        least: ['number', 'min(slack, successors.least)'],
      },
      `
        row  parent before start finish | slack least
        a    -      -      3     4      | 1     -1
        b    -      a      5     6      | 0     0
        c    -      a      7     7      | -1    -1
        d    -      b,c    6     11     | -     -
      `,
    ));

  test('the share of a row in the whole project, whatever the depth', () =>
    expectSheet(
      {
        total: ['money', 'if(count(children.total) = 0, cost, sum(children.total))'],
        whole: ['money', 'ifempty(parent.whole, total)'],
        share: ['percentage', 'total / whole'],
      },
      `
        row   parent before cost | total whole share
        site  -      -      -    | 200   200   1
        house site   -      -    | 150   200   0.75
        walls house  -      90   | 90    200   0.45
        roof  house  -      60   | 60    200   0.3
        fence site   -      50   | 50    200   0.25
      `,
    ));

  test('numbers along the predecessors: the place in the longest chain', () =>
    expectSheet(
      { place: ['number', 'ifempty(max(predecessors.place), 0) + 1'] },
      `
        row  parent before | place
        a    -      -      | 1
        b    -      a      | 2
        c    -      a      | 2
        d    -      b,c    | 3
        e    -      a,d    | 4
      `,
    ));

  test('what a division by nothing does to its readers, and where it stops', () =>
    expectSheet(
      {
        rate: ['money', 'cost / volume'],
        mean: ['money', 'avg(children.rate)'],
        safe: ['money', 'iferror(mean, 0)'],
      },
      `
        row   parent before volume cost | rate             mean             safe
        house -      -      -      -    | -                division_by_zero 0
        walls house  -      10     50   | 5                -                -
        paint house  -      0      20   | division_by_zero -                -
      `,
    ));
});

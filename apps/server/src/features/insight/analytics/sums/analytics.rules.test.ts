import { OTHER_GROUPS } from '@gantry/contract';
import { type AnyRow, dayOf, minuteOf, parseMinute } from '@gantry/domain';
import type { AmountTables } from '@gantry/plan-view';
import { compileFigureFormula, FORMULA_FIGURES } from '@gantry/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOfWeek, factsOf, weekOf } from '../facts/analytics.facts.rules.ts';
import { LINE_KEYS, rulesOf } from '../facts/analytics.lines.rules.ts';
import { addLine, openPack, packLines, type PeriodLines, unpackLines } from '../facts/analytics.pack.rules.ts';
import { dateOf } from './analytics.axis.rules.ts';
import { statsOf } from './analytics.stats.rules.ts';
import { earnedValueOf } from './analytics.earned.rules.ts';
import { figureReader, figureReaders, periodsOf } from './analytics.formula.rules.ts';
import { largestOf, seriesOf, togetherOf } from './analytics.sums.rules.ts';

const at = (text: string) => parseMinute(text) as number;
const WEEK = Array.from({ length: 7 }, (_, index) => (index < 5 ? [{ start: 540, finish: 1020 }] : []));
const CALENDAR = {
  id: 1,
  name: 'Five days',
  week: WEEK,
  exceptions: [],
  baseId: null,
  minutesPerDay: 480,
  minutesPerWeek: 2400,
  minutesPerMonth: 9600,
  minutesPerYear: 115_200,
  isDefault: true,
} as unknown as AnyRow;

const item = (id: number, start: string, finish: string, more: object = {}): AnyRow => ({
  id,
  parentId: null,
  type: 'work',
  schedulingKind: 'task',
  status: 'not_started',
  calendarId: 1,
  progress: 0,
  start: at(start),
  finish: at(finish),
  actualStart: null,
  actualFinish: null,
  targetStart: null,
  targetFinish: null,
  earlyStart: null,
  earlyFinish: null,
  totalFloatMinutes: 0,
  critical: false,
  nearCritical: false,
  ...more,
});
const money = (itemId: number, planned: number, more: object = {}): AnyRow => ({
  id: itemId,
  itemId,
  resourceId: 1,
  plannedUnits: 0,
  actualUnits: 0,
  remainingUnits: 0,
  plannedCost: planned,
  actualCost: 0,
  remainingCost: planned,
  lagMinutes: 0,
  curve: null,
  ...more,
});
const tables = (wbs: AnyRow[], assignment: AnyRow[]): AmountTables => ({
  wbs,
  assignment,
  resource: [{ id: 1, kind: 'labour', calendarId: null }],
  calendar: [CALENDAR],
  daySeries: [],
  settings: [],
});
const MONDAY = '2025-03-03T09:00';

describe('facts of a version', () => {
  test('plan, target, fact, earned and what is left lie where the work lies', () => {
    // Two weeks of 1,000; half done in the first, for 600; promised a week earlier.
    const work = item(1, MONDAY, '2025-03-14T17:00', {
      status: 'in_progress',
      progress: 0.5,
      actualStart: at(MONDAY),
      earlyStart: at('2025-03-10T09:00'),
      earlyFinish: at('2025-03-14T17:00'),
      targetStart: at('2025-02-24T09:00'),
      targetFinish: at('2025-03-07T17:00'),
    });
    const { week, head } = factsOf(tables([work], [money(1, 1000, { actualCost: 600, remainingCost: 500 })]), at('2025-03-08T00:00'));
    const first = weekOf(Math.floor(at(MONDAY) / 1440));
    expect(week['cost_plan']).toEqual({ first, units: [50_000, 50_000] });
    expect(week['cost_target']).toEqual({ first: first - 1, units: [50_000, 50_000] });
    expect(week['cost_fact']).toEqual({ first, units: [60_000] });
    expect(week['cost_earned']).toEqual({ first, units: [50_000] });
    expect(week['cost_remaining']).toEqual({ first: first + 1, units: [50_000] });
    expect(head.cost).toEqual({ budget: 100_000, planned: 100_000, earned: 50_000, actual: 60_000, remaining: 50_000 });
    expect(head).toMatchObject({ works: 1, in_progress: 1, late_against_target: 1, without_target: 0 });
    expect(dayOfWeek(first) * 1440).toBe(at('2025-03-03T00:00'));
  });

  test('drafts, phases and milestones bring no amounts; milestones are counted', () => {
    const phase = item(1, MONDAY, '2025-03-07T17:00', { type: 'sum' });
    const work = item(2, MONDAY, '2025-03-07T17:00', { parentId: 1 });
    const draft = item(3, MONDAY, '2025-03-07T17:00', { type: 'draft' });
    const milestone = item(4, MONDAY, MONDAY, { type: 'milestone_finish', targetFinish: at('2025-03-01T00:00') });
    const { week, head } = factsOf(tables([phase, work, draft, milestone], [money(1, 7), money(2, 100), money(3, 9)]), at(MONDAY));
    expect(head).toMatchObject({ works: 1, milestones: 1, not_started: 1, without_target: 1 });
    expect(week['cost_plan']?.units).toEqual([10_000]);
    expect(week['starts_plan']?.units).toEqual([1]);
  });

  test('without amounts progress counts works, and what is due goes by working time', () => {
    const half = item(1, MONDAY, '2025-03-14T17:00', { progress: 0.25, status: 'in_progress' });
    const done = item(2, MONDAY, '2025-03-04T17:00', { progress: 1, status: 'completed' });
    const { head } = factsOf(tables([half, done], []), at('2025-03-10T00:00'));
    expect(statsOf([head])).toMatchObject({ progress: 0.625, progress_planned: 0.75, completed: 1, deviation_days: null });
  });
});

describe('formulas over figures', () => {
  test('read sums of a place and of what stands below it, and no other relatives', () => {
    expect(compileFigureFormula('cost_fact / volume_fact')).toMatchObject({ formula: { type: 'money' } });
    expect(compileFigureFormula('min(children.spit)')).toMatchObject({ formula: { type: 'number' } });
    expect(compileFigureFormula('parent.works')).toMatchObject({ error: { code: 'formula.unknown_scope' } });
    expect(compileFigureFormula('planned_cost')).toMatchObject({ error: { code: 'formula.unknown_name' } });
  });

  test('each name has its value, and none of no version', () => {
    const promised = { targetStart: at(MONDAY), targetFinish: at('2025-03-07T17:00') };
    const work = item(1, MONDAY, '2025-03-14T17:00', { ...promised, status: 'in_progress', progress: 0.5, actualStart: at(MONDAY) });
    const { month, head } = factsOf(
      tables([work], [money(1, 1000, { plannedUnits: 80, actualUnits: 40, remainingUnits: 40, actualCost: 600, remainingCost: 500 })]),
      at('2025-03-08T00:00'),
    );
    const basis = {
      facts: [{ head, lines: month }],
      volumes: [{ volume_plan: { first: 0, units: [1500] } }],
      money: true,
      estimate: 'cpi' as const,
    };
    const read = figureReader({ ...basis, before: [] });
    for (const { name, type } of FORMULA_FIGURES) expect(typeof read(name), `${name}: ${type}`).toBe('number');
    expect([read('cost_fact'), read('volume_plan'), read('cpi'), read('cost_eac')]).toEqual([600, 1.5, 500 / 600, 1200]);
    const hidden = figureReader({ ...basis, money: false, before: [] });
    expect([hidden('cost_eac'), hidden('cpi'), hidden('labour_eac')]).toEqual([null, null, 80]);
    const nothing = figureReader({ ...basis, facts: [], before: [] });
    for (const { name } of FORMULA_FIGURES) expect(nothing(name)).toBeNull();
  });
});

describe('sums of versions', () => {
  const facts = (start: string, finish: string, cost: number, part: number) => {
    const { head, month } = factsOf(tables([item(1, start, finish)], [money(1, cost)]), at('2025-04-01T00:00'));
    return { part_id: part, head, lines: month };
  };
  const parts = [
    { id: 7, name: 'A', kind: 'project' as const },
    { id: 8, name: 'B', kind: 'project' as const },
  ];
  const two = [facts('2025-01-01T09:00', '2025-03-31T17:00', 640, 7), facts('2025-05-01T09:00', '2025-05-30T17:00', 60.05, 8)];

  test('months, quarters and years hold the same total; parts add up to it', () => {
    for (const period of ['month', 'quarter', 'year'] as const) {
      const { lines, parts: reported, periods } = seriesOf(two, parts, { rules: rulesOf('cost'), period });
      expect(lines.find(({ key }) => key === 'plan')).toMatchObject({ total: 700.05 });
      expect(lines.find(({ key }) => key === 'plan')?.cumulative.at(-1)).toBe(700.05);
      expect(reported.map(({ totals }) => totals['plan'])).toEqual([640, 60.05]);
      expect(periods.length).toBe({ month: 5, quarter: 2, year: 1 }[period]);
    }
  });

  test('fact and earned end with the data date, the forecast begins there', () => {
    const { lines } = seriesOf(two, parts, { rules: rulesOf('cost'), period: 'month' });
    const of = (key: string) => lines.find((line) => line.key === key)?.values.map((value) => value !== null);
    expect(of('fact')).toEqual([true, true, true, false, false]);
    expect(of('forecast')).toEqual([false, false, true, true, true]);
    expect(of('plan')).toEqual([true, true, true, true, true]);
  });

  test('an estimate lays what it says is left like what is left of the plan, after what was done', () => {
    const { lines } = seriesOf(two, parts, { rules: rulesOf('cost'), period: 'month' }, 1400.1);
    const [estimate, remaining] = ['estimate', 'remaining'].map((key) => lines.find((line) => line.key === key));
    expect(estimate?.total).toBe(1400.1);
    expect(estimate?.values.at(-1)).toBeCloseTo(2 * Number(remaining?.values.at(-1)), 1);
  });

  test('the pace of a place counts each schedule to its own data date', () => {
    // Four months of 100 each, promised as planned.
    const dated = (date: string, progress: number, month: number) => {
      const [start, finish] = [`2025-0${month}-01T00:00`, `2025-0${month + 3}-30T17:00`];
      const begun = { status: 'in_progress', progress, actualStart: at(start), targetStart: at(start), targetFinish: at(finish) };
      const { head, month: lines } = factsOf(tables([item(1, start, finish, begun)], [money(1, 400)]), at(date));
      const cost_target = { first: lines['cost_target']?.first ?? 0, units: [10_000, 10_000, 10_000, 10_000] };
      return { head, lines: { ...lines, cost_target } };
    };
    const pace = (...facts: ReturnType<typeof dated>[]) => {
      const value = earnedValueOf(facts, 'cost', 'month');
      return value && [value.spit, value.svt_days].map((one) => Number(one?.toFixed(6)));
    };
    const [march, april] = [dated('2025-03-01T00:00', 0.5, 1), dated('2025-04-01T00:00', 0.75, 1)];
    expect([pace(march), pace(april)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    // Both are in time, and so are they together, however far apart their data dates are.
    expect(pace(march, april)).toEqual([1, 0]);
    expect(pace(april, dated('2025-06-01T00:00', 0.75, 3))).toEqual([1, 0]);
    // Half a month behind on one of two alike: a quarter of a month on the whole.
    expect(pace(dated('2025-03-01T00:00', 0.375, 1), april)).toEqual([Number((2.75 / 3).toFixed(6)), Number((-0.25 * 30.4375).toFixed(6))]);
    // One that has not begun moves nothing; of one data date it is the plan of all.
    expect(pace(march, dated('2025-03-01T00:00', 0.25, 1))).toEqual([0.75, Number((-0.5 * 30.4375).toFixed(6))]);
    expect(earnedValueOf([], 'cost', 'month')).toBeNull();
  });

  test('versions added up at their parts and data dates answer as each by itself does', () => {
    const versions = Array.from({ length: 12 }, (_, index) => {
      const month = 1 + (index % 3);
      const begun = { status: 'in_progress', progress: 0.25, actualStart: at(`2025-0${month}-01T09:00`) };
      const own = tables([item(1, `2025-0${month}-01T09:00`, `2025-0${month + 2}-28T17:00`, begun)], [money(1, 100 + index * 7.01)]);
      const { head, month: lines } = factsOf(own, at(`2025-0${3 + (index % 2)}-01T00:00`));
      return { version: { part_id: 7 + (index % 4 === 0 ? 1 : 0) }, head, packed: packLines(LINE_KEYS, lines), lines };
    });
    const apart = versions.map(({ version, head, lines }) => ({ ...version, head, lines }));
    const together = togetherOf(versions.map(({ version, head, packed }) => ({ version, head, lines: packed })));
    expect(together.length).toBe(3);
    for (const kind of ['cost', 'labour', 'count'] as const)
      expect(seriesOf(together, parts, { rules: rulesOf(kind), period: 'month' })).toEqual(
        seriesOf(apart, parts, { rules: rulesOf(kind), period: 'month' }),
      );
    expect(earnedValueOf(together, 'cost', 'month')).toEqual(earnedValueOf(apart, 'cost', 'month'));
    expect(togetherOf([{ ...versions[0], lines: null }])).toMatchObject([{ lines: {} }]);
  });

  test('versions counted at different minutes of a day are added up together, by the latest of them', () => {
    const { head, month: lines } = factsOf(
      tables([item(1, '2025-01-01T09:00', '2025-03-28T17:00')], [money(1, 100)]),
      at('2025-02-01T00:00'),
    );
    const versions = Array.from({ length: 600 }, (_, minute) => ({
      version: { part_id: 7 },
      head: { ...head, data_date: at('2025-02-01T08:00') + ((minute * 7) % 600) },
      lines: packLines(LINE_KEYS, lines),
    }));
    const together = togetherOf(versions);
    expect(together.map((one) => one.head.data_date)).toEqual([at('2025-02-01T08:00') + 599]);
    const apart = versions.map((one) => ({ ...one, part_id: 7, lines }));
    expect(earnedValueOf(apart, 'cost', 'month')).toEqual(earnedValueOf(together, 'cost', 'month'));
  });

  test('a curve of a formula adds versions up once for all of its periods', () => {
    let read = 0;
    const { head, month: lines } = factsOf(
      tables([item(1, '2025-01-01T09:00', '2025-12-28T17:00')], [money(1, 100)]),
      at('2025-02-01T00:00'),
    );
    const fact = {
      head,
      get lines() {
        read += 1;
        return lines;
      },
    };
    const basis = { facts: [fact], volumes: [], money: true, estimate: 'cpi' as const, before: [] };
    const name = 'cost_plan';
    const ends = Array.from({ length: 12 }, (_, month) => ({ end: dayOf(minuteOf(2025, month + 1, 1)), side: 0 as const }));
    const expected = ends.map((until) => figureReader(basis, until)(name));
    read = 0;
    const readUntil = figureReaders(basis);
    expect(ends.map((until) => readUntil(until)(name))).toEqual(expected);
    expect(read).toBeLessThan(ends.length);
    expect(new Set(expected).size).toBeGreaterThan(6);
  });

  test('nothing is an answer without periods', () => {
    expect(seriesOf([], parts, { rules: rulesOf('cost'), period: 'week' })).toMatchObject({ periods: [], data_date: null });
    expect(statsOf([])).toMatchObject({ works: 0, progress: null, start: null, deviation_days: null });
  });

  test('the finish of a version without a promise is held against the promise of no other', () => {
    const [promised, other] = two.map(({ head }) => head);
    const late = { ...promised, target_finish: at('2025-03-21T17:00') };
    expect(statsOf([late, other])).toMatchObject({ deviation_days: 10, finish: '2025-05-30T17:00' });
    expect(statsOf([other])).toMatchObject({ deviation_days: null });
  });
});

test('a figure of a formula until the end of a month is what came by then; what was done ends with the data date', () => {
  const dataDate = minuteOf(2026, 2, 15);
  const none = { wbs: [], assignment: [], resource: [], calendar: [], daySeries: [], settings: [] };
  const first = 2026 * 12;
  const lines: PeriodLines = {
    cost_plan: { first, units: [10_000, 20_000, 30_000] },
    cost_fact: { first, units: [5000, 9000] },
    cost_remaining: { first: first + 1, units: [16_000, 30_000] },
  };
  const { head } = factsOf(none, dataDate);
  const basis = { facts: [{ head, lines }], volumes: [], money: true, estimate: 'cpi' as const, before: [] };
  const named = (...names: string[]) => ({ dependencies: names.map((name) => ({ scope: 'own', name })) }) as never;
  const periods = periodsOf(named('cost_plan', 'cost_fact', 'cost_remaining'), basis, 'month', dataDate);
  const of = (name: string) => periods.map(({ until }) => figureReader(basis, until)(name));
  expect(periods.map(({ first: day }) => dateOf(day))).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  expect([of('cost_plan'), of('cost_fact'), of('cost_forecast'), of('works')]).toEqual([
    [100, 300, 600],
    [50, 140, null],
    [null, 300, 600],
    [null, null, null],
  ]);
  expect(periodsOf(named('cost_plan'), basis, 'quarter', dataDate)).toMatchObject([{ until: { side: 0 } }]);
  expect([periodsOf(named('cost_plan', 'works'), basis, 'month', dataDate), periodsOf(named(), basis, 'month', dataDate)]).toEqual([
    [],
    [],
  ]);
});

describe('packed lines', () => {
  const line = fc.record({
    first: fc.integer({ min: 0, max: 40_000 }),
    units: fc.array(fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), { maxLength: 40 }),
  });

  test('come out as they went in, however large, and an end that is missing is told', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: LINE_KEYS.length, maxLength: LINE_KEYS.length }), (list) => {
        const lines: PeriodLines = Object.fromEntries(LINE_KEYS.map((key, index) => [key, list[index]]));
        const bytes = packLines(LINE_KEYS, lines);
        expect(unpackLines(LINE_KEYS, bytes)).toEqual(lines);
        expect(() => unpackLines(LINE_KEYS, bytes.subarray(0, -1))).toThrow(RangeError);
      }),
    );
  });

  test('lines that equal earlier ones take three bytes at most, and are read and added as those', () => {
    const two = [
      { first: 24_312, units: [5, 900, 70_000] },
      { first: 24_313, units: [8] },
    ];
    const list = [two[0], two[1], two[0], two[0], two[1]];
    const keys = list.map((_, index) => String(index));
    const lines = Object.fromEntries(list.map((one, index) => [index, one]));
    const bytes = packLines(keys, lines);
    expect(bytes.length).toBeLessThanOrEqual(packLines(['0', '1'], lines).length + 3 * 3);
    expect(unpackLines(keys, bytes)).toEqual(lines);
    const pack = openPack(bytes);
    const sum: PeriodLines = {};
    pack.pass();
    pack.addTo(sum, 'a');
    for (const _ of [2, 3, 4]) pack.addTo(sum, 'a');
    expect(sum).toEqual({ a: { first: 24_312, units: [10, 1816, 140_000] } });
    const lost = Buffer.from(bytes.subarray(packLines(['0', '1'], lines).length));
    expect(() => openPack(lost).line()).toThrow(RangeError);
  });

  test('lines that nobody asks for are passed over, and the next one begins where they end', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 30 }), (list) => {
        const keys = list.map((_, index) => String(index));
        const bytes = packLines(keys, Object.fromEntries(list.map(([one], index) => [index, one])));
        const pack = openPack(bytes);
        for (const [one, isWanted] of list)
          if (isWanted) expect(pack.line()).toEqual(one);
          else pack.pass();
        expect(() => pack.pass()).toThrow(RangeError);
        expect(() => {
          const short = openPack(bytes.subarray(0, -1));
          for (const _ of list) short.pass();
        }).toThrow(RangeError);
      }),
    );
  });

  test('added in any order they come to the same', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (list) => {
        const sum = (of: typeof list) => {
          const sums: PeriodLines = {};
          for (const one of of) addLine(sums, 'a', one);
          return sums;
        };
        expect(sum(list.toReversed())).toEqual(sum(list));
      }),
    );
  });
});

test.each([
  [['b', OTHER_GROUPS, 'a'], 2, ['b', 'a'], [OTHER_GROUPS]],
  [[OTHER_GROUPS, 'b', 'a'], 1, ['b'], ['a', OTHER_GROUPS]],
  [['b', 'a'], 2, ['b', 'a'], []],
  [['b', null, 'a'], 2, ['b', null], ['a']],
])('groups that are kept as one are none of the largest: %j, %i shown', (sorted, top, shown, rest) => {
  expect(largestOf(sorted, top, (key) => key)).toEqual({ shown, rest });
});

import { type Figure, readFigure, WORK_COUNTS, writeFigure } from '@gantry/contract';
import { type AnyRow, parseMinute } from '@gantry/domain';
import { earnedSchedule, earnedValue, paymentsOf, sumEarnedValue } from '@gantry/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisOf, dateOf, dayOfDate, dayOfMonth, windowOf } from '../sums/analytics.axis.rules.ts';
import { narrowed } from '../facts/analytics.counts.rules.ts';
import { dayOfWeek, factsOf, monthOf, weekOf } from '../facts/analytics.facts.rules.ts';
import { promisesOfLines, sumGroups } from '../sums/analytics.grouped.service.ts';
import { BY_ITEM, crossed, type GroupFacts, groupsOf, linesOfGroups, keyInGroup } from '../facts/analytics.groups.rules.ts';
import { rulesOf } from '../facts/analytics.lines.rules.ts';
import { addLine, packLines, type PeriodLines } from '../facts/analytics.pack.rules.ts';
import { rowsBehind } from './analytics.rows.rules.ts';
import { seriesOf, totalOf } from '../sums/analytics.sums.rules.ts';

const at = (text: string) => parseMinute(text) as number;
const day = (date: string) => dayOfDate(date);
const CALENDAR = {
  id: 1,
  name: 'Five days',
  week: Array.from({ length: 7 }, (_, index) => (index < 5 ? [{ start: 540, finish: 1020 }] : [])),
  exceptions: [],
  baseId: null,
  minutesPerDay: 480,
  isDefault: true,
} as unknown as AnyRow;
const work = (id: number, start: string, finish: string, more: object = {}): AnyRow => ({
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
  lateStart: null,
  lateFinish: null,
  ...more,
});
const spent = (id: number, itemId: number, resourceId: number, more: object): AnyRow => ({
  id,
  itemId,
  resourceId,
  plannedUnits: 0,
  actualUnits: 0,
  remainingUnits: 0,
  plannedCost: 0,
  actualCost: 0,
  remainingCost: 0,
  lagMinutes: 0,
  curve: null,
  ...more,
});
const days = (id: number, itemId: number, measure: string, mode: string, values: Record<string, number>): AnyRow => ({
  id,
  itemId,
  resourceId: null,
  measure,
  mode,
  days: Object.entries(values).map(([date, value]) => ({ day: day(date), value })),
});
const RESOURCES: AnyRow[] = [
  { id: 1, kind: 'labour', code: 'M', name: 'Masons', unit: 'h', calendarId: null },
  { id: 2, kind: 'material', code: 'B', name: 'Bricks', unit: 'pcs', calendarId: null },
];
const tablesOf = (wbs: AnyRow[], assignment: AnyRow[], daySeries: AnyRow[] = []): Parameters<typeof groupsOf>[0] => ({
  wbs,
  assignment,
  resource: RESOURCES,
  calendar: [CALENDAR],
  daySeries,
  settings: [],
});
const unitsOf = (lines: PeriodLines, key: string) => lines[key]?.units ?? [];

describe('values that the definitions give', () => {
  test('earned value and its estimates', () => {
    const input = { budget: 100_000, planned: 40_000, earned: 35_000, actual: 36_000, remaining: null };
    const value = earnedValue(input);
    expect(value).toMatchObject({ sv: -5000, cv: -1000, spi: 0.875, tcpiBudget: 1.015625 });
    expect(value.cpi).toBeCloseTo(0.97222, 5);
    expect(value.eac).toBeCloseTo(102_857.14, 2);
    expect(earnedValue(input, 'as_planned').eac).toBe(101_000);
    expect(earnedValue(input, 'cpi_spi').eac).toBeCloseTo(112_408.16, 2);
    const entered = earnedValue(
      { budget: 10_000, planned: 10_000, earned: (10_000 * 11) / 12, actual: 11_000, remaining: 1000 },
      'entered',
    );
    expect(entered).toMatchObject({ eac: 12_000, vac: -2000 });
    expect([entered.ev, entered.spi, entered.cpi].map((one) => Number(one?.toFixed(4)))).toEqual([9166.6667, 0.9167, 0.8333]);
  });

  test('earned schedule tells of lateness to the end', () => {
    const plan = [10, 25, 45, 70, 100, 130, 160, 180, 195, 200];
    const now = earnedSchedule(plan, 80, 5);
    expect([now.es, now.svt, now.spit, now.ieact, now.tspi].map((one) => Number(one?.toFixed(4)))).toEqual([
      4.3333, -0.6667, 0.8667, 11.5385, 1.1333,
    ]);
    const earned = [8, 20, 38, 58, 80, 105, 130, 152, 170, 184, 194, 200];
    expect(earnedSchedule(plan, earned[10], 11).spit).toBeCloseTo(0.8121, 4);
    expect(earnedSchedule(plan, earned[11], 12)).toMatchObject({ es: 10, spit: 10 / 12 });
    // Periods without plan pass; nothing earned is nothing; more than everything is the whole duration.
    expect([10, 0, 30].map((value) => earnedSchedule([10, 10, 10, 20], value, 3).es)).toEqual([3, 0, 4]);
  });

  test('indexes are of sums', () => {
    const of = (earned: number, planned: number) => ({ budget: 100, planned, earned, actual: 1, remaining: null });
    expect(earnedValue(sumEarnedValue([of(90, 100), of(40, 20)])).spi).toBeCloseTo(1.0833, 4);
  });

  test('early and late dates bound the plan', () => {
    // A 2 d, B 2 d behind it, of 100 a day; C 1 d of 60 with 3 days of float. 3 March 2025 is a Monday.
    const on = (first: number, last: number) => ({ start: at(`2025-03-0${first}T09:00`), finish: at(`2025-03-0${last}T17:00`) });
    const dated = (id: number, early: [number, number], late: [number, number]) => {
      const [es, ls] = [on(...early), on(...late)];
      const more = { earlyStart: es.start, earlyFinish: es.finish, lateStart: ls.start, lateFinish: ls.finish };
      return { ...work(id, '2025-03-03T09:00', '2025-03-03T17:00', more), start: es.start, finish: es.finish };
    };
    const wbs = [dated(1, [3, 4], [3, 4]), dated(2, [5, 6], [5, 6]), dated(3, [3, 3], [6, 6])];
    const cost = [200, 200, 60].map((plannedCost, index) => spent(index + 1, index + 1, 1, { plannedCost, remainingCost: plannedCost }));
    const byDay = (line: string) =>
      ['03', '04', '05', '06'].map((date) => {
        const to = dateOf(day(`2025-03-${date}`) + 1);
        const found = rowsBehind(tablesOf(wbs, cost), at('2025-03-03T00:00'), { kind: 'cost', line, to });
        return (found?.rows ?? []).reduce((sum, { units }) => sum + units, 0) / 100;
      });
    expect(byDay('early')).toEqual([160, 260, 360, 460]);
    expect(byDay('late')).toEqual([100, 200, 300, 460]);
  });

  test('what is earned lies like what was done, and ends at the budget times the progress', () => {
    const one = work(1, '2025-03-03T09:00', '2025-03-07T17:00', {
      progress: 0.4,
      status: 'in_progress',
      actualStart: at('2025-03-03T09:00'),
    });
    const done = days(1, 1, 'cost', 'fact', { '2025-03-03': 5, '2025-03-04': 10, '2025-03-05': 5 });
    const tables = tablesOf([one], [spent(1, 1, 1, { plannedCost: 1000 })], [done]);
    const on = (date: string) => {
      const from = `2025-03-0${date}`;
      return rowsBehind(tables, at('2025-03-06T00:00'), { kind: 'cost', line: 'earned', from, to: dateOf(day(from) + 1) })?.rows[0]?.units;
    };
    expect(['3', '4', '5', '6'].map(on)).toEqual([10_000, 20_000, 10_000, undefined]);
  });

  test('promises: percent plan complete counts works, reliability what was done of them', () => {
    const wbs = [1, 2, 3].map((id) => work(id, '2025-03-03T09:00', '2025-03-07T17:00'));
    const promised = wbs.map(({ id }) => days(id, id, 'volume', 'approved_plan', { '2025-03-04': 10 }));
    const done = [12, 8, 10].map((value, index) => days(index + 4, index + 1, 'volume', 'fact', { '2025-03-05': value }));
    const { week } = factsOf(tablesOf(wbs, [], [...promised, ...done]), at('2025-03-10T00:00'));
    const judged = promisesOfLines(week);
    expect(judged).toMatchObject({ promised: 3, kept: 2, reliability: 2.8 / 3 });
    expect(judged.share).toBeCloseTo(0.6667, 4);
    // A tenth may be missing of a promise, or each day is one.
    const by = (promise: { by: 'week' | 'day'; tolerance: number }) =>
      promisesOfLines(
        factsOf(tablesOf(wbs, [], [...promised, ...done]), at('2025-03-10T00:00'), { technique: 'progress', baseline: null, promise }).week,
      );
    expect([0.1, 0.2].map((tolerance) => by({ by: 'week', tolerance }).kept)).toEqual([2, 3]);
    // What was approved for Tuesday was done on Wednesday.
    expect(by({ by: 'day', tolerance: 0 })).toMatchObject({ promised: 3, kept: 0 });
    // A week that is not over is not judged.
    expect(promisesOfLines(factsOf(tablesOf(wbs, [], promised), at('2025-03-09T00:00')).week).promised).toBe(0);
  });

  test('payments: advance first, retention last, nothing is lost', () => {
    const terms = { advance: 0.2, retention: 0.05, paidIn: (period: number) => period + 2 };
    expect(paymentsOf([100, 100, 100, 100], terms).paid).toEqual([80, 0, 75, 75, 75, 95]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 12 }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (accrued, share) => {
          const { paid, retained } = paymentsOf(accrued, { advance: share, retention: share, paidIn: (period) => period + 1 });
          expect(paid.reduce((sum, value) => sum + value, 0)).toBe(accrued.reduce((sum, value) => sum + value, 0));
          expect(retained.reduce((sum, value) => sum + value, 0)).toBe(0);
        },
      ),
    );
  });
});

/** Versions of a few works with everything that figures are made of. */
const someVersion = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 90 }),
      length: fc.integer({ min: 1, max: 40 }),
      slip: fc.integer({ min: -10, max: 30 }),
      progress: fc.constantFrom(0, 0.25, 0.5, 1),
      money: fc.integer({ min: 0, max: 100_000 }),
      hours: fc.integer({ min: 0, max: 500 }),
      bricks: fc.integer({ min: 0, max: 9000 }),
      executor: fc.constantFrom(null, 7, 8),
      fact: fc.integer({ min: 0, max: 50 }),
      promised: fc.integer({ min: 0, max: 50 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drawn) => {
    const first = day('2025-01-06');
    const wbs: AnyRow[] = [{ id: 100, parentId: null, type: 'sum', name: 'Phase' }];
    const assignment: AnyRow[] = [];
    const series: AnyRow[] = [];
    for (const [index, one] of drawn.entries()) {
      const id = index + 1;
      const start = (first + one.start) * 1440 + 540;
      const finish = (first + one.start + one.length) * 1440 + 1020;
      const begun = one.progress > 0;
      const status = one.progress === 1 ? 'completed' : begun ? 'in_progress' : 'not_started';
      const more = {
        parentId: index % 2 ? 100 : null,
        status,
        progress: one.progress,
        start,
        finish,
        actualStart: begun ? start : null,
        actualFinish: one.progress === 1 ? finish : null,
        targetStart: start,
        targetFinish: finish - one.slip * 1440 < start ? start + 60 : finish - one.slip * 1440,
        earlyStart: start,
        earlyFinish: finish,
        lateStart: start + 2880,
        lateFinish: finish + 2880,
        executorId: one.executor,
      };
      wbs.push(work(id, '2025-01-06T09:00', '2025-01-06T17:00', more));
      const left = 1 - one.progress;
      assignment.push(
        spent(id * 10, id, 1, {
          plannedCost: one.money / 100,
          actualCost: (one.money * one.progress) / 100,
          remainingCost: (one.money * left) / 100,
          plannedUnits: one.hours,
          actualUnits: one.hours * one.progress,
          remainingUnits: one.hours * left,
        }),
        spent(id * 10 + 1, id, 2, { plannedUnits: one.bricks, actualUnits: one.bricks * one.progress, remainingUnits: one.bricks * left }),
      );
      const on = dateOf(first + one.start);
      series.push(days(id * 10, id, 'labour', 'approved_plan', { [on]: one.promised }));
      if (one.fact) series.push(days(id * 10 + 1, id, 'labour', 'fact', { [on]: one.fact }));
      series.push(days(id * 10 + 2, id, 'distributed_price', 'plan', { [on]: one.money / 100 }));
      series.push(days(id * 10 + 3, id, 'cost_by_distributed_price', 'fact', { [on]: one.fact / 3 }));
    }
    return tablesOf(wbs, assignment, series);
  });
const DATA_DATE = at('2025-02-20T00:00');
const KINDS = ['cost', 'labour', 'count', 'money', 'by-target', 'by-dp', 'graph-by-executor'] as const;

describe('laws', () => {
  const question = fc.record({
    kind: fc.constantFrom(...KINDS),
    line: fc.nat({ max: 20 }),
    measure: fc.constantFrom('cost', 'labour', 'count'),
    tier: fc.constantFrom('week', 'month'),
    from: fc.nat({ max: 20 }),
    length: fc.nat({ max: 6 }),
    group: fc.constantFrom(null, 'executor', 'status', 'wbs:1', crossed('executor', 'status'), crossed('status', 'wbs:1')),
  });

  test('the works behind a figure come to it, to the last digit', () => {
    let figures = 0;
    fc.assert(
      fc.property(someVersion, fc.array(question, { minLength: 60, maxLength: 60 }), (tables, questions) => {
        const facts = factsOf(tables, DATA_DATE);
        for (const { kind, line, measure, tier, from, length, group } of questions) {
          const rules = rulesOf(kind, measure);
          const rule = rules.lines[line % rules.lines.length];
          const [first, last] = tier === 'week' ? [dayOfWeek, dayOfWeek] : [dayOfMonth, dayOfMonth];
          const begin = (tier === 'week' ? weekOf : monthOf)(day('2025-01-06')) + (tier === 'week' ? from : from % 5) - 1;
          const window = { from: dateOf(first(begin)), to: dateOf(last(begin + length + 1)) };
          const groups = group === null ? null : groupsOf(tables, DATA_DATE, group);
          for (const key of groups ? groups.heads.map((head) => head.key) : [undefined]) {
            const lines = groups && key !== undefined ? linesOf(groups, tier, key) : facts[tier];
            const value = totalOf(lines, rule, axisOf(lines, tier, windowOf(window)));
            const asked: Figure = { kind, line: rule.key, measure, ...window, ...(key === undefined ? {} : ofGroup(group ?? '', key)) };
            const rows = rowsBehind(tables, DATA_DATE, asked)?.rows ?? [];
            // Its address, opened again, answers the same works in the same order.
            expect(rowsBehind(tables, DATA_DATE, readFigure(writeFigure(asked)) as Figure)?.rows).toEqual(rows);
            // A level stands at the end of what is shown: outside of all periods there is none.
            if (rule.level && value === 0) continue;
            figures += 1;
            expect({ asked, sum: rows.reduce((sum, { units }) => sum + units, 0) }).toEqual({ asked, sum: value });
          }
        }
      }),
      { numRuns: 120 },
    );
    expect(figures).toBeGreaterThan(10_000);
  });

  test('groups add up to the whole, line by line', () => {
    fc.assert(
      fc.property(
        someVersion,
        fc.constantFrom('executor', 'curator', 'status', 'wbs:2', crossed('wbs:1', 'executor')),
        (tables, dimension) => {
          const whole = factsOf(tables, DATA_DATE);
          const groups = groupsOf(tables, DATA_DATE, dimension) as GroupFacts;
          for (const tier of ['week', 'month'] as const) {
            const sum: PeriodLines = {};
            for (const { key } of groups.heads) for (const [line, of] of Object.entries(linesOf(groups, tier, key))) addLine(sum, line, of);
            expect(sum).toEqual(whole[tier]);
          }
          expect(groups.heads.reduce((sum, { works }) => sum + works, 0)).toBe(whole.head.works);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('some works and the others come to all, line by line, and so do the works behind each', () => {
    fc.assert(
      fc.property(someVersion, fc.nat(), (tables, choice) => {
        const works = tables.wbs.filter(({ type }) => type !== 'sum').map(({ id }) => id);
        const some = new Set(works.filter((_, index) => (choice >> index) % 2 === 1));
        const parts = [some, new Set(works.filter((id) => !some.has(id)))];
        const [one, other] = parts.map((only) => ({ ...tables, wbs: narrowed(tables.wbs, only) }));
        const whole = factsOf(tables, DATA_DATE);
        const [first, second] = [one, other].map((part) => factsOf(part, DATA_DATE));
        const sum: PeriodLines = {};
        for (const { month } of [first, second]) for (const [line, of] of Object.entries(month)) addLine(sum, line, of);
        expect(sum).toEqual(whole.month);
        for (const count of WORK_COUNTS) expect(first.head[count] + second.head[count]).toBe(whole.head[count]);
        const behind = (of: typeof tables) => rowsBehind(of, DATA_DATE, { kind: 'cost', line: 'plan' })?.rows.length ?? 0;
        expect(behind(one) + behind(other)).toBe(behind(tables));
      }),
      { numRuns: 25 },
    );
  });

  test('items of volumes stay apart by unit, and open the works that bring them', () => {
    fc.assert(
      fc.property(someVersion, (tables) => {
        const groups = groupsOf(tables, DATA_DATE, BY_ITEM) as GroupFacts;
        for (const { key, unit } of groups.heads) {
          expect(unit).toBe('pcs');
          for (const line of ['target', 'plan', 'fact', 'remaining']) {
            const rows = rowsBehind(tables, DATA_DATE, { kind: 'volume', line, item: key })?.rows ?? [];
            const sum = rows.reduce((total, { units }) => total + units, 0);
            expect(sum).toBe(unitsOf(linesOf(groups, 'month', key), `volume_${line}`).reduce((total, value) => total + value, 0));
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('groups of several versions come to the same through the packing', () => {
    fc.assert(
      fc.property(someVersion, someVersion, (one, other) => {
        const counted = [one, other].map((tables) => groupsOf(tables, DATA_DATE, 'executor') as GroupFacts);
        const kept = counted.map(({ heads, month }) => ({ groups: heads, lines: packLines(linesOfGroups('executor', heads), month) }));
        for (const group of sumGroups(kept, 'executor')) {
          const sum: PeriodLines = {};
          for (const facts of counted) for (const [line, of] of Object.entries(linesOf(facts, 'month', group.key))) addLine(sum, line, of);
          expect(group.lines).toEqual(sum);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('months and weeks of one figure are the same amount', () => {
    fc.assert(
      fc.property(someVersion, fc.constantFrom(...KINDS), (tables, kind) => {
        const { head, week, month } = factsOf(tables, DATA_DATE);
        const total = (lines: PeriodLines, period: 'week' | 'month' | 'year') =>
          seriesOf([{ part_id: 1, head, lines }], [{ id: 1, name: '', kind: 'version' }], { rules: rulesOf(kind), period }).parts[0].totals;
        expect(total(week, 'week')).toEqual(total(month, 'month'));
        expect(total(month, 'year')).toEqual(total(month, 'month'));
      }),
      { numRuns: 25 },
    );
  });
});

/** The group of a figure, of one dimension or of two. */
function ofGroup(dimension: string, whole: string): Pick<Figure, 'group' | 'key' | 'across' | 'across_key'> {
  const [group, across] = dimension.split('\n');
  if (across === undefined) return { group, key: whole };
  const [key, across_key] = JSON.parse(whole) as [string, string];
  return { group, key, across, across_key };
}

/** The lines of one group of a version. */
function linesOf(groups: GroupFacts, tier: 'week' | 'month', key: string): PeriodLines {
  const prefix = keyInGroup(key, '');
  return Object.fromEntries(
    Object.entries(groups[tier]).flatMap(([name, line]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), line]] : [])),
  );
}

import { NO_DATE, dayOf, formatMinute, parseMinute } from '@gantry/domain';
import type { Period, TaskStatus } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadOfDays, totalOf } from '../spread/spread.ts';
import type { Spread } from '../spread/spread.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { earnedValue, sumEarnedValue } from './earned-value.ts';
import type { EarnedValueInput, EstimateMethod } from './earned-value.ts';
import { amountsToParents, childrenFirst, extremeToParents, progressToParents, rollUp, statusToParents, sumToParents } from './parents.ts';
import type { RowTree } from './parents.ts';
import { byPeriod, nextPeriod, periodStart, sumSpreads } from './periods.ts';
import { sCurve } from './s-curve.ts';

const day = (text: string) => dayOf(parseMinute(text)!);
const dateOf = (value: number) => formatMinute(value * 1440).slice(0, 10);
const spread = (values: Record<string, number>, decimals = 2): Spread =>
  spreadOfDays(new Map(Object.entries(values).map(([date, value]) => [day(date), value])), decimals);

describe('periods', () => {
  const cases: [string, Period, string, string][] = [
    ['2025-03-05', 'day', '2025-03-05', '2025-03-06'],
    ['2025-03-05', 'week', '2025-03-03', '2025-03-10'],
    ['2025-03-03', 'week', '2025-03-03', '2025-03-10'],
    ['2025-03-09', 'week', '2025-03-03', '2025-03-10'],
    ['2025-01-01', 'week', '2024-12-30', '2025-01-06'],
    ['2025-12-31', 'month', '2025-12-01', '2026-01-01'],
    ['2024-02-29', 'month', '2024-02-01', '2024-03-01'],
    ['2025-05-31', 'quarter', '2025-04-01', '2025-07-01'],
    ['2025-12-31', 'quarter', '2025-10-01', '2026-01-01'],
    ['2024-02-29', 'year', '2024-01-01', '2025-01-01'],
    ['1989-12-31', 'month', '1989-12-01', '1990-01-01'],
  ];
  test.each(cases)('%s lies in the %s from %s to %s', (date, period, from, to) => {
    expect(dateOf(periodStart(day(date), period))).toBe(from);
    expect(dateOf(nextPeriod(periodStart(day(date), period), period))).toBe(to);
  });

  test('amounts by month, empty months between included', () => {
    const values = byPeriod(spread({ '2025-01-31': 10, '2025-02-01': 1.5, '2025-04-30': 2.25 }), 'month');
    expect(values.map(({ from, value }) => `${dateOf(from)} ${value}`)).toEqual([
      '2025-01-01 10',
      '2025-02-01 1.5',
      '2025-03-01 0',
      '2025-04-01 2.25',
    ]);
    expect(byPeriod(spread({}), 'month')).toEqual([]);
  });

  test('tenths stay tenths: a sum of spreads is exact, decimals are those of the finest', () => {
    const tenths = Array.from({ length: 30 }, () => spread({ '2025-01-31': 0.1 }, 1));
    const sum = sumSpreads([...tenths, spread({ '2025-02-02': 0.001 }, 3)]);
    expect([...sum.units]).toEqual([3000, 0, 1]);
    expect(totalOf(sum)).toBe(3.001);
    expect(sumSpreads([])).toEqual({ firstDay: 0, units: new Float64Array(0), decimals: 0 });
  });

  test('every period adds up to the same total', () => {
    const values = fc.dictionary(fc.integer({ min: 0, max: 900 }).map(String), fc.integer({ min: -99_999, max: 99_999 }));
    fc.assert(
      fc.property(values, fc.integer({ min: -500, max: 12_000 }), (amounts, first) => {
        const days = spreadOfDays(new Map(Object.entries(amounts).map(([at, units]) => [first + Number(at), units / 100])), 2);
        const total = Object.values(amounts).reduce((sum, units) => sum + units, 0);
        for (const period of ['day', 'week', 'month', 'quarter', 'year'] as const) {
          const bars = byPeriod(days, period);
          expect(bars.reduce((sum, bar) => sum + Math.round(bar.value * 100), 0)).toBe(total);
          for (const [i, bar] of bars.entries()) if (i) expect(bar.from).toBe(bars[i - 1].to);
        }
      }),
      propertyRun('periods add up'),
    );
  });
});

describe('S-curves', () => {
  const plan = spread({ '2025-01-06': 10, '2025-01-07': 10, '2025-01-14': 20 });
  const fact = spread({ '2025-01-06': 8, '2025-01-08': 4 });
  const remaining = spread({ '2025-01-10': 8, '2025-01-20': 20 });
  const drawn = (period: Period, dataDate: string) =>
    sCurve({ plan, fact, remaining }, period, parseMinute(dataDate)!).map(
      (point) => `${dateOf(point.from)} ${point.plan} ${point.fact} ${point.forecast}`,
    );

  test('fact ends in the period of the data date, where the forecast takes over from it', () => {
    expect(drawn('week', '2025-01-09T00:00')).toEqual(['2025-01-06 20 12 20', '2025-01-13 40 null 20', '2025-01-20 40 null 40']);
  });

  test('by days', () => {
    expect(drawn('day', '2025-01-09T00:00').slice(0, 6)).toEqual([
      '2025-01-06 10 8 null',
      '2025-01-07 20 8 null',
      '2025-01-08 20 12 12',
      '2025-01-09 20 null 12',
      '2025-01-10 20 null 20',
      '2025-01-11 20 null 20',
    ]);
  });

  test('nothing gives no points', () =>
    expect(sCurve({ plan: spread({}), fact: spread({}), remaining: spread({}) }, 'day', 0)).toEqual([]));
});

describe('parents from children', () => {
  //      0
  //    1    4
  //   2 3   5  6 (draft)
  const tree: RowTree = { parent: Int32Array.of(-1, 0, 1, 1, 0, 4, 4), isDraft: Uint8Array.of(0, 0, 0, 0, 0, 0, 1) };

  test('sums of leaves climb, what stands in a parent is replaced, drafts do not count', () => {
    expect([...sumToParents(tree, Float64Array.of(99, 99, 1, 2, 99, 4, 8))]).toEqual([7, 3, 1, 2, 4, 4, 8]);
  });

  test('earliest start and latest finish', () => {
    const dates = Int32Array.of(NO_DATE, 1, 50, 20, 0, NO_DATE, 7);
    expect([...extremeToParents(tree, dates, 'min')]).toEqual([20, 20, 50, 20, NO_DATE, NO_DATE, 7]);
    expect([...extremeToParents(tree, dates, 'max')]).toEqual([50, 50, 50, 20, NO_DATE, NO_DATE, 7]);
  });

  test('progress by weight, and the plain mean where nothing weighs', () => {
    const progress = Float64Array.of(0, 0, 1, 0.5, 0, 0, 1);
    expect([...progressToParents(tree, progress, Float64Array.of(0, 0, 1, 3, 0, 4, 9))]).toEqual([2.5 / 8, 2.5 / 4, 1, 0.5, 0, 0, 1]);
    expect([...progressToParents(tree, progress, new Float64Array(7))].slice(0, 2)).toEqual([0.5, 0.75]);
  });

  test('amounts keep what stands at a parent itself; nothing at all is no amount', () => {
    const none = Number.NaN;
    expect([...amountsToParents(tree, Float64Array.of(none, 10, 1, none, none, none, 8))]).toEqual([11, 11, 1, none, none, none, 8]);
  });

  test('dates and progress climb in place; a summary without work keeps its own and brings none', () => {
    //   0 sum: 1 sum: (2, 3), 4 sum: (5 sum, 6 draft)
    const isSummary = Uint8Array.of(1, 1, 0, 0, 1, 1, 0);
    const columns = {
      start: Int32Array.of(NO_DATE, 0, 50, 20, 1, 2, 7),
      finish: Int32Array.of(NO_DATE, 0, 60, 30, 70, 80, 90),
      progress: Float64Array.of(0, 0, 1, 0.5, 0.3, 0.4, 1),
      weight: Float64Array.of(0, 0, 1, 3, 5, 7, 9),
      float: Int32Array.of(0, 0, NO_DATE, -3, 9, 9, -9),
    };
    rollUp({ ...tree, isSummary }, columns);
    expect([...columns.start]).toEqual([20, 20, 50, 20, 1, 2, 7]);
    expect([...columns.finish]).toEqual([60, 60, 60, 30, 70, 80, 90]);
    expect([...columns.float]).toEqual([-3, -3, NO_DATE, -3, 9, 9, -9]);
    expect([...columns.progress]).toEqual([2.5 / 4, 2.5 / 4, 1, 0.5, 0.3, 0.4, 1]);
  });

  test.each([
    ['not_started', 'not_started', 'not_started', 'not_started'],
    ['completed', 'completed', 'completed', 'completed'],
    ['completed', 'not_started', 'not_started', 'in_progress'],
    ['in_progress', 'completed', 'completed', 'in_progress'],
  ] as TaskStatus[][])('leaves %s, %s, %s make the top %s', (a, b, c, top) => {
    const rows: TaskStatus[] = ['completed', 'completed', a, b, 'completed', c, 'in_progress'];
    expect(statusToParents(tree, rows)[0]).toBe(top);
    expect(statusToParents(tree, rows)[6]).toBe('in_progress');
  });

  test('a cycle of parents is left out and stops nothing', () => {
    const ring: RowTree = { parent: Int32Array.of(1, 0, -1, 2), isDraft: new Uint8Array(4) };
    expect([...childrenFirst(ring)]).toEqual([3, 2]);
    expect(sumToParents(ring, Float64Array.of(1, 1, 1, 5))[2]).toBe(5);
  });
});

describe('earned value', () => {
  const input: EarnedValueInput = { budget: 1000, planned: 500, earned: 400, actual: 450, remaining: 700 };

  test('the textbook case', () => {
    const value = earnedValue(input);
    expect(value).toMatchObject({ bac: 1000, pv: 500, ev: 400, ac: 450, sv: -100, cv: -50, spi: 0.8 });
    expect(value.cpi).toBeCloseTo(0.8889, 4);
    expect(value.eac).toBeCloseTo(1125, 9);
    expect(value.vac).toBeCloseTo(-125, 9);
    expect(value.tcpiBudget).toBeCloseTo(600 / 550, 12);
    expect(value.tcpiEstimate).toBeCloseTo(600 / 675, 12);
    expect([value.percentEarned, value.percentPlanned, value.percentSpent]).toEqual([0.4, 0.5, 0.45]);
  });

  const estimates: [EstimateMethod, number | null][] = [
    ['as_planned', 1050],
    ['cpi', 1125],
    ['cpi_spi', 450 + 600 / ((400 / 450) * 0.8)],
    ['entered', 1150],
  ];
  test.each(estimates)('estimate at completion %s', (method, eac) => expect(earnedValue(input, method).eac).toBeCloseTo(eac!, 9));

  test('nothing planned, nothing spent, nothing done: no index is made up', () => {
    const value = earnedValue({ budget: 100, planned: 0, earned: 0, actual: 0, remaining: null });
    expect([value.spi, value.cpi, value.eac, value.vac, value.tcpiEstimate]).toEqual([null, null, null, null, null]);
    expect(value.tcpiBudget).toBe(1);
    expect(earnedValue({ ...input, remaining: null }, 'entered').eac).toBeNull();
    expect(earnedValue({ ...input, earned: 0, actual: 10 }, 'cpi').eac).toBeNull();
  });

  test('done at budget: nothing is left, whatever the method', () => {
    const value = earnedValue({ budget: 100, planned: 100, earned: 100, actual: 0, remaining: 0 });
    expect([value.eac, value.etc, value.tcpiBudget]).toEqual([0, 0, 0]);
  });

  test('a sum of items is one item', () => {
    expect(sumEarnedValue([input, { ...input, earned: 500 }])).toEqual({
      budget: 2000,
      planned: 1000,
      earned: 900,
      actual: 900,
      remaining: 1400,
    });
    expect(sumEarnedValue([input, { ...input, remaining: null }]).remaining).toBeNull();
  });
});

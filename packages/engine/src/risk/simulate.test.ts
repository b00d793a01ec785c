import { formatMinute } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALENDARS, DAY_MINUTES, drawnPlan } from '../leveling/testing/drawn-plan.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { compileCalendar } from '../time/calendar.ts';
import { workBetween } from '../time/work.ts';
import { calculate } from '../timetable/calculate.ts';
import type { Distribution } from './distributions/distribution.ts';
import { simulateRisk } from './simulate.ts';
import type { RiskOptions } from './simulate.ts';

const numRuns = Number(process.env.PROPERTY_CASES ?? 60);
const calendar = compileCalendar(CALENDARS[0]);

function simulate(drawing: string, options: Partial<RiskOptions>) {
  const plan = drawnPlan(drawing);
  const result = simulateRisk(plan, {
    iterations: 1000,
    seed: 1,
    durations: [],
    events: [],
    correlations: [],
    watchedItemIds: [],
    ...options,
  });
  const days = (moment: number) => workBetween(calendar, plan.options.dataDate, moment) / DAY_MINUTES;
  const item = (id: number) => result.items.find((one) => one.itemId === id)!;
  return { plan, result, days, item };
}

const risk = (itemId: number, distribution: Distribution, unit: 'share' | 'minutes' = 'share') => ({ itemId, unit, distribution });
const three = (low: number, likely: number, high: number): Distribution => ({ kind: 'triangular', low, likely, high });

describe('one work', () => {
  test('percentiles are those of its distribution, on its own calendar', () => {
    const { result, days } = simulate('A 10d', { durations: [risk(1, { kind: 'uniform', low: 0.5, high: 1.5 })] });
    expect(days(result.finish.p10)).toBeCloseTo(6, 1);
    expect(days(result.finish.p50)).toBeCloseTo(10, 1);
    expect(days(result.finish.p80)).toBeCloseTo(13, 1);
    expect(days(result.finish.p90)).toBeCloseTo(14, 1);
    expect(result.finish.plannedShare).toBeCloseTo(0.5, 2);
    expect(formatMinute(result.finish.planned)).toBe('2025-01-17T17:00');
    for (const finish of result.finish.sorted) expect([1, 2, 3, 4, 5]).toContain(new Date(`${formatMinute(finish)}Z`).getUTCDay());
  });

  test('minutes are taken as they are', () => {
    const { result, days } = simulate('A 10d', { durations: [risk(1, three(960, 960, 960), 'minutes')] });
    expect(days(result.finish.p10)).toBe(2);
    expect(result.finish.deviationMinutes).toBe(0);
  });
});

describe('nets', () => {
  test('where paths meet the mean is later than planned, and each is critical for its share', () => {
    const { result, item, days } = simulate('A 10d\nB 10d\nC 0d <- A, B', {
      durations: [risk(1, three(0.5, 1, 1.5)), risk(2, three(0.5, 1, 1.5))],
    });
    expect(days(result.finish.p50)).toBeGreaterThan(10.5);
    expect(result.finish.plannedShare).toBeCloseTo(0.25, 1);
    expect(item(1).criticality).toBeCloseTo(0.5, 1);
    expect(item(1).criticality + item(2).criticality).toBeGreaterThanOrEqual(1);
    expect(item(3).criticality).toBe(1);
  });

  test('a short branch is never critical and moves nothing', () => {
    const { item } = simulate('A 10d\nB 2d\nC 0d <- A, B', { durations: [risk(1, three(0.9, 1, 1.5)), risk(2, three(0.5, 1, 2))] });
    expect(item(2)).toMatchObject({ criticality: 0, cruciality: 0 });
    expect(Math.abs(item(2).spearman)).toBeLessThan(0.1);
    expect(item(1).spearman).toBeGreaterThan(0.999);
    expect(item(1).cruciality).toBeGreaterThan(0.999);
  });

  test('in a chain the more uncertain work explains more of the finish', () => {
    const { item } = simulate('A 10d 24h\nB 10d 24h <- A', { durations: [risk(1, three(0.5, 1, 1.5)), risk(2, three(0.9, 1, 1.1))] });
    expect(item(1).spearman).toBeGreaterThan(0.9);
    expect(item(2).spearman).toBeLessThan(0.4);
    expect(item(2).spearman).toBeGreaterThan(0.05);
    expect(item(1).pearson ** 2 + item(2).pearson ** 2).toBeCloseTo(1, 1);
  });

  const chain = Array.from({ length: 8 }, (_, i) => `T${i} 10d${i ? ` <- T${i - 1}` : ''}`).join('\n');
  const chainRisks = Array.from({ length: 8 }, (_, i) => risk(i + 1, three(0.5, 1, 1.5)));

  test('chances even out along a chain unless the works go together', () => {
    const apart = simulate(chain, { durations: chainRisks });
    const together = simulate(chain, { durations: chainRisks, correlations: [{ itemIds: [1, 2, 3, 4, 5, 6, 7, 8], coefficient: 1 }] });
    const half = simulate(chain, { durations: chainRisks, correlations: [{ itemIds: [1, 2, 3, 4, 5, 6, 7, 8], coefficient: 0.5 }] });
    const deviations = [apart, half, together].map(({ result }) => result.finish.deviationMinutes);
    expect(deviations[2] / deviations[0]).toBeGreaterThan(2.5);
    expect(deviations[2] / deviations[0]).toBeLessThan(3.1);
    expect(deviations[1]).toBeGreaterThan(deviations[0] * 1.5);
    expect(deviations[1]).toBeLessThan(deviations[2]);
  });

  test('watched milestones have their own dates', () => {
    const { result, days } = simulate('A 10d\nM 0d <- A\nB 10d <- M', {
      durations: [risk(1, { kind: 'uniform', low: 0.5, high: 1.5 })],
      watchedItemIds: [2, 99],
    });
    expect(result.watched).toHaveLength(1);
    expect(days(result.watched[0].p50)).toBeCloseTo(10, 1);
    expect(days(result.finish.p50)).toBeCloseTo(20, 1);
  });
});

describe('events', () => {
  test('happen as often as they should and cost what they cost', () => {
    const event = {
      id: 5,
      probability: 0.3,
      itemIds: [1],
      unit: 'minutes' as const,
      impact: { kind: 'uniform' as const, low: 4 * 480, high: 4 * 480 },
    };
    const { result, days } = simulate('A 10d 7d', { events: [event] });
    expect(result.events).toEqual([{ id: 5, share: 0.3, meanDelayMinutes: 4 * 1440 }]);
    expect([days(result.finish.p50), result.finish.plannedShare]).toEqual([8, 0.7]);
  });

  test('add to an uncertain duration, and to several works at once', () => {
    const event = {
      id: 5,
      probability: 1,
      itemIds: [1, 2],
      unit: 'share' as const,
      impact: { kind: 'uniform' as const, low: 0.5, high: 0.5 },
    };
    const { result, days } = simulate('A 10d\nB 4d <- A', { events: [event], durations: [risk(1, three(2, 2, 2))] });
    expect(days(result.finish.p50)).toBe(25 + 6);
  });
});

describe('what cannot vary', () => {
  test('is told and stays as planned', () => {
    const plan = drawnPlan('A 5d\nM 0d <- A\nB 5d <- M\nC 3d');
    Object.assign(plan.items[3], {
      status: 'completed',
      actualStart: plan.options.dataDate - 5000,
      actualFinish: plan.options.dataDate - 1000,
    });
    const durations = [
      risk(1, three(2, 1, 3)),
      risk(2, three(1, 2, 3)),
      risk(4, three(1, 2, 3)),
      risk(77, three(1, 2, 3)),
      risk(3, three(1, 1, 1)),
      risk(3, three(2, 2, 2)),
    ];
    const events = [{ id: 9, probability: 2, itemIds: [1], unit: 'share' as const, impact: three(1, 1, 1) }];
    const result = simulateRisk(plan, { iterations: 10, seed: 1, durations, events, correlations: [], watchedItemIds: [] });
    expect(result.ignored).toEqual([...[1, 2, 4, 77, 3].map((itemId) => ({ itemId, eventId: null })), { itemId: null, eventId: 9 }]);
    expect(result.finish.p90).toBe(calculate(plan).projectFinish);
  });

  test('the rest of started work varies, its past does not', () => {
    const plan = drawnPlan('A 10d');
    Object.assign(plan.items[0], {
      status: 'in_progress',
      actualStart: plan.options.dataDate - 7 * 1440 + 540,
      remainingMinutes: 4 * DAY_MINUTES,
    });
    const result = simulateRisk(plan, {
      iterations: 200,
      seed: 1,
      durations: [risk(1, three(1, 1, 2))],
      events: [],
      correlations: [],
      watchedItemIds: [],
    });
    expect(result.finish.sorted[0]).toBeGreaterThanOrEqual(calculate(plan).projectFinish);
    expect(workBetween(calendar, plan.options.dataDate, result.finish.sorted[199]) / DAY_MINUTES).toBeLessThanOrEqual(8);
  });

  test('work in the calendar of its resource grows and shrinks in it, its own assignment span with it', () => {
    const plan = drawnPlan('limit crew 1\nA 10d crew:1');
    plan.items[0].schedulingKind = 'resource';
    plan.resources[0].calendarId = 2;
    plan.assignments[0].remainingMinutes = 5 * DAY_MINUTES;
    const run = (share: number) =>
      simulateRisk(plan, {
        iterations: 1,
        seed: 1,
        durations: [risk(1, three(share, share, share))],
        events: [],
        correlations: [],
        watchedItemIds: [],
      }).finish;
    expect(formatMinute(run(1).p50)).toBe('2025-01-10T17:00');
    expect(formatMinute(run(2).p50)).toBe('2025-01-15T17:00');
    expect(run(2).planned).toBe(run(1).p50);
  });

  test('an expected finish is the plan that the uncertainty is measured against', () => {
    const plan = drawnPlan('A 10d');
    plan.items[0].expectedFinish = plan.options.dataDate + 1440 + 17 * 60;
    const result = simulateRisk(plan, {
      iterations: 1,
      seed: 1,
      durations: [risk(1, three(3, 3, 3))],
      events: [],
      correlations: [],
      watchedItemIds: [],
    });
    expect([formatMinute(result.finish.planned), formatMinute(result.finish.p50)]).toEqual(['2025-01-07T17:00', '2025-01-13T17:00']);
  });

  test('a run that is stopped tells what it has', () => {
    let asked = 0;
    const { result } = simulate('A 10d', { durations: [risk(1, three(0.5, 1, 1.5))], isCancelled: () => ++asked > 20 });
    expect(result.iterations).toBe(21);
    expect(result.finish.sorted).toHaveLength(21);
  });
});

describe('repeatable', () => {
  const drawing = 'A 10d\nB 8d\nC 4d <- A, B ss+2\nD 3d <- C';
  const factor = fc.integer({ min: 5, max: 20 }).map((tenths) => tenths / 10);
  const anyRisk = fc
    .tuple(factor, factor, factor)
    .map((values) => values.sort((a, b) => a - b))
    .map(([low, likely, high]) => three(low, likely, high));

  test('the same seed gives the same result, whatever order the risks are listed in; another seed another', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(anyRisk, { minLength: 4, maxLength: 4 }), (seed, list) => {
        const durations = list.map((distribution, i) => risk(i + 1, distribution));
        const correlations = [{ itemIds: [1, 3], coefficient: 0.4 }];
        const first = simulate(drawing, { seed, durations, correlations, iterations: 25 }).result;
        expect(simulate(drawing, { seed, durations, correlations, iterations: 25 }).result).toEqual(first);
        expect(simulate(drawing, { seed, durations: durations.toReversed(), correlations, iterations: 25 }).result).toEqual(first);
        const { sorted } = first.finish;
        for (let i = 1; i < sorted.length; i++) expect(sorted[i]).toBeGreaterThanOrEqual(sorted[i - 1]);
        for (const item of first.items) {
          expect(item.criticality).toBeGreaterThanOrEqual(0);
          expect(item.criticality).toBeLessThanOrEqual(1);
          expect(Math.abs(item.spearman)).toBeLessThanOrEqual(1);
        }
      }),
      propertyRun('risk repeats itself', numRuns),
    );
    const durations = [risk(1, three(0.5, 1, 2))];
    expect(simulate(drawing, { seed: 2, durations }).result.finish.sorted).not.toEqual(
      simulate(drawing, { seed: 1, durations }).result.finish.sorted,
    );
  });

  test('without uncertainty every iteration is the calculation', () => {
    const { plan, result } = simulate(drawing, { iterations: 5 });
    const calculated = calculate(plan);
    expect([...result.finish.sorted]).toEqual(Array(5).fill(calculated.projectFinish));
    const critical = plan.items.filter((_, index) => calculated.longestPath[index]).map((item) => item.id);
    expect(result.items.map((item) => item.itemId)).toEqual(critical);
    expect(result.items.every((item) => item.criticality === 1)).toBe(true);
  });
});

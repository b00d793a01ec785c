import type { Day } from '@gantry/domain';
import { minuteAt, MINUTES_PER_DAY } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { compileCalendar } from '../time/calendar.ts';
import { daysLeft, laidBy, priceByFacts, workingDays } from './days.ts';
import { costByDay, factOf, type Part, progressByFacts, remainingUnits, totalsOf } from './law.ts';

/** A day of March 2025. */
const march = (day: number): Day => minuteAt(`2025-03-${String(day).padStart(2, '0')}T00:00`) / MINUTES_PER_DAY;
const days = (values: Record<number, number>) => new Map(Object.entries(values).map(([day, value]) => [march(Number(day)), value]));
const shift = [{ start: 540, finish: 1020 }];
const half = [{ start: 540, finish: 780 }];
const week = (friday = shift) => compileCalendar({ week: [shift, shift, shift, shift, friday, [], []], exceptions: [] });
const V = { volume: 1000, labour: null, cost: null };
const first = { 3: 60, 4: 60, 5: 60, 6: 60, 7: 60 };
const byVolume = (values: Record<number, number>, opening = 0) => progressByFacts(V, { volume: { opening, days: days(values) } });

describe('progress by facts', () => {
  test('a day adds to it: 100 on 10 March make 0.4 (G1)', () => {
    expect(byVolume({ ...first, 10: 100 })).toMatchObject({ fact: 400, progress: 0.4, over: false, firstDay: march(3), reachedOn: null });
  });

  test('the day that reaches the total closes the work, a correction below it opens it again (G3)', () => {
    const whole = { ...first, 10: 100, 11: 100, 12: 100, 13: 100, 14: 100, 17: 100, 18: 50, 19: 50 };
    expect(byVolume(whole)).toMatchObject({ fact: 1000, progress: 1, over: false, reachedOn: march(19) });
    expect(byVolume({ ...whole, 19: 40 })).toMatchObject({ progress: 0.99, reachedOn: null });
    expect(byVolume({ ...whole, 20: 30, 21: -20 })).toMatchObject({ progress: 1, over: true, reachedOn: march(19) });
    expect(byVolume({ ...whole, 20: -20 })).toMatchObject({ progress: 0.98, reachedOn: null });
    expect(byVolume({ 3: 0.1, 4: 0.2, 5: 999.7 })).toMatchObject({ progress: 1, over: false, reachedOn: march(5) });
  });

  test('what was done before the first day counts (G4)', () => {
    expect(byVolume({ 11: 20 }, 300)).toMatchObject({ fact: 320, progress: 0.32 });
  });

  test('goes by the total, not by the days that happen to be planned (G5, fault F5)', () => {
    const parts: Part[] = [{ kind: 'material', unit: 'm3', plannedUnits: 1000, plannedCost: 0 }];
    const totals = totalsOf(parts, { volume: 100 });
    expect(progressByFacts(totals, { volume: { opening: 0, days: days({ 3: 50 }) } })?.progress).toBe(0.05);
  });

  test('by the first measure with a total and facts, or by the one that is asked for', () => {
    const totals = { volume: 100, labour: 10, cost: null };
    const facts = { labour: { opening: 0, days: days({ 3: 5 }) }, cost: { opening: 0, days: days({ 3: 5 }) } };
    expect(progressByFacts(totals, facts)).toMatchObject({ measure: 'labour', progress: 0.5 });
    expect(progressByFacts(totals, facts, 'volume')).toBeNull();
    expect(progressByFacts(totals, facts, 'cost')).toBeNull();
  });
});

describe('totals (fault F7)', () => {
  const part = (kind: Part['kind'], unit: string, plannedUnits: number, more: Partial<Part> = {}): Part => ({
    kind,
    unit,
    plannedUnits,
    plannedCost: 0,
    ...more,
  });
  test.each([
    ['of the carrier', [part('material', 'm2', 80, { carriesVolume: true }), part('material', 't', 3)], { volume: 80, mixedUnits: false }],
    ['of materials of one unit', [part('material', 't', 2), part('material', 'T ', 3)], { volume: 5, mixedUnits: false }],
    ['of none where units differ', [part('material', 't', 2), part('material', 'm3', 3)], { volume: 7, mixedUnits: true }],
    ['of planned days where nothing else says it', [], { volume: 7, labour: null }],
    ['of hours of people and machines', [part('labour', 'h', 8), part('equipment', 'h', 2)], { labour: 10 }],
    ['of costs', [part('labour', 'h', 8, { plannedCost: 200 }), part('material', 't', 1, { plannedCost: 300 })], { cost: 500 }],
  ])('are those %s', (_what, parts, expected) => expect(totalsOf(parts, { volume: 7 })).toMatchObject(expected));
});

describe('units and money', () => {
  test('hours at a price that rises on the third day', () => {
    const costs = costByDay(days({ 3: 8, 4: 8, 5: 8 }), (day) => (day < march(5) ? 10 : 30));
    expect([...costs.values()].reduce((sum, cost) => sum + cost)).toBe(400);
  });

  test('days of money add up to the rounded sum', () => {
    expect([...costByDay(days({ 3: 1, 4: 1, 5: 1 }), () => 33.333).values()]).toEqual([33.33, 33.34, 33.33]);
  });

  test('what remains goes by the norm or by the plan (G7)', () => {
    const labour = { opening: 0, days: days({ 3: 90, 4: 90 }) };
    expect([factOf(labour), remainingUnits('norm', 400, 180, 0.4), remainingUnits('plan', 400, 180, 0.4)]).toEqual([180, 240, 220]);
    expect((180 + 240) * 25).toBe(10_500);
    expect(remainingUnits('plan', 5, 7, 1)).toBe(0);
  });

  test.each([
    ['evenly', [33.33, 33.34, 33.33]],
    ['end', [0, 0, 100]],
    ['start', [100, 0, 0]],
  ] as const)('the price of a work by its facts, laid %s (G9)', (mode, expected) => {
    expect([...priceByFacts(100, 3, days({ 3: 1, 4: 1, 5: 1 }), mode).values()]).toEqual(expected);
  });
});

describe('the plan of days', () => {
  test('lays the rest evenly from a day to the finish (G8)', () => {
    const weights = workingDays(week(), minuteAt('2025-03-10T00:00'), minuteAt('2025-03-19T17:00'));
    expect([...laidBy(700, weights, 2).values()]).toEqual(Array.from({ length: 8 }, () => 87.5));
  });

  test('lays what is typed into a week by its working time (G12)', () => {
    const weights = workingDays(week(half), minuteAt('2025-03-10T00:00'), minuteAt('2025-03-15T00:00'));
    expect([...laidBy(500, weights, 2).values()]).toEqual([111.11, 111.11, 111.11, 111.11, 55.56]);
  });

  test('tells what is not planned and what is behind (G10)', () => {
    const plan = days({ 4: 100, 5: 100, 6: 100, 7: 100, 10: 150, 11: 150, 12: 150, 14: 150 });
    expect(daysLeft(1000, 300, plan, march(10))).toEqual({ undistributed: 100, deviation: 100 });
  });
});

import { minuteOf } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { WORDS } from '../testing/drawn-plan.ts';
import { clampZoom, minuteAt, periodOf, PERIOD_PIXELS, pixelsOf, stepUnit } from './scale.ts';
import { floorTick, headerUnits, nextTick, TICK_UNITS, tickText, weekOf } from './ticks.ts';

describe('the time scale', () => {
  it('steps without gaps over leap years and year ends', () => {
    for (const unit of TICK_UNITS) {
      let tick = floorTick(unit, minuteOf(2027, 11, 20, 13, 20));
      for (let i = 0; i < 30; i++) {
        const next = nextTick(unit, tick);
        expect(next).toBeGreaterThan(tick);
        expect(floorTick(unit, next - 1)).toBe(tick);
        expect(floorTick(unit, next)).toBe(next);
        tick = next;
      }
    }
  });
  it('numbers weeks as ISO 8601 does', () => {
    expect(
      [minuteOf(2026, 1, 1), minuteOf(2027, 1, 3), minuteOf(2027, 1, 4), minuteOf(2024, 12, 30), minuteOf(2020, 12, 31)].map(weekOf),
    ).toEqual([1, 53, 1, 1, 53]);
  });
  it('chooses the finest step that can carry its text', () => {
    expect([1440, 200, 30, 9, 2.63, 1, 0.3, 0.02].map((pixels) => headerUnits(pixels).lower)).toEqual([
      'hour',
      'hours6',
      'day',
      'week',
      'month',
      'quarter',
      'year',
      'decade',
    ]);
  });
  it('moves by what can be told at a day width', () => {
    expect([1440, 200, 30, 9, 2.63, 1, 0.3].map(stepUnit)).toEqual(['minute', 'hour', 'day', 'day', 'day', 'week', 'month']);
  });
  it('writes steps', () => {
    const monday = minuteOf(2026, 6, 1);
    expect(tickText('day', monday, WORDS, false, 30)).toBe('1');
    expect(tickText('day', monday, WORDS, false, 60)).toBe('wd1 1');
    expect(tickText('week', monday, WORDS, false, 40)).toBe('01.06');
    expect(tickText('week', monday, WORDS, false, 90)).toBe('week 23');
    expect(tickText('month', monday, WORDS, true, 200)).toBe('month 6 of 2026');
    expect(tickText('quarter', monday, WORDS, true, 200)).toBe('Q2 2026');
    expect(tickText('hour', monday + 60, WORDS, false, 40)).toBe('01:00');
  });
  it('turns pixels into minutes and back, and names itself', () => {
    const scale = { origin: 0, finish: 1440 * 400, pixelsPerDay: 7 };
    for (const minute of [0, 1440, 100_000]) expect(minuteAt(scale, pixelsOf(scale, minute))).toBe(minute);
    for (const [period, pixels] of Object.entries(PERIOD_PIXELS)) expect(periodOf(pixels)).toBe(period);
    expect(clampZoom({ ...scale, finish: 1440 * 365_000 }, 400)).toBeLessThan(42);
  });
});

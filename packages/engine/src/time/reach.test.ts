import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteOf } from '@gantry/domain';
import { propertyRun } from '../testing/property-cases.ts';
import { fiveDays, workingTime } from '../testing/week-drawing.ts';
import { compileCalendar, ELAPSED, reachDay, reachWork } from './calendar.ts';
import { addWork, endOfWork, startOfWork, workBefore, workBetween } from './work.ts';

const DAY = 1440;
const office = () => compileCalendar(fiveDays('8-12 13-17'));

describe('tables that grow', () => {
  it('begin at 1990 and reach sixty years', () => {
    const calendar = office();
    expect([calendar.firstDay, calendar.dayCount]).toEqual([0, 60 * 366]);
  });

  it('a date inside does not grow them', () => {
    const calendar = office();
    workBefore(calendar, minuteOf(2049, 12, 31, 23, 59));
    expect(calendar.dayCount).toBe(60 * 366);
  });

  it('a later date grows them at the end, an earlier one at the beginning', () => {
    const calendar = office();
    workBefore(calendar, minuteOf(2100, 1, 1));
    expect([calendar.firstDay, calendar.firstDay + calendar.dayCount > minuteOf(2100, 1, 1) / DAY]).toEqual([0, true]);
    workBefore(calendar, minuteOf(1950, 1, 1));
    expect(calendar.firstDay).toBeLessThanOrEqual(minuteOf(1950, 1, 1) / DAY);
  });

  it('they grow by at least what they had, so that a date after the other does not grow them each time', () => {
    const calendar = office();
    const before = calendar.dayCount;
    reachDay(calendar, before);
    expect(calendar.dayCount).toBeGreaterThanOrEqual(2 * before);
  });

  it('answers stay the same, before 1990 they are negative', () => {
    const calendar = office();
    const moments = [1990, 2010, 2049].map((year) => minuteOf(year, 7, 1, 10));
    const before = moments.map((moment) => workBefore(calendar, moment));
    workBefore(calendar, minuteOf(1900, 1, 1));
    workBefore(calendar, minuteOf(2500, 1, 1));
    expect(moments.map((moment) => workBefore(calendar, moment))).toEqual(before);
    expect(workBefore(calendar, minuteOf(1990, 1, 1))).toBe(0);
    expect(workBefore(calendar, minuteOf(1989, 12, 29, 8))).toBe(-480);
  });

  it('work grows them as dates do, in both directions', () => {
    const calendar = office();
    const century = workBetween(office(), minuteOf(1990, 1, 1), minuteOf(2090, 1, 1));
    expect(startOfWork(calendar, century)).toBe(minuteOf(2090, 1, 2, 8));
    expect(startOfWork(calendar, -480)).toBe(minuteOf(1989, 12, 29, 8));
    expect(endOfWork(calendar, 0)).toBe(minuteOf(1989, 12, 29, 17));
  });

  it('the first minute of the tables and the one before it', () => {
    const around = compileCalendar(ELAPSED);
    expect([workBefore(around, 0), startOfWork(around, 0), endOfWork(around, 0)]).toEqual([0, 0, 0]);
    expect([workBefore(around, -1), startOfWork(around, -1)]).toEqual([-1, -1]);
  });

  it('the last minute of the tables and the one after it', () => {
    const around = compileCalendar(ELAPSED);
    const end = 60 * 366 * DAY;
    expect(workBefore(around, end - 1)).toBe(end - 1);
    expect(around.dayCount).toBe(60 * 366);
    expect(workBefore(around, end)).toBe(end);
    expect(around.dayCount).toBeGreaterThan(60 * 366);
  });
});

describe('the edge of time', () => {
  it('a day beyond a million is not reached, the tables stay', () => {
    const calendar = office();
    expect([reachDay(calendar, 1_000_000), reachDay(calendar, -1_000_000), reachDay(calendar, Number.NaN)]).toEqual([false, false, false]);
    expect(calendar.dayCount).toBe(60 * 366);
  });

  it('a day just before a million is reached', () => {
    expect(reachDay(compileCalendar(workingTime('9-10')), 999_999)).toBe(true);
  });

  // One calendar for all of them: its tables grow to a million days in either direction.
  const far = compileCalendar(workingTime(['9-10']));

  it('work that no day holds is not reached', () => {
    expect(reachWork(far, 2 ** 31)).toBe(false);
    expect(reachWork(far, -(2 ** 31))).toBe(false);
  });

  it('beyond it all moments have the work of the edge', () => {
    expect(workBefore(far, 2 ** 40)).toBe(workBefore(far, 2 ** 41));
    expect(workBefore(far, -(2 ** 40))).toBe(workBefore(far, -(2 ** 41)));
    expect(workBefore(far, 2 ** 40)).toBeGreaterThan(0);
    expect(workBefore(far, -(2 ** 40))).toBeLessThan(0);
  });

  it('and all work starts at the edge', () => {
    expect(startOfWork(far, 2 ** 31)).toBe(startOfWork(far, 2 ** 32));
    expect(startOfWork(far, -(2 ** 31))).toBe(startOfWork(far, -(2 ** 32)));
    expect(startOfWork(far, 2 ** 31)).toBeGreaterThan(startOfWork(far, -(2 ** 31)));
  });
});

describe('the pool of compiled calendars', () => {
  it('equal working time is compiled once, whatever its names', () => {
    const pool = new Map();
    const one = compileCalendar(fiveDays('8-16', { 12: '' }), pool);
    expect(compileCalendar(fiveDays('8-16', { 12: '' }), pool)).toBe(one);
    expect(pool.size).toBe(1);
  });

  it.each([
    ['another hour', fiveDays('8-17')],
    ['another day of the week', workingTime('8-16')],
    ['another holiday', fiveDays('8-16', { 13: '' })],
    ['a holiday with hours', fiveDays('8-16', { 12: '8-9' })],
    ['no holiday', fiveDays('8-16')],
  ])('%s is another calendar', (_, other) => {
    const pool = new Map();
    const one = compileCalendar(fiveDays('8-16', { 12: '' }), pool);
    expect(compileCalendar(other, pool)).not.toBe(one);
  });

  it('without a pool each is compiled for itself', () => {
    expect(compileCalendar(ELAPSED)).not.toBe(compileCalendar(ELAPSED));
  });
});

describe('properties of adding work', () => {
  const CASES = propertyRun('adding work');
  const minute = fc.integer({ min: 0, max: 1440 });
  const day = fc
    .array(fc.tuple(minute, minute), { maxLength: 3 })
    .map((pairs) => pairs.map(([a, b]) => ({ start: Math.min(a, b), finish: Math.max(a, b) })));
  const calendar = fc
    .record({
      week: fc.array(day, { minLength: 7, maxLength: 7 }),
      exceptions: fc.array(fc.record({ day: fc.integer({ min: 12_000, max: 12_100 }), shifts: day }), { maxLength: 4 }),
    })
    .filter(({ week }) => week.some((shifts) => shifts.some((shift) => shift.finish > shift.start)));
  const moment = fc.integer({ min: 12_000 * DAY, max: 12_100 * DAY });
  const work = fc.integer({ min: -5000, max: 5000 });

  const steps = fc.integer({ min: 1, max: 3000 });

  it('as much work lies between as was added, and it ends or starts on a working minute', () => {
    fc.assert(
      fc.property(calendar, moment, work, (working, from, minutes) => {
        fc.pre(minutes !== 0);
        const compiled = compileCalendar(working);
        const to = addWork(compiled, from, minutes);
        expect(workBetween(compiled, from, to)).toBe(minutes);
        expect(workBetween(compiled, minutes > 0 ? to - 1 : to, minutes > 0 ? to : to + 1)).toBe(1);
      }),
      CASES,
    );
  });

  it('more work never leads to an earlier moment, and two steps in one direction are one step', () => {
    fc.assert(
      fc.property(calendar, moment, steps, steps, (working, from, one, other) => {
        const compiled = compileCalendar(working);
        const [there, back] = [addWork(compiled, from, one), addWork(compiled, from, -one)];
        expect(addWork(compiled, from, one + other)).toBeGreaterThan(there);
        expect(addWork(compiled, from, -one - other)).toBeLessThan(back);
        expect(addWork(compiled, there, other)).toBe(addWork(compiled, from, one + other));
        expect(addWork(compiled, back, -other)).toBe(addWork(compiled, from, -one - other));
      }),
      CASES,
    );
  });
});

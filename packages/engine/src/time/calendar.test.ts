import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteOf, type PlanCalendar, type Shift } from '@gantry/domain';
import { compileCalendar, ELAPSED } from './calendar.ts';
import { intersectCalendars } from './intersect.ts';
import { addWork, endOfWork, startOfWork, workBefore, workBetween } from './work.ts';
import { propertyRun } from '../testing/property-cases.ts';

type WorkingTime = Pick<PlanCalendar, 'week' | 'exceptions'>;
const OFFICE: Shift[] = [
  { start: 480, finish: 720 },
  { start: 780, finish: 1020 },
];
const OFFICE_WEEK: WorkingTime = { week: [OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, [], []], exceptions: [] };
const MONDAY = minuteOf(2025, 1, 6);

describe('work before a moment', () => {
  const office = compileCalendar(OFFICE_WEEK);

  it('counts minutes inside shifts only', () => {
    expect(workBetween(office, MONDAY, minuteOf(2025, 1, 6, 10))).toBe(120);
    expect(workBetween(office, minuteOf(2025, 1, 6, 12), minuteOf(2025, 1, 6, 13))).toBe(0);
    expect(workBetween(office, MONDAY, minuteOf(2025, 1, 13))).toBe(5 * 480);
  });

  it('ends at the end of a shift and starts at the start of the next', () => {
    const friday = workBefore(office, MONDAY) + 5 * 480;
    expect(endOfWork(office, friday)).toBe(minuteOf(2025, 1, 10, 17));
    expect(startOfWork(office, friday)).toBe(minuteOf(2025, 1, 13, 8));
  });

  it('adds forward to an end and backward to a start', () => {
    expect(addWork(office, minuteOf(2025, 1, 10, 15), 240)).toBe(minuteOf(2025, 1, 13, 10));
    expect(addWork(office, minuteOf(2025, 1, 13, 10), -240)).toBe(minuteOf(2025, 1, 10, 15));
    expect(addWork(office, minuteOf(2025, 1, 11, 12), 0)).toBe(minuteOf(2025, 1, 11, 12));
  });

  it('gives a day of an exception its own shifts, or none', () => {
    const day = MONDAY / 1440;
    const calendar = compileCalendar({
      ...OFFICE_WEEK,
      exceptions: [
        { day, shifts: [] },
        { day: day + 5, shifts: [{ start: 600, finish: 660 }] },
      ],
    });
    expect(workBetween(calendar, MONDAY, minuteOf(2025, 1, 7))).toBe(0);
    expect(workBetween(calendar, minuteOf(2025, 1, 11), minuteOf(2025, 1, 12))).toBe(60);
  });

  it('joins shifts that meet at midnight', () => {
    const night = compileCalendar({
      week: Array.from({ length: 7 }, () => [
        { start: 1320, finish: 1440 },
        { start: 0, finish: 360 },
      ]),
      exceptions: [],
    });
    const start = minuteOf(2025, 1, 6, 22);
    expect(addWork(night, start, 300)).toBe(minuteOf(2025, 1, 7, 3));
    expect(endOfWork(night, workBefore(night, minuteOf(2025, 1, 7)))).toBe(minuteOf(2025, 1, 7));
  });
});

describe('reach', () => {
  it('answers before 1990 and long after the first tables', () => {
    const office = compileCalendar(OFFICE_WEEK);
    for (const year of [1960, 1989, 2049, 2051, 2120, 2400]) {
      const moment = minuteOf(year, 6, 15, 10);
      const work = workBefore(office, moment);
      expect(workBefore(office, startOfWork(office, work))).toBe(work);
      expect(Math.abs(startOfWork(office, work) - moment)).toBeLessThan(4 * 1440);
    }
  });

  it('counts the same before and after the tables grew', () => {
    const office = compileCalendar(OFFICE_WEEK);
    const before = workBefore(office, MONDAY);
    workBefore(office, minuteOf(2200, 1, 1));
    workBefore(office, minuteOf(1900, 1, 1));
    expect(workBefore(office, MONDAY)).toBe(before);
  });

  it('stops at the edge of time instead of running on', () => {
    const office = compileCalendar(OFFICE_WEEK);
    expect(Number.isFinite(startOfWork(office, 2 ** 40))).toBe(true);
    expect(Number.isFinite(workBefore(office, -(2 ** 40)))).toBe(true);
  });
});

describe('broken calendars', () => {
  it('counts around the clock where no day of the week works', () => {
    const empty = compileCalendar({ week: [], exceptions: [] });
    expect(empty.withoutWork).toBe(true);
    expect(workBetween(empty, MONDAY, MONDAY + 1440)).toBe(1440);
  });

  it('leaves out shifts that end before they start and does not count overlaps twice', () => {
    const week = [
      [
        { start: 600, finish: 480 },
        { start: 480, finish: 600 },
        { start: 540, finish: 660 },
      ],
      [],
      [],
      [],
      [],
      [],
      [],
    ];
    expect(workBetween(compileCalendar({ week, exceptions: [] }), MONDAY, MONDAY + 1440)).toBe(180);
  });
});

describe('the pool', () => {
  it('gives equal working time the same tables', () => {
    const pool = new Map();
    expect(compileCalendar({ ...OFFICE_WEEK }, pool)).toBe(compileCalendar({ ...OFFICE_WEEK, exceptions: [] }, pool));
    expect(compileCalendar(ELAPSED, pool)).not.toBe(compileCalendar(OFFICE_WEEK, pool));
  });
});

describe('two calendars together', () => {
  it('work where both work, exceptions of either included', () => {
    const morning: WorkingTime = {
      week: Array.from({ length: 7 }, () => [{ start: 540, finish: 840 }]),
      exceptions: [{ day: MONDAY / 1440, shifts: [] }],
    };
    const both = compileCalendar(intersectCalendars(OFFICE_WEEK, morning));
    expect(workBetween(both, MONDAY, MONDAY + 1440)).toBe(0);
    expect(workBetween(both, MONDAY + 1440, MONDAY + 2880)).toBe(180 + 60);
    expect(workBetween(both, minuteOf(2025, 1, 11), minuteOf(2025, 1, 13))).toBe(0);
  });
});

describe('properties of any calendar', () => {
  const CASES = propertyRun('any calendar');
  const shift = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .map(([start, finish]) => ({ start, finish }));
  const calendar = fc.record({
    week: fc.array(fc.array(shift, { maxLength: 3 }), { minLength: 7, maxLength: 7 }),
    exceptions: fc.array(fc.record({ day: fc.integer({ min: 12000, max: 14000 }), shifts: fc.array(shift, { maxLength: 2 }) }), {
      maxLength: 5,
    }),
  });

  it('the start and the end of a work minute hold just that work', () => {
    fc.assert(
      fc.property(calendar, fc.integer({ min: 12000 * 1440, max: 14000 * 1440 }), (working, moment) => {
        const compiled = compileCalendar(working);
        const work = workBefore(compiled, moment);
        expect(workBefore(compiled, startOfWork(compiled, work))).toBe(work);
        expect(workBefore(compiled, endOfWork(compiled, work))).toBe(work);
        expect(startOfWork(compiled, work)).toBeGreaterThanOrEqual(moment);
        expect(endOfWork(compiled, work)).toBeLessThanOrEqual(moment);
      }),
      CASES,
    );
  });

  it('work never falls as time goes on and equals a count minute by minute', () => {
    fc.assert(
      fc.property(calendar, fc.integer({ min: 12000, max: 14000 }), (working, day) => {
        const compiled = compileCalendar(working);
        if (compiled.withoutWork) return;
        const shifts = working.exceptions.findLast((exception) => exception.day === day)?.shifts ?? working.week[((day % 7) + 7) % 7];
        let minutes = 0;
        for (let minute = 0; minute < 1440; minute++) if (shifts.some((one) => one.start <= minute && minute < one.finish)) minutes++;
        expect(workBetween(compiled, day * 1440, (day + 1) * 1440)).toBe(minutes);
      }),
      CASES,
    );
  });
});

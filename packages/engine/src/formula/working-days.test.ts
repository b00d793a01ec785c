import fc from 'fast-check';
import { propertyRun } from '../testing/property-cases.ts';
import { FIRST_DAY, WORK_CALENDARS, workCalendar } from '../testing/started-work-chart.ts';
import { valueOf } from './testing/sheet.ts';
import { formatMinute, parseMinute } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { compileCalendar } from '../time/calendar.ts';
import { formulaCalendar } from './working-days.ts';

const shift = [{ start: 9 * 60, finish: 17 * 60 }];
const days = formulaCalendar(compileCalendar({ week: [shift, shift, shift, shift, shift, [], []], exceptions: [] }), 480);
const at = (text: string) => parseMinute(text)!;

describe('working days of a real calendar', () => {
  test.each([
    ['2025-03-03T09:00', '2025-03-07T17:00', 5],
    ['2025-03-03T13:00', '2025-03-04T13:00', 1],
    ['2025-03-07T17:00', '2025-03-10T09:00', 0],
    ['2025-03-10', '2025-03-03', -5],
  ])('from %s to %s are %d', (from, to, expected) => expect(days.workingDaysBetween(at(from), at(to))).toBe(expected));

  test.each([
    ['2025-03-03T09:00', 5, '2025-03-07T17:00'],
    ['2025-03-03T09:00', 5.5, '2025-03-10T13:00'],
    ['2025-03-10T09:00', -1, '2025-03-07T09:00'],
    ['2025-03-08T00:00', 0, '2025-03-08T00:00'],
  ])('%s and %d days is %s', (from, count, expected) => expect(formatMinute(days.addWorkingDays(at(from), count))).toBe(expected));

  test('a calendar without a day length counts in days of the clock', () => {
    expect(
      formulaCalendar(compileCalendar({ week: [shift], exceptions: [] }), 0).workingDaysBetween(at('2025-03-03'), at('2025-03-04')),
    ).toBeCloseTo(1 / 3);
  });
});

test('on any calendar so many days ahead are so many days between', () => {
  const names = Object.keys(WORK_CALENDARS);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(30_000), fc.integer({ min: -4000, max: 4000 }), (name, minute, eighths) => {
      const days = formulaCalendar(workCalendar(name), 480);
      const from = FIRST_DAY * 1440 + minute;
      const to = days.addWorkingDays(from, eighths / 8);
      expect(days.workingDaysBetween(from, to)).toBeCloseTo(eighths / 8, 9);
      expect(days.workingDaysBetween(to, from)).toBeCloseTo(-eighths / 8, 9);
    }),
    propertyRun('working days of formulas'),
  );
});

test('a formula counts on the calendar that its row has', () => {
  const on = (name: string) => ({ calendar: formulaCalendar(workCalendar(name), 480) });
  const counted = ['five', 'six', 'seven', 'holidays', 'short', 'around'].map((name) => [
    name,
    valueOf('workdays(start, finish)', on(name)),
  ]);
  expect(Object.fromEntries(counted)).toEqual({ five: 10, six: 11, seven: 12, holidays: 9, short: 9, around: 34 });
});

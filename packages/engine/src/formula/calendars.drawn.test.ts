import { formatMinute, parseMinute } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { FIRST_DAY, WORK_CALENDARS, workCalendar } from '../testing/started-work-chart.ts';
import { valueOf } from './testing/sheet.ts';
import { formulaCalendar } from './working-days.ts';

const at = (text: string) => parseMinute(`2025-${text.replace(' ', 'T')}`)!;

/** Lines `from + days → to`, read by their left side and written again. */
function expectDates(calendar: string, lines: string, minutesPerDay = 480) {
  const days = formulaCalendar(workCalendar(calendar), minutesPerDay);
  const seen = picture(lines)
    .split('\n')
    .map((line) => {
      const [, from, sign, count] = /^(.*?) ([+-]) ([\d.]+) →/.exec(line)!;
      const to = days.addWorkingDays(at(from), Number(`${sign}${count}`));
      return `${from} ${sign} ${count} → ${formatMinute(to).slice(5).replace('T', ' ')}`;
    });
  expect(seen.join('\n')).toBe(picture(lines));
}

describe('working days ahead and back', () => {
  test('five days a week', () =>
    expectDates(
      'five',
      `
      03-03 09:00 + 1 → 03-03 17:00
      03-03 09:00 + 5 → 03-07 17:00
      03-03 09:00 + 6 → 03-10 17:00
      03-07 17:00 + 1 → 03-10 17:00
      03-08 12:00 + 1 → 03-10 17:00
      03-03 13:00 + 0.5 → 03-03 17:00
      03-03 13:00 + 1 → 03-04 13:00
      03-10 09:00 - 1 → 03-07 09:00
      03-10 13:00 - 0.5 → 03-10 09:00
      03-03 09:00 + 0 → 03-03 09:00
      03-08 00:00 + 0 → 03-08 00:00
      `,
    ));

  test('holidays on Wednesday 12 and Monday 17', () =>
    expectDates(
      'holidays',
      `
      03-10 09:00 + 2 → 03-11 17:00
      03-10 09:00 + 3 → 03-13 17:00
      03-10 09:00 + 5 → 03-18 17:00
      03-18 09:00 - 1 → 03-14 09:00
      03-12 09:00 + 1 → 03-13 17:00
      `,
    ));

  test('a short Friday is half a day', () =>
    expectDates(
      'short',
      `
      03-07 09:00 + 0.5 → 03-07 13:00
      03-07 09:00 + 1 → 03-10 13:00
      03-03 09:00 + 5 → 03-10 13:00
      `,
    ));

  test('nights belong to the day on which they fall', () =>
    expectDates(
      'night',
      `
      03-03 22:00 + 0.25 → 03-04 00:00
      03-03 22:00 + 1 → 03-04 06:00
      03-03 00:00 + 1 → 03-04 00:00
      `,
    ));

  test('a day of the calendar may have another length than eight hours', () => {
    expectDates('around', '03-03 00:00 + 1 → 03-04 00:00', 1440);
    expectDates('around', '03-03 00:00 + 1 → 03-03 08:00', 480);
    expectDates('five', '03-03 09:00 + 1 → 03-04 11:00', 600);
  });

  test('minutes are the least that is counted', () =>
    expectDates(
      'five',
      `
      03-03 09:00 + 0.0021 → 03-03 09:01
      03-03 09:00 + 0.0001 → 03-03 09:00
      `,
    ));
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

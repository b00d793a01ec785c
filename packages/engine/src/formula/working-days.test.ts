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

import { formatMinute } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { formatCalendarData, parseCalendarData } from './calendar-data.ts';

const EIGHT = [{ start: 480, finish: 960 }];

function week(days: Record<number, string>): string {
  const records = [1, 2, 3, 4, 5, 6, 7].map((day) => `(0||${day}()(${days[day] ?? ''}))`);
  return `(0||CalendarData()((0||DaysOfWeek()(${records.join('')}))(0||Exceptions()())))`;
}

describe('P6 calendars', () => {
  it('counts weekdays from Sunday', () => {
    const data = parseCalendarData(week({ 2: '(0||0(s|08:00|f|16:00)())' }));
    expect(data.week).toEqual([EIGHT, [], [], [], [], [], []]);
    expect(data.problems).toEqual([]);
  });

  it.each([
    ['f before s', '(0||0(f|16:00|s|08:00)())', EIGHT],
    ['midnight at the end', '(0||0(s|20:00|f|00:00)())', [{ start: 1200, finish: 1440 }]],
    ['the whole day', '(0||0(s|00:00|f|00:00)())', [{ start: 0, finish: 1440 }]],
    ['out of order and touching', '(0||0(s|12:00|f|16:00)())(0||1(s|08:00|f|12:00)())', EIGHT],
    ['overlapping', '(0||0(s|08:00|f|13:00)())(0||1(s|12:00|f|16:00)())', EIGHT],
    ['twelve-hour clock', '(0||0(s|08:00 AM|f|04:00 PM)())', EIGHT],
    ['line ends of P6 and blanks', '\x7f\x7f  (0||0(s|08:00|f|16:00)())\x7f\x7f  ', EIGHT],
  ])('reads %s', (_name, text, shifts) => {
    const data = parseCalendarData(week({ 2: text }));
    expect(data.week[0]).toEqual(shifts);
    expect(data.problems).toEqual([]);
  });

  it('reads exceptions by their serial day', () => {
    const data = parseCalendarData('(0||CalendarData()((0||Exceptions()((0||0(d|45519)())(0||1(d|45604)((0||0(s|08:00|f|16:00)())))))))');
    const days = [...data.exceptions].map(([day, shifts]) => [formatMinute(day * 1440).slice(0, 10), shifts]);
    expect(days).toEqual([
      ['2024-08-15', []],
      ['2024-11-08', EIGHT],
    ]);
    expect(data.week).toEqual([null, null, null, null, null, null, null]);
  });

  it('reads the nameless outer record of version 6', () => {
    expect(parseCalendarData('(0||()((0||DaysOfWeek()((0||2()((0||0(s|08:00|f|16:00)())))))))').week[0]).toEqual(EIGHT);
  });

  it.each([
    [
      'a bracket too many',
      '(0||CalendarData()((0||DaysOfWeek()((0||2()((0||0(s|08:00|f|16:00)()))))))))(0||Exceptions()((0||0(d|45519)())))',
      'calendar.bracket_too_many',
      1,
    ],
    ['a bracket missing', '(0||CalendarData()((0||DaysOfWeek()((0||2()((0||0(s|08:00|f|16:00)()))', 'calendar.truncated', 0],
    ['a time that is none', week({ 2: '(0||0(s|08:00|f|25:00)())(0||1(s|08:00|f|16:00)())' }), 'calendar.bad_shift', 0],
    ['a shift past midnight', week({ 2: '(0||0(s|08:00|f|16:00)())(0||1(s|20:00|f|04:00)())' }), 'calendar.shift_past_midnight', 0],
    ['an eighth weekday', week({ 2: '(0||0(s|08:00|f|16:00)())' }).replace('(0||7()', '(0||8()'), 'calendar.bad_weekday', 0],
  ])('keeps what it can from %s', (_name, text, code, exceptions) => {
    const data = parseCalendarData(text);
    expect(data.week[0]?.[0]).toEqual(EIGHT[0]);
    expect(data.exceptions.size).toBe(exceptions);
    expect(data.problems.map((problem) => problem.code)).toContain(code);
  });

  it.each(['', '(((((((((', ')))))', 'nonsense', '(0||', '(0||a(', '(0||a()('.repeat(50_000)])('survives %#', (text) => {
    expect(parseCalendarData(text).week).toEqual([null, null, null, null, null, null, null]);
  });

  it('writes what it reads', () => {
    const shifts = [
      { start: 480, finish: 720 },
      { start: 780, finish: 1440 },
    ];
    const days = [shifts, shifts, [], [], [], [{ start: 0, finish: 1440 }], []];
    const exceptions = [
      { day: 12645, shifts: [] },
      { day: 12730, shifts },
    ];
    const data = parseCalendarData(formatCalendarData(days, exceptions));
    expect(data.problems).toEqual([]);
    expect(data.week).toEqual(days);
    expect([...data.exceptions].map(([day, times]) => ({ day, shifts: times }))).toEqual(exceptions);
  });
});

import { describe, expect, it } from 'vitest';
import { minuteOf, partsOf, type PlanCalendar } from '@gantry/domain';
import { fiveDays, workingTime } from '../testing/week-drawing.ts';
import { compileCalendar } from './calendar.ts';
import { addWork, endOfWork, startOfWork, workBefore, workBetween } from './work.ts';

type WorkingTime = Pick<PlanCalendar, 'week' | 'exceptions'>;

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const NIGHTS = workingTime(['22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6']);
const SPLIT = fiveDays('8-12 13-17');
/** Days since 1990-01-01 of a date. */
const dayOf = (year: number, month: number, date: number) => minuteOf(year, month, date) / 1440;

/** `Mon 6 08:00` of January 2025; other months and years are named. */
function named(moment: number): string {
  const { weekday, year, month, day, hour, minute } = partsOf(moment);
  const date = year === 2025 && month === 1 ? String(day) : `${day}.${month}.${year}`;
  return `${NAMES[weekday - 1]} ${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Moments of January 2025 as `6 08:00`: work since Monday the 6th, where that work starts, and where it ends. */
function moments(calendar: WorkingTime, ...texts: string[]): string {
  const compiled = compileCalendar(calendar);
  const zero = workBefore(compiled, minuteOf(2025, 1, 6));
  const rows = texts.map((text) => {
    const [date, clock] = text.split(' ');
    const [hour, minute] = clock.split(':').map(Number);
    const moment = minuteOf(2025, 1, Number(date), hour, minute);
    const work = workBefore(compiled, moment);
    return `${named(moment).padEnd(13)} ${String(work - zero).padStart(5)}  starts ${named(startOfWork(compiled, work)).padEnd(13)} ends ${named(endOfWork(compiled, work))}`;
  });
  return '\n' + rows.join('\n') + '\n';
}

/** Where so many minutes after (or before) each moment lead. */
function added(calendar: WorkingTime, ...steps: [string, number][]): string {
  const compiled = compileCalendar(calendar);
  const rows = steps.map(([text, minutes]) => {
    const [date, clock] = text.split(' ');
    const [hour, minute] = clock.split(':').map(Number);
    const moment = minuteOf(2025, 1, Number(date), hour, minute);
    return `${named(moment)} ${minutes > 0 ? '+' : ''}${minutes} = ${named(addWork(compiled, moment, minutes))}`;
  });
  return '\n' + rows.join('\n') + '\n';
}

describe('work before a moment, where it starts and where it ends', () => {
  it('on a day with a break', () => {
    expect(moments(SPLIT, '6 00:00', '6 08:00', '6 08:01', '6 11:59', '6 12:00', '6 12:30', '6 13:00', '6 16:59', '6 17:00')).toBe(`
Mon 6 00:00       0  starts Mon 6 08:00   ends Fri 3 17:00
Mon 6 08:00       0  starts Mon 6 08:00   ends Fri 3 17:00
Mon 6 08:01       1  starts Mon 6 08:01   ends Mon 6 08:01
Mon 6 11:59     239  starts Mon 6 11:59   ends Mon 6 11:59
Mon 6 12:00     240  starts Mon 6 13:00   ends Mon 6 12:00
Mon 6 12:30     240  starts Mon 6 13:00   ends Mon 6 12:00
Mon 6 13:00     240  starts Mon 6 13:00   ends Mon 6 12:00
Mon 6 16:59     479  starts Mon 6 16:59   ends Mon 6 16:59
Mon 6 17:00     480  starts Tue 7 08:00   ends Mon 6 17:00
`);
  });

  it('over a weekend', () => {
    expect(moments(SPLIT, '10 17:00', '10 20:00', '11 12:00', '12 23:59', '13 07:59', '13 08:00', '13 08:01')).toBe(`
Fri 10 17:00   2400  starts Mon 13 08:00  ends Fri 10 17:00
Fri 10 20:00   2400  starts Mon 13 08:00  ends Fri 10 17:00
Sat 11 12:00   2400  starts Mon 13 08:00  ends Fri 10 17:00
Sun 12 23:59   2400  starts Mon 13 08:00  ends Fri 10 17:00
Mon 13 07:59   2400  starts Mon 13 08:00  ends Fri 10 17:00
Mon 13 08:00   2400  starts Mon 13 08:00  ends Fri 10 17:00
Mon 13 08:01   2401  starts Mon 13 08:01  ends Mon 13 08:01
`);
  });

  it('around the clock a moment is its own start and end', () => {
    expect(moments(workingTime('0-24'), '6 00:00', '6 00:01', '6 23:59', '7 00:00', '11 12:00')).toBe(`
Mon 6 00:00       0  starts Mon 6 00:00   ends Mon 6 00:00
Mon 6 00:01       1  starts Mon 6 00:01   ends Mon 6 00:01
Mon 6 23:59    1439  starts Mon 6 23:59   ends Mon 6 23:59
Tue 7 00:00    1440  starts Tue 7 00:00   ends Tue 7 00:00
Sat 11 12:00   7920  starts Sat 11 12:00  ends Sat 11 12:00
`);
  });

  it('in nights midnight is a moment like others', () => {
    expect(moments(NIGHTS, '6 12:00', '6 22:00', '6 23:59', '7 00:00', '7 00:01', '7 06:00', '11 06:00', '13 21:59')).toBe(`
Mon 6 12:00       0  starts Mon 6 22:00   ends Sat 4 06:00
Mon 6 22:00       0  starts Mon 6 22:00   ends Sat 4 06:00
Mon 6 23:59     119  starts Mon 6 23:59   ends Mon 6 23:59
Tue 7 00:00     120  starts Tue 7 00:00   ends Tue 7 00:00
Tue 7 00:01     121  starts Tue 7 00:01   ends Tue 7 00:01
Tue 7 06:00     480  starts Tue 7 22:00   ends Tue 7 06:00
Sat 11 06:00   2400  starts Mon 13 22:00  ends Sat 11 06:00
Mon 13 21:59   2400  starts Mon 13 22:00  ends Sat 11 06:00
`);
  });

  it('an end at midnight is an end of its day', () => {
    expect(moments(fiveDays('16-24'), '6 23:00', '7 00:00', '7 08:00', '11 00:00')).toBe(`
Mon 6 23:00     420  starts Mon 6 23:00   ends Mon 6 23:00
Tue 7 00:00     480  starts Tue 7 16:00   ends Tue 7 00:00
Tue 7 08:00     480  starts Tue 7 16:00   ends Tue 7 00:00
Sat 11 00:00   2400  starts Mon 13 16:00  ends Sat 11 00:00
`);
  });

  it('a holiday is stepped over in both directions', () => {
    const week = fiveDays('8-16', { [dayOf(2025, 1, 8)]: '' });
    expect(moments(week, '7 16:00', '8 10:00', '9 08:00', '9 09:00')).toBe(`
Tue 7 16:00     960  starts Thu 9 08:00   ends Tue 7 16:00
Wed 8 10:00     960  starts Thu 9 08:00   ends Tue 7 16:00
Thu 9 08:00     960  starts Thu 9 08:00   ends Tue 7 16:00
Thu 9 09:00    1020  starts Thu 9 09:00   ends Thu 9 09:00
`);
  });

  it('a Saturday worked for it is no step', () => {
    const week = fiveDays('8-16', { [dayOf(2025, 1, 11)]: '9-10' });
    expect(moments(week, '10 16:00', '11 09:30', '11 10:00', '13 08:00')).toBe(`
Fri 10 16:00   2400  starts Sat 11 09:00  ends Fri 10 16:00
Sat 11 09:30   2430  starts Sat 11 09:30  ends Sat 11 09:30
Sat 11 10:00   2460  starts Mon 13 08:00  ends Sat 11 10:00
Mon 13 08:00   2460  starts Mon 13 08:00  ends Sat 11 10:00
`);
  });

  it('one hour a week', () => {
    expect(moments(workingTime(['', '', '9-10']), '6 12:00', '8 09:00', '8 10:00', '12 00:00')).toBe(`
Mon 6 12:00       0  starts Wed 8 09:00   ends Wed 1 10:00
Wed 8 09:00       0  starts Wed 8 09:00   ends Wed 1 10:00
Wed 8 10:00      60  starts Wed 15 09:00  ends Wed 8 10:00
Sun 12 00:00     60  starts Wed 15 09:00  ends Wed 8 10:00
`);
  });

  it('the turn of the year with a holiday on New Year', () => {
    const week = fiveDays('8-16', { [dayOf(2025, 1, 1)]: '' });
    expect(moments(week, '0 16:00', '1 12:00', '2 08:00')).toBe(`
Tue 31.12.2024 16:00  -960  starts Thu 2 08:00   ends Tue 31.12.2024 16:00
Wed 1 12:00    -960  starts Thu 2 08:00   ends Tue 31.12.2024 16:00
Thu 2 08:00    -960  starts Thu 2 08:00   ends Tue 31.12.2024 16:00
`);
  });
});

describe('adding work', () => {
  it('forward it leads to an end', () => {
    expect(added(SPLIT, ['6 08:00', 1], ['6 08:00', 240], ['6 08:00', 241], ['6 08:00', 480], ['6 08:00', 481], ['6 12:00', 60])).toBe(`
Mon 6 08:00 +1 = Mon 6 08:01
Mon 6 08:00 +240 = Mon 6 12:00
Mon 6 08:00 +241 = Mon 6 13:01
Mon 6 08:00 +480 = Mon 6 17:00
Mon 6 08:00 +481 = Tue 7 08:01
Mon 6 12:00 +60 = Mon 6 14:00
`);
  });

  it('backward it leads to a start', () => {
    expect(added(SPLIT, ['6 17:00', -1], ['6 17:00', -240], ['6 17:00', -241], ['6 17:00', -480], ['6 17:00', -481], ['6 13:00', -60]))
      .toBe(`
Mon 6 17:00 -1 = Mon 6 16:59
Mon 6 17:00 -240 = Mon 6 13:00
Mon 6 17:00 -241 = Mon 6 11:59
Mon 6 17:00 -480 = Mon 6 08:00
Mon 6 17:00 -481 = Fri 3 16:59
Mon 6 13:00 -60 = Mon 6 11:00
`);
  });

  it('nothing added leaves the moment, even out of working time', () => {
    expect(added(SPLIT, ['6 12:30', 0], ['11 12:00', 0], ['6 17:00', 0])).toBe(`
Mon 6 12:30 0 = Mon 6 12:30
Sat 11 12:00 0 = Sat 11 12:00
Mon 6 17:00 0 = Mon 6 17:00
`);
  });

  it('from a day off it begins with the next or the last work', () => {
    expect(added(SPLIT, ['11 12:00', 60], ['11 12:00', -60], ['12 00:00', 480], ['12 00:00', -480])).toBe(`
Sat 11 12:00 +60 = Mon 13 09:00
Sat 11 12:00 -60 = Fri 10 16:00
Sun 12 00:00 +480 = Mon 13 17:00
Sun 12 00:00 -480 = Fri 10 08:00
`);
  });

  it('weeks at a time', () => {
    expect(added(SPLIT, ['6 08:00', 2400], ['6 08:00', 4800], ['17 17:00', -2400], ['17 17:00', -4800])).toBe(`
Mon 6 08:00 +2400 = Fri 10 17:00
Mon 6 08:00 +4800 = Fri 17 17:00
Fri 17 17:00 -2400 = Mon 13 08:00
Fri 17 17:00 -4800 = Mon 6 08:00
`);
  });

  it('through nights', () => {
    expect(added(NIGHTS, ['6 22:00', 120], ['6 22:00', 121], ['6 22:00', 480], ['6 22:00', 481], ['11 06:00', -480])).toBe(`
Mon 6 22:00 +120 = Tue 7 00:00
Mon 6 22:00 +121 = Tue 7 00:01
Mon 6 22:00 +480 = Tue 7 06:00
Mon 6 22:00 +481 = Tue 7 22:01
Sat 11 06:00 -480 = Fri 10 22:00
`);
  });

  it('there and back again is the same work, not always the same moment', () => {
    expect(added(SPLIT, ['6 16:00', 120], ['7 09:00', -120], ['10 16:00', 60], ['10 17:00', -60])).toBe(`
Mon 6 16:00 +120 = Tue 7 09:00
Tue 7 09:00 -120 = Mon 6 16:00
Fri 10 16:00 +60 = Fri 10 17:00
Fri 10 17:00 -60 = Fri 10 16:00
`);
  });

  it('over the leap day, which 2100 does not have', () => {
    const office = compileCalendar(fiveDays('8-16'));
    expect(named(addWork(office, minuteOf(2028, 2, 28, 8), 3 * 480))).toBe('Wed 1.3.2028 16:00');
    expect(named(addWork(office, minuteOf(2100, 2, 26, 8), 2 * 480))).toBe('Mon 1.3.2100 16:00');
    expect(named(addWork(office, minuteOf(2000, 2, 28, 8), 3 * 480))).toBe('Wed 1.3.2000 16:00');
  });

  it('over the days on which clocks are moved, as if they were not', () => {
    const around = compileCalendar(workingTime('0-24'));
    expect(named(addWork(around, minuteOf(2025, 3, 29, 12), 1440))).toBe('Sun 30.3.2025 12:00');
    expect(named(addWork(around, minuteOf(2025, 10, 26, 0), 1440))).toBe('Mon 27.10.2025 00:00');
    expect(named(addWork(around, minuteOf(2025, 11, 2, 12), -1440))).toBe('Sat 1.11.2025 12:00');
  });

  it('from one year to the next', () => {
    const office = compileCalendar(fiveDays('8-16', { [dayOf(2026, 1, 1)]: '' }));
    expect(named(addWork(office, minuteOf(2025, 12, 31, 8), 2 * 480))).toBe('Fri 2.1.2026 16:00');
    expect(named(addWork(office, minuteOf(2026, 1, 2, 16), -2 * 480))).toBe('Wed 31.12.2025 08:00');
  });
});

describe('work between two moments', () => {
  const office = compileCalendar(SPLIT);
  const at = (date: number, hour: number, minute = 0) => minuteOf(2025, 1, date, hour, minute);

  it.each([
    ['within a shift', at(6, 9), at(6, 10, 30), 90],
    ['over the break', at(6, 11), at(6, 14), 120],
    ['within the break', at(6, 12), at(6, 13), 0],
    ['over a night', at(6, 16), at(7, 9), 120],
    ['over a weekend', at(10, 16), at(13, 9), 120],
    ['within a weekend', at(11, 0), at(13, 0), 0],
    ['a week', at(6, 0), at(13, 0), 2400],
    ['nothing', at(6, 10), at(6, 10), 0],
    ['backward it is negative', at(7, 9), at(6, 16), -120],
  ])('%s', (_, from, to, minutes) => {
    expect(workBetween(office, from, to)).toBe(minutes);
  });

  it('a year of five days', () => {
    expect(workBetween(office, minuteOf(2025, 1, 1), minuteOf(2026, 1, 1))).toBe(261 * 480);
    expect(workBetween(office, minuteOf(2028, 1, 1), minuteOf(2029, 1, 1))).toBe(260 * 480);
  });

  it('four hundred years around the clock', () => {
    expect(workBetween(compileCalendar(workingTime('0-24')), minuteOf(1990, 1, 1), minuteOf(2390, 1, 1))).toBe(146_097 * 1440);
  });
});

import { describe, expect, it } from 'vitest';
import { minuteOf } from '@gantry/domain';
import { drawDays, fiveDays, workingTime } from '../testing/week-drawing.ts';
import { compileCalendar } from './calendar.ts';
import { intersectCalendars } from './intersect.ts';

const MONDAY = minuteOf(2025, 1, 6) / 1440;
const NIGHTS = workingTime(['22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6']);

describe('working time that two calendars have in common', () => {
  it('of two overlapping days the overlap', () => {
    expect(drawDays(intersectCalendars(fiveDays('8-16'), workingTime('12-20')), MONDAY, 7)).toBe(`
          0     6     12    18
Mon 06.01 ............####........ 240
Tue 07.01 ............####........ 240
Wed 08.01 ............####........ 240
Thu 09.01 ............####........ 240
Fri 10.01 ............####........ 240
Sat 11.01 ........................ 0
Sun 12.01 ........................ 0
`);
  });

  it('of a day with a break and one without: the break stays', () => {
    expect(drawDays(intersectCalendars(fiveDays('8-12 13-17'), fiveDays('10-15')), MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 ..........##.##......... 240
`);
  });

  it('of several shifts each with each', () => {
    expect(drawDays(intersectCalendars(fiveDays('6-9 10-13 14-18'), fiveDays('8-11 12-15 17-20')), MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 ........#.#.#.#..#...... 300
`);
  });

  it('with the clock it is the calendar itself', () => {
    expect(drawDays(intersectCalendars(NIGHTS, workingTime('0-24')), MONDAY, 3)).toBe(`
          0     6     12    18
Mon 06.01 ......................## 120
Tue 07.01 ######................## 480
Wed 08.01 ######................## 480
`);
  });

  it('shifts that only meet have nothing in common', () => {
    expect(intersectCalendars(fiveDays('8-12'), fiveDays('12-16')).week.flat()).toEqual([]);
  });

  it('days and nights have nothing in common, which a compiled calendar tells', () => {
    expect(compileCalendar(intersectCalendars(fiveDays('8-16'), NIGHTS)).withoutWork).toBe(true);
  });

  it('a holiday of either is one of both', () => {
    const one = fiveDays('8-16', { [MONDAY + 1]: '' });
    const other = fiveDays('8-16', { [MONDAY + 3]: '' });
    expect(drawDays(intersectCalendars(one, other), MONDAY, 5)).toBe(`
          0     6     12    18
Mon 06.01 ........########........ 480
Tue 07.01 ........................ 0
Wed 08.01 ........########........ 480
Thu 09.01 ........................ 0
Fri 10.01 ........########........ 480
`);
  });

  it('a Saturday worked by one counts only where the other works it', () => {
    const one = fiveDays('8-16', { [MONDAY + 5]: '8-16' });
    expect(drawDays(intersectCalendars(one, fiveDays('8-16')), MONDAY + 4, 2)).toBe(`
          0     6     12    18
Fri 10.01 ........########........ 480
Sat 11.01 ........................ 0
`);
    expect(drawDays(intersectCalendars(one, workingTime('10-12')), MONDAY + 4, 2)).toBe(`
          0     6     12    18
Fri 10.01 ..........##............ 120
Sat 11.01 ..........##............ 120
`);
  });

  it('the same day stated by both: what both statements have', () => {
    const one = fiveDays('8-16', { [MONDAY]: '8-12' });
    const other = fiveDays('8-16', { [MONDAY]: '10-14' });
    expect(drawDays(intersectCalendars(one, other), MONDAY, 2)).toBe(`
          0     6     12    18
Mon 06.01 ..........##............ 120
Tue 07.01 ........########........ 480
`);
  });

  it('does not matter which comes first', () => {
    const one = fiveDays('6-9 10-13', { [MONDAY + 1]: '', [MONDAY + 6]: '9-11' });
    const other = workingTime('8-12', { [MONDAY + 3]: '10-11' });
    expect(drawDays(intersectCalendars(one, other), MONDAY, 8)).toBe(drawDays(intersectCalendars(other, one), MONDAY, 8));
  });

  it('a week of one calendar that is too short has no work on the days that are not there', () => {
    const short = { week: fiveDays('8-16').week.slice(0, 1), exceptions: [] };
    expect(drawDays(intersectCalendars(workingTime('8-16'), short), MONDAY, 2)).toBe(`
          0     6     12    18
Mon 06.01 ........########........ 480
Tue 07.01 ........................ 0
`);
  });

  it('exceptions come in the order of their days, whatever it was before', () => {
    const one = fiveDays('8-16', { [MONDAY + 9]: '', [MONDAY]: '' });
    const other = fiveDays('8-16', { [MONDAY + 4]: '' });
    expect(intersectCalendars(one, other).exceptions.map(({ day }) => day - MONDAY)).toEqual([0, 4, 9]);
  });
});

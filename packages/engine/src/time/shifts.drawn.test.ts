import { describe, expect, it } from 'vitest';
import { minuteOf } from '@gantry/domain';
import { drawDays, fiveDays, workingTime } from '../testing/week-drawing.ts';

/** Days since 1990-01-01, of Monday 2025-01-06 and of other dates. */
const day = (year: number, month: number, date: number) => minuteOf(year, month, date) / 1440;
const MONDAY = day(2025, 1, 6);

describe('weeks of shifts', () => {
  it('five days with a break at noon', () => {
    expect(drawDays(fiveDays('8-12 13-17'), MONDAY, 7)).toBe(`
          0     6     12    18
Mon 06.01 ........####.####....... 480
Tue 07.01 ........####.####....... 480
Wed 08.01 ........####.####....... 480
Thu 09.01 ........####.####....... 480
Fri 10.01 ........####.####....... 480
Sat 11.01 ........................ 0
Sun 12.01 ........................ 0
`);
  });

  it('six days, the sixth a short one', () => {
    expect(drawDays(workingTime(['7-15', '7-15', '7-15', '7-15', '7-15', '7-11']), MONDAY, 7)).toBe(`
          0     6     12    18
Mon 06.01 .......########......... 480
Tue 07.01 .......########......... 480
Wed 08.01 .......########......... 480
Thu 09.01 .......########......... 480
Fri 10.01 .......########......... 480
Sat 11.01 .......####............. 240
Sun 12.01 ........................ 0
`);
  });

  it('a Friday that ends at noon', () => {
    const long = '7-11:30 12-16:30';
    expect(drawDays(workingTime([long, long, long, long, '7-12']), MONDAY, 7)).toBe(`
          0     6     12    18
Mon 06.01 .......####+####+....... 540
Tue 07.01 .......####+####+....... 540
Wed 08.01 .......####+####+....... 540
Thu 09.01 .......####+####+....... 540
Fri 10.01 .......#####............ 300
Sat 11.01 ........................ 0
Sun 12.01 ........................ 0
`);
  });

  it('around the clock', () => {
    expect(drawDays(workingTime('0-24'), MONDAY, 2)).toBe(`
          0     6     12    18
Mon 06.01 ######################## 1440
Tue 07.01 ######################## 1440
`);
  });

  it('nights over midnight, from Monday evening to Saturday morning', () => {
    expect(drawDays(workingTime(['22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6']), MONDAY, 8)).toBe(`
          0     6     12    18
Mon 06.01 ......................## 120
Tue 07.01 ######................## 480
Wed 08.01 ######................## 480
Thu 09.01 ######................## 480
Fri 10.01 ######................## 480
Sat 11.01 ######.................. 360
Sun 12.01 ........................ 0
Mon 13.01 ......................## 120
`);
  });

  it('two shifts that meet count as one', () => {
    expect(drawDays(fiveDays('6-14 14-22'), MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 ......################.. 960
`);
  });

  it('three shifts are the whole day', () => {
    expect(drawDays(fiveDays('22-24 0-6 6-14 14-22'), MONDAY + 3, 3)).toBe(`
          0     6     12    18
Thu 09.01 ######################## 1440
Fri 10.01 ######################## 1440
Sat 11.01 ........................ 0
`);
  });

  it('minutes: a shift need not begin on the hour', () => {
    expect(drawDays(fiveDays('7:45-12:10 12:50-16:35'), MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 .......+####+###+....... 490
`);
  });

  it('a week of Sundays: the only working day is the last', () => {
    expect(drawDays(workingTime(['', '', '', '', '', '', '9-13']), MONDAY, 8)).toBe(`
          0     6     12    18
Mon 06.01 ........................ 0
Tue 07.01 ........................ 0
Wed 08.01 ........................ 0
Thu 09.01 ........................ 0
Fri 10.01 ........................ 0
Sat 11.01 ........................ 0
Sun 12.01 .........####........... 240
Mon 13.01 ........................ 0
`);
  });
});

describe('days that replace the week', () => {
  it('a holiday, a half day before it, a Saturday worked for it', () => {
    expect(drawDays(fiveDays('8-16', { [MONDAY + 1]: '8-12', [MONDAY + 2]: '', [MONDAY + 5]: '8-16' }), MONDAY, 7)).toBe(`
          0     6     12    18
Mon 06.01 ........########........ 480
Tue 07.01 ........####............ 240
Wed 08.01 ........................ 0
Thu 09.01 ........########........ 480
Fri 10.01 ........########........ 480
Sat 11.01 ........########........ 480
Sun 12.01 ........................ 0
`);
  });

  it('other hours than those of the week, and longer ones', () => {
    expect(drawDays(fiveDays('8-16', { [MONDAY]: '10-12 18-20', [MONDAY + 1]: '0-24' }), MONDAY, 3)).toBe(`
          0     6     12    18
Mon 06.01 ..........##......##.... 240
Tue 07.01 ######################## 1440
Wed 08.01 ........########........ 480
`);
  });

  it('a feast in the middle of nights takes both its morning and its evening', () => {
    const nights = workingTime(['22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6 22-24', '0-6'], { [MONDAY + 2]: '' });
    expect(drawDays(nights, MONDAY + 1, 3)).toBe(`
          0     6     12    18
Tue 07.01 ######................## 480
Wed 08.01 ........................ 0
Thu 09.01 ######................## 480
`);
  });

  it('twice stated, the later statement holds', () => {
    const calendar = fiveDays('8-16');
    calendar.exceptions = [
      { day: MONDAY, shifts: [] },
      { day: MONDAY, shifts: [{ start: 540, finish: 600 }] },
    ];
    expect(drawDays(calendar, MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 .........#.............. 60
`);
  });

  it('turn of the year: two holidays and the days around them', () => {
    const holidays = { [day(2024, 12, 31)]: '8-12', [day(2025, 1, 1)]: '' };
    expect(drawDays(fiveDays('8-16', holidays), day(2024, 12, 30), 4)).toBe(`
          0     6     12    18
Mon 30.12 ........########........ 480
Tue 31.12 ........####............ 240
Wed 01.01 ........................ 0
Thu 02.01 ........########........ 480
`);
  });

  it('the leap day is a day like others, and there is none in 2100', () => {
    expect(drawDays(fiveDays('8-16'), day(2028, 2, 28), 3)).toBe(`
          0     6     12    18
Mon 28.02 ........########........ 480
Tue 29.02 ........########........ 480
Wed 01.03 ........########........ 480
`);
    expect(drawDays(fiveDays('8-16'), day(2100, 2, 26), 4)).toBe(`
          0     6     12    18
Fri 26.02 ........########........ 480
Sat 27.02 ........................ 0
Sun 28.02 ........................ 0
Mon 01.03 ........########........ 480
`);
  });

  it('a day before 1990, when days are negative', () => {
    expect(drawDays(fiveDays('8-16', { [day(1989, 12, 26)]: '' }), day(1989, 12, 25), 8)).toBe(`
          0     6     12    18
Mon 25.12 ........########........ 480
Tue 26.12 ........................ 0
Wed 27.12 ........########........ 480
Thu 28.12 ........########........ 480
Fri 29.12 ........########........ 480
Sat 30.12 ........................ 0
Sun 31.12 ........................ 0
Mon 01.01 ........########........ 480
`);
  });

  it('a day far beyond the first tables', () => {
    expect(drawDays(fiveDays('8-16', { [day(2230, 5, 4)]: '' }), day(2230, 5, 3), 3)).toBe(`
          0     6     12    18
Mon 03.05 ........########........ 480
Tue 04.05 ........................ 0
Wed 05.05 ........########........ 480
`);
  });

  it('clocks are not moved: each day of spring and autumn has its 24 hours', () => {
    expect(drawDays(workingTime('0-24'), day(2025, 3, 29), 3)).toBe(`
          0     6     12    18
Sat 29.03 ######################## 1440
Sun 30.03 ######################## 1440
Mon 31.03 ######################## 1440
`);
    expect(drawDays(workingTime('22-24'), day(2025, 10, 25), 2)).toBe(`
          0     6     12    18
Sat 25.10 ......................## 120
Sun 26.10 ......................## 120
`);
  });
});

describe('what is wrong in a calendar', () => {
  it('shifts that overlap count once', () => {
    expect(drawDays(fiveDays('8-12 10-14 13-16'), MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 ........########........ 480
`);
  });

  it('shifts out of order are the same working time', () => {
    expect(drawDays(fiveDays('13-17 8-12'), MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 ........####.####....... 480
`);
  });

  it('a shift that ends before it begins is left out', () => {
    expect(drawDays(fiveDays('16-8 9-10'), MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 .........#.............. 60
`);
  });

  it('a shift beyond midnight is cut there, at both ends', () => {
    const calendar = fiveDays('8-16');
    calendar.week[0] = [{ start: -120, finish: 60 }];
    calendar.week[1] = [{ start: 1380, finish: 1600 }];
    expect(drawDays(calendar, MONDAY, 3)).toBe(`
          0     6     12    18
Mon 06.01 #....................... 60
Tue 07.01 .......................# 60
Wed 08.01 ........########........ 480
`);
  });

  it('parts of minutes are cut off', () => {
    const calendar = fiveDays('8-16');
    calendar.week[0] = [{ start: 480.9, finish: 540.9 }];
    expect(drawDays(calendar, MONDAY, 1)).toBe(`
          0     6     12    18
Mon 06.01 ........#............... 60
`);
  });

  it('a week that states fewer than seven days has the others off', () => {
    expect(drawDays({ week: fiveDays('8-16').week.slice(0, 2), exceptions: [] }, MONDAY, 4)).toBe(`
          0     6     12    18
Mon 06.01 ........########........ 480
Tue 07.01 ........########........ 480
Wed 08.01 ........................ 0
Thu 09.01 ........................ 0
`);
  });

  it('a week without any work counts around the clock, and its days off with it', () => {
    expect(drawDays(workingTime('', { [MONDAY]: '', [MONDAY + 1]: '8-12' }), MONDAY, 3)).toBe(`
          0     6     12    18
Mon 06.01 ######################## 1440
Tue 07.01 ######################## 1440
Wed 08.01 ######################## 1440
`);
  });

  it('one working minute in the week is enough to be a calendar', () => {
    const calendar = workingTime('');
    calendar.week[2] = [{ start: 600, finish: 601 }];
    expect(drawDays(calendar, MONDAY + 1, 3)).toBe(`
          0     6     12    18
Tue 07.01 ........................ 0
Wed 08.01 ..........+............. 1
Thu 09.01 ........................ 0
`);
  });
});

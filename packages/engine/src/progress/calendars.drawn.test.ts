import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { WORK_CALENDARS, drawnWork, forecastPicture, workCalendar } from '../testing/started-work-chart.ts';
import type { DrawnWork } from '../testing/started-work-chart.ts';
import { workBetween } from '../time/work.ts';
import { forecastStartedWork } from './forecast.ts';
import type { ScenarioNumber } from './scenario.ts';

function expectForecast(scenario: ScenarioNumber, work: DrawnWork, drawing: string) {
  expect(forecastPicture(scenario, work, drawing)).toBe(picture(drawing));
}

describe('holidays: Wednesday 12 and Monday 17 are off', () => {
  test('the rest steps over both', () =>
    expectForecast(
      1,
      { calendar: 'holidays', D: 10, p: 0.5 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ==.==.. .=
      ends  Tue 03-18 17:00, 5 d left, by 1
      `,
    ));

  test('a holiday behind the data date is no elapsed time: seven days for 7', () =>
    expectForecast(
      6,
      { calendar: 'holidays', V: 10, VFact: 7 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S          D
      bar   xxxxx.. xx.==.. .=
      ends  Tue 03-18 17:00, 3 d left, by 6
      `,
    ));

  test('a data date on a holiday goes on with the next day', () =>
    expectForecast(
      1,
      { calendar: 'holidays', D: 2, p: 0.5 },
      `
            MTWTFss MTWTFss
      dates S         D
      bar   xxxxx.. xx.=
      ends  Thu 03-13 17:00, 1 d left, by 1
      `,
    ));

  test('a start on a holiday begins with the next day', () =>
    expectForecast(
      1,
      { calendar: 'holidays', D: 2, p: 0 },
      `
            MTWTFss MTWTFss
      dates           B
      bar             .==
      ends  Fri 03-14 17:00, 2 d left, by 1
      `,
    ));

  test('volume planned for a holiday is done by the evening before it', () =>
    expectForecast(
      15,
      { calendar: 'holidays', V: 20, VFact: 10 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan          4 6
      bar           ==
      ends  Tue 03-11 17:00, 2 d left, by 15
      `,
    ));

  test('the fact of a holiday closes the work with the evening before it', () =>
    expectForecast(
      16,
      { calendar: 'holidays', V: 9 },
      `
            MTWTFss MTWTFss
      dates S          D
      fact  33        3
      bar   xxxxx.. xx
      ends  Tue 03-11 17:00, 0 d left, closed, by 16
      `,
    ));
});

describe('data dates at the week end', () => {
  test('on Saturday: goes on Monday', () =>
    expectForecast(
      1,
      { D: 4, p: 0.5 },
      `
            MTWTFss MTWTFss
      dates S    D
      bar   xxxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 1
      `,
    ));

  test('on Sunday at noon: goes on Monday', () =>
    expectForecast(
      1,
      { D: 4, p: 0.5, dataHour: 12 },
      `
            MTWTFss MTWTFss
      dates S     D
      bar   xxxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 1
      `,
    ));

  test('Friday evening, Saturday and Monday morning give the same elapsed time', () =>
    expectForecast(
      6,
      { V: 10, VFact: 5, dataHour: 20 },
      `
            MTWTFss MTWTFss
      dates S   D
      bar   xxxxx.. =====
      ends  Fri 03-14 17:00, 5 d left, by 6
      `,
    ));

  test('on Saturday at noon of a six-day week: half of Saturday is left', () =>
    expectForecast(
      1,
      { calendar: 'six', D: 2, p: 0.5, dataHour: 13 },
      `
            MTWTFss MTWTFss
      dates S    D
      bar   xxxxx5. 5
      ends  Mon 03-10 13:00, 1 d left, by 1
      `,
    ));

  test('on Sunday of a seven-day week: Sunday works', () =>
    expectForecast(
      1,
      { calendar: 'seven', D: 2, p: 0 },
      `
            MTWTFss MTWTFss
      dates S     D
      bar   xxxxxx= =
      ends  Mon 03-10 17:00, 2 d left, by 1
      `,
    ));

  test('all done, on Sunday: ends on Friday', () =>
    expectForecast(
      1,
      { D: 4, p: 1 },
      `
            MTWTFss
      dates S     D
      bar   xxxxx
      ends  Fri 03-07 17:00, 0 d left, by 1
      `,
    ));

  test('a fact of Saturday lets the rest go on Monday, and Friday’s evening ends what is done', () =>
    expectForecast(
      1,
      { D: 4, p: 1 },
      `
            MTWTFss
      dates S D
      fact  11   1
      bar   xxxxx
      ends  Fri 03-07 17:00, 0 d left, by 1
      `,
    ));

  test('a start on Saturday counts from Monday', () =>
    expectForecast(
      1,
      { D: 2, p: 0 },
      `
            MTWTFss MTWTFss
      dates      B
      bar        .. ==
      ends  Tue 03-11 17:00, 2 d left, by 1
      `,
    ));

  test('a Saturday that works for once is used', () =>
    expectForecast(
      1,
      { calendar: 'saturday', D: 12, p: 0.5 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ======
      ends  Sat 03-15 17:00, 6 d left, by 1
      `,
    ));
});

describe('shifts', () => {
  test('a lunch break is no time: the data date in it goes on at one', () =>
    expectForecast(
      1,
      { calendar: 'split', startHour: 8, dataHour: 12.5, D: 2, p: 0.5 },
      `
            MTWTFss
      dates S D
      bar   xx55
      ends  Thu 03-06 12:00, 1 d left, by 1
      `,
    ));

  test('an hour before lunch and an hour after it are two hours', () =>
    expectForecast(
      1,
      { calendar: 'split', startHour: 8, dataHour: 11, D: 0.5, p: 0.5 },
      `
            MTWTFss
      dates S D
      bar   xx3
      ends  Wed 03-05 14:00, 0.25 d left, by 1
      `,
    ));

  test('a short Friday counts four hours', () =>
    expectForecast(
      1,
      { calendar: 'short', D: 5, p: 0 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. 5
      ends  Mon 03-17 13:00, 5 d left, by 1
      `,
    ));

  test('nights: from midnight to six and from ten in the evening', () =>
    expectForecast(
      1,
      { calendar: 'night', startHour: 22, D: 2, p: 0.5 },
      `
            MTWTFss
      dates S  D
      bar   xxx=
      ends  Fri 03-07 00:00, 1 d left, by 1
      `,
    ));

  test('nights: a data date at noon goes on at ten in the evening', () =>
    expectForecast(
      1,
      { calendar: 'night', startHour: 22, dataHour: 12, D: 1, p: 0.5 },
      `
            MTWTFss
      dates S  D
      bar   xxx33
      ends  Fri 03-07 02:00, 0.5 d left, by 1
      `,
    ));

  test('nights: 18 hours in two and a quarter nights for half: as much again', () =>
    expectForecast(
      6,
      { calendar: 'night', startHour: 22, V: 2, VFact: 1 },
      `
            MTWTFss
      dates S  D
      bar   xxx==3
      ends  Sat 03-08 02:00, 2.25 d left, by 6
      `,
    ));

  test('around the clock the week end works and nights too: three days of eight hours are one', () =>
    expectForecast(
      1,
      { calendar: 'around', D: 6, p: 0.5 },
      `
            MTWTFss
      dates S    D
      bar   xxxxx=
      ends  Sun 03-09 00:00, 3 d left, by 1
      `,
    ));
});

test('on every calendar the forecast counts in its working time and moves the rest only forward', () => {
  const names = Object.keys(WORK_CALENDARS);
  const any = fc.record({
    calendar: fc.constantFrom(...names),
    D: fc.integer({ min: 0, max: 40 }),
    p: fc.integer({ min: 0, max: 20 }).map((part) => part / 20),
    startHour: fc.integer({ min: 0, max: 23 }),
    dataHour: fc.integer({ min: 0, max: 23 }),
  });
  fc.assert(
    fc.property(any, fc.nat(6), fc.nat(6), (drawn, startDay, dataDay) => {
      const dates = startDay === dataDay ? ' '.repeat(startDay) + 'B' : mark(startDay, dataDay);
      const work = drawnWork(drawn, `dates ${dates}`);
      const forecast = forecastStartedWork(work, 1);
      const calendar = workCalendar(drawn.calendar);
      const left = Math.round(drawn.D * 480 * (1 - drawn.p));
      expect(forecast.remainingMinutes).toBe(left);
      expect(forecast.resume).toBeGreaterThanOrEqual(Math.max(work.start, work.dataDate));
      expect(workBetween(calendar, forecast.resume, forecast.resume + 1)).toBe(1);
      if (left > 0) expect(workBetween(calendar, forecast.resume, forecast.finish)).toBe(left);
      else expect(workBetween(calendar, forecast.finish, forecast.resume)).toBe(0);
    }),
    propertyRun('progress on calendars'),
  );
});

function mark(start: number, data: number): string {
  const cells = Array(7).fill(' ');
  cells[start] = 'S';
  cells[data] = 'D';
  return cells.join('');
}

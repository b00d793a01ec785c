import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { forecastPicture } from '../testing/started-work-chart.ts';
import type { DrawnWork } from '../testing/started-work-chart.ts';
import type { ScenarioNumber } from './scenario.ts';

function expectForecast(scenario: ScenarioNumber, work: DrawnWork, drawing: string) {
  expect(forecastPicture(scenario, work, drawing)).toBe(picture(drawing));
}

describe('15 the daily plan ahead eats the rest', () => {
  test('the plan covers the rest exactly: the end of its last day', () =>
    expectForecast(
      15,
      { V: 30, VFact: 16 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  4444    77
      bar   xxxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 15
      `,
    ));

  test('the rest is used up in the middle of a day: at the proportional moment of its hours', () =>
    expectForecast(
      15,
      { V: 30, VFact: 16 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  4444    88
      bar   xxxxx.. =8
      ends  Tue 03-11 15:00, 1.75 d left, by 15
      `,
    ));

  test('a day without a plan does nothing, and the bar spans it', () =>
    expectForecast(
      15,
      { V: 30, VFact: 16 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  4444    7 0 7
      bar   xxxxx.. =====
      ends  Fri 03-14 17:00, 5 d left, by 15
      `,
    ));

  test('a plan that begins later leaves the days before it empty', () =>
    expectForecast(
      15,
      { V: 30, VFact: 16 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      plan                  77
      bar                   ==
      ends  Tue 03-18 17:00, 7 d left, by 15
      `,
    ));

  test('the start is the first day of the plan, not the entered one', () =>
    expectForecast(
      15,
      { V: 30, VFact: 16 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan   444    77
      bar    xxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 15
      `,
    ));

  test('a plan that begins on a Sunday starts the work on Monday', () =>
    expectForecast(
      15,
      { V: 30, VFact: 16 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan        1 77
      bar           ==
      ends  Tue 03-11 17:00, 2 d left, by 15
      `,
    ));

  test('of a day that has begun only the hours left of it count', () =>
    expectForecast(
      15,
      { V: 30, VFact: 18, dataHour: 13 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  4444    88
      bar   xxxxx.. 5=
      ends  Tue 03-11 17:00, 1.5 d left, by 15
      `,
    ));

  test('volume planned for a Saturday is done by Friday evening', () =>
    expectForecast(
      15,
      { V: 30, VFact: 16 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan          7    7
      bar           =====
      ends  Fri 03-14 17:00, 5 d left, by 15
      `,
    ));

  test('the plan of days that are past is not looked at', () =>
    expectForecast(
      15,
      { V: 30, VFact: 23 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  99999   7
      bar   xxxxx.. =
      ends  Mon 03-10 17:00, 1 d left, by 15
      `,
    ));
});

describe('15 the tail: what the plan does not cover goes on at the intensity of 6', () => {
  test('28 of 56 planned, the rest at 12 a day so far from the day after the plan', () =>
    expectForecast(
      15,
      { V: 116, VFact: 60, unit: 4 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  5555    7
      bar   xxxxx.. ===3
      ends  Thu 03-13 11:40, 3.3333 d left, by 15
      `,
    ));

  test('a plan that ended before the data date: the tail begins at the data date', () =>
    expectForecast(
      15,
      { V: 20, VFact: 10 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  999
      bar   xxxxx.. =====
      ends  Fri 03-14 17:00, 5 d left, by 15
      `,
    ));

  test('a tail after a plan that ends on Friday begins on Monday', () =>
    expectForecast(
      15,
      { V: 20, VFact: 10 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      plan              8
      bar               =.. =
      ends  Mon 03-17 17:00, 6 d left, by 15
      `,
    ));

  test('before any fact the tail has the planned rate', () =>
    expectForecast(
      15,
      { V: 20, VFact: 0, D: 4 },
      `
            MTWTFss MTWTFss
      dates S D
      plan    9
      bar     ===.. 2
      ends  Mon 03-10 10:36, 3.2 d left, by 15
      `,
    ));

  test('a tail without any rate: 6 cannot answer either, by progress', () =>
    expectForecast(
      15,
      { V: 20, VFact: 0, p: 0.5 },
      `
            MTWTFss
      dates S D
      plan    9
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 15 > 6 > 1
      `,
    ));
});

describe('15 nothing left, nothing known', () => {
  test('all of it done ends with the last fact and is not late, whatever progress says', () =>
    expectForecast(
      15,
      { V: 6, VFact: 6, p: 0.4 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  222     2
      fact  222
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, by 15
      `,
    ));

  test('more than all of it done, without daily facts: the last working moment before the data date', () =>
    expectForecast(
      15,
      { V: 6, VFact: 7 },
      `
            MTWTFss MTWTFss
      dates S       D
      plan  222     2
      bar   xxxxx
      ends  Fri 03-07 17:00, 0 d left, by 15
      `,
    ));

  test('without a daily plan as 6', () =>
    expectForecast(
      15,
      { V: 10, VFact: 5 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 15 > 6
      `,
    ));

  test('a plan of zeros is no plan', () =>
    expectForecast(
      15,
      { V: 10, VFact: 5 },
      `
            MTWTFss
      dates S D
      plan    00
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 15 > 6
      `,
    ));

  test('without a volume the plan cannot be used up: at last by progress', () =>
    expectForecast(
      15,
      { p: 0.5, D: 2 },
      `
            MTWTFss
      dates S D
      plan    55
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 15 > 6 > 1
      `,
    ));
});

describe('16 the daily facts close the work', () => {
  test('on the day on which they reach the total', () =>
    expectForecast(
      16,
      { V: 9 },
      `
            MTWTFss MTWTFss
      dates S       D
      fact  333
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, closed, by 16
      `,
    ));

  test('on the first such day: facts after it do not reopen it', () =>
    expectForecast(
      16,
      { V: 9 },
      `
            MTWTFss MTWTFss
      dates S       D
      fact  33311
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, closed, by 16
      `,
    ));

  test('on a Sunday: with the last working moment before it', () =>
    expectForecast(
      16,
      { V: 9 },
      `
            MTWTFss MTWTFss
      dates S       D
      fact  33    3
      bar   xxxxx
      ends  Fri 03-07 17:00, 0 d left, closed, by 16
      `,
    ));

  test('one short of the total: as 6, with the sum of the facts', () =>
    expectForecast(
      16,
      { V: 30, VFact: 29 },
      `
            MTWTFss MTWTFss
      dates S       D
      fact  33333
      bar   xxxxx.. =====
      ends  Fri 03-14 17:00, 5 d left, by 16
      `,
    ));

  test('a fact on the day of the data date counts, and the rest goes on after that day', () =>
    expectForecast(
      16,
      { V: 24 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      fact  22222   2
      bar   xxxxx.. x====.. ==
      ends  Tue 03-18 17:00, 6 d left, by 16
      `,
    ));

  test('facts before the entered start close it not before that start', () =>
    expectForecast(
      16,
      { V: 4 },
      `
            MTWTFss MTWTFss
      dates   S     D
      fact  22
      bar     -
      ends  Wed 03-05 09:00, 0 d left, closed, by 16
      `,
    ));

  test('without daily facts as 6, with the fact that is entered as a sum', () =>
    expectForecast(
      16,
      { V: 10, VFact: 5 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 16 > 6
      `,
    ));

  test('facts of zero are no daily facts', () =>
    expectForecast(
      16,
      { V: 10, VFact: 5 },
      `
            MTWTFss
      dates S D
      fact  00
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 16 > 6
      `,
    ));

  test('without a total nothing can be closed: at last by progress', () =>
    expectForecast(
      16,
      { p: 0.5, D: 2 },
      `
            MTWTFss
      dates S D
      fact  11
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 16 > 6 > 1
      `,
    ));
});

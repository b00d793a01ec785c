import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { forecastPicture } from '../testing/started-work-chart.ts';
import type { DrawnWork } from '../testing/started-work-chart.ts';
import type { ScenarioNumber } from './scenario.ts';
import type { ProgressOptions } from './started-work.ts';

const PACE: ProgressOptions = { rateOfProgress: 'pace', rateOfFact: 'fact' };

function expectForecast(scenario: ScenarioNumber, work: DrawnWork, drawing: string, options?: ProgressOptions) {
  expect(forecastPicture(scenario, work, drawing, options)).toBe(picture(drawing));
}

describe('1 by progress: D · (1 − p) from the data date', () => {
  test('two fifths done of twelve days leave 7.2', () =>
    expectForecast(
      1,
      { D: 12, p: 0.4 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. ==2
      ends  Wed 03-19 10:36, 7.2 d left, by 1
      `,
    ));

  test('with nothing done the whole duration lies ahead, however long ago it began', () =>
    expectForecast(
      1,
      { D: 3, p: 0 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ===
      ends  Wed 03-12 17:00, 3 d left, by 1
      `,
    ));

  test('progress that nobody entered counts as nothing done', () =>
    expectForecast(
      1,
      { D: 3 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ===
      ends  Wed 03-12 17:00, 3 d left, by 1
      `,
    ));

  test('with all done it ends at the last working moment before the data date', () =>
    expectForecast(
      1,
      { D: 12, p: 1 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx
      ends  Fri 03-07 17:00, 0 d left, by 1
      `,
    ));

  test('more than all done is all done', () =>
    expectForecast(
      1,
      { D: 12, p: 1.25 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 1
      `,
    ));

  test('without a duration nothing is left, and the scenario answers all the same', () =>
    expectForecast(
      1,
      { p: 0.4 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 1
      `,
    ));

  test('a duration of zero leaves nothing', () =>
    expectForecast(
      1,
      { D: 0, p: 0 },
      `
            MTWTFss
      dates S  D
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, by 1
      `,
    ));

  test('half of one day ends at one o’clock', () =>
    expectForecast(
      1,
      { D: 1, p: 0.5 },
      `
            MTWTFss
      dates S  D
      bar   xxx5
      ends  Thu 03-06 13:00, 0.5 d left, by 1
      `,
    ));

  test('the last minute of a day’s work is one minute', () =>
    expectForecast(
      1,
      { D: 1, p: 479 / 480 },
      `
            MTWTFss
      dates S  D
      bar   xxx1
      ends  Thu 03-06 09:01, 0.0021 d left, by 1
      `,
    ));

  test('less than half a minute left is nothing left', () =>
    expectForecast(
      1,
      { D: 1, p: 1 - 0.4 / 480 },
      `
            MTWTFss
      dates S  D
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, by 1
      `,
    ));

  test('a data date at noon cuts the day: the rest goes on in the afternoon', () =>
    expectForecast(
      1,
      { D: 4, p: 0.5, dataHour: 13 },
      `
            MTWTFss
      dates SD
      bar   x5=5
      ends  Thu 03-06 13:00, 2 d left, by 1
      `,
    ));

  test('a data date before the start: the rest begins with the work', () =>
    expectForecast(
      1,
      { D: 2, p: 0 },
      `
            MTWTFss MTWTFss
      dates D         S
      bar             ==
      ends  Thu 03-13 17:00, 2 d left, by 1
      `,
    ));

  test('the day of the start is the data date: nothing is past', () =>
    expectForecast(
      1,
      { D: 2, p: 0.25 },
      `
            MTWTFss
      dates  B
      bar    =5
      ends  Wed 03-05 13:00, 1.5 d left, by 1
      `,
    ));

  test('a work that is far behind its duration still has its share left', () =>
    expectForecast(
      1,
      { D: 2, p: 0.5 },
      `
            MTWTFss MTWTFss MTWTFss MTWTFss
      dates S                       D
      bar   xxxxx.. xxxxx.. xxxxx.. =
      ends  Mon 03-24 17:00, 1 d left, by 1
      `,
    ));
});

describe('1 at the pace so far: E · (1 − p) / p', () => {
  test('five days for a quarter leave fifteen', () =>
    expectForecast(
      1,
      { D: 12, p: 0.25 },
      `
            MTWTFss MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. =====.. =====
      ends  Fri 03-28 17:00, 15 d left, by 1
      `,
      PACE,
    ));

  test('four days for four fifths leave one', () =>
    expectForecast(
      1,
      { D: 12, p: 0.8 },
      `
            MTWTFss
      dates S   D
      bar   xxxx=
      ends  Fri 03-07 17:00, 1 d left, by 1
      `,
      PACE,
    ));

  test('without progress there is no pace: the plan rate', () =>
    expectForecast(
      1,
      { D: 4, p: 0 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ====
      ends  Thu 03-13 17:00, 4 d left, by 1
      `,
      PACE,
    ));

  test('without elapsed time there is no pace: the plan rate', () =>
    expectForecast(
      1,
      { D: 4, p: 0.5 },
      `
            MTWTFss
      dates B
      bar   ==
      ends  Tue 03-04 17:00, 2 d left, by 1
      `,
      PACE,
    ));

  test('with all done nothing is left at any pace', () =>
    expectForecast(
      1,
      { D: 4, p: 1 },
      `
            MTWTFss
      dates S  D
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, by 1
      `,
      PACE,
    ));

  test('the pace needs no duration', () =>
    expectForecast(
      1,
      { p: 0.5 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 1
      `,
      PACE,
    ));
});

describe('2 target duration: D_tgt · (1 − p)', () => {
  test('0.6 of eight target days are left, whatever the own duration says', () =>
    expectForecast(
      2,
      { D: 12, target: 8, p: 0.4 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ====8
      ends  Fri 03-14 15:24, 4.8 d left, by 2
      `,
    ));

  test('a target that has run out in time still leaves the share of the work', () =>
    expectForecast(
      2,
      { D: 12, target: 4, p: 0.5 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 2
      `,
    ));

  test('without a target version scenario 1 takes over', () =>
    expectForecast(
      2,
      { D: 12, p: 0.5 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. =
      ends  Mon 03-17 17:00, 6 d left, by 2 > 1
      `,
    ));

  test('a target duration of zero is no divisor: scenario 1 takes over', () =>
    expectForecast(
      2,
      { D: 2, target: 0, p: 0.5 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =
      ends  Mon 03-10 17:00, 1 d left, by 2 > 1
      `,
    ));
});

describe('3 initial duration: D_init · (1 − p)', () => {
  test('0.6 of ten initial days are left', () =>
    expectForecast(
      3,
      { D: 12, initial: 10, p: 0.4 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. =
      ends  Mon 03-17 17:00, 6 d left, by 3
      `,
    ));

  test('the snapshot counts, not the target', () =>
    expectForecast(
      3,
      { D: 12, initial: 4, target: 9, p: 0.75 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =
      ends  Mon 03-10 17:00, 1 d left, by 3
      `,
    ));

  test('without the snapshot scenario 1 takes over', () =>
    expectForecast(
      3,
      { D: 4, p: 0.5 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 3 > 1
      `,
    ));
});

import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { forecastPicture } from '../testing/started-work-chart.ts';
import type { DrawnWork } from '../testing/started-work-chart.ts';
import type { ScenarioNumber } from './scenario.ts';
import type { ProgressOptions } from './started-work.ts';

const AT_PLAN: ProgressOptions = { rateOfProgress: 'plan', rateOfFact: 'plan' };

function expectForecast(scenario: ScenarioNumber, work: DrawnWork, drawing: string, options?: ProgressOptions) {
  expect(forecastPicture(scenario, work, drawing, options)).toBe(picture(drawing));
}

describe('5 base intensity: (V − V_fact) / I_base working days', () => {
  test('700 of 1000 at 140 a day are five days', () =>
    expectForecast(
      5,
      { V: 1000, VFact: 300, base: 140 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====
      ends  Fri 03-14 17:00, 5 d left, by 5
      `,
    ));

  test('a part of a day is a part of its hours: 50 at 40 a day end on the second day at eleven', () =>
    expectForecast(
      5,
      { V: 100, VFact: 50, base: 40 },
      `
            MTWTFss
      dates S  D
      bar   xxx=3
      ends  Fri 03-07 11:00, 1.25 d left, by 5
      `,
    ));

  test('neither progress nor duration nor pace matter', () =>
    expectForecast(
      5,
      { p: 0.9, D: 99, V: 100, VFact: 80, base: 20 },
      `
            MTWTFss
      dates S  D
      bar   xxx=
      ends  Thu 03-06 17:00, 1 d left, by 5
      `,
    ));

  test('a day of the intensity has eight hours, so a short Friday does half of it', () =>
    expectForecast(
      5,
      { calendar: 'short', V: 500, VFact: 0, base: 100 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. 5
      ends  Mon 03-17 13:00, 5 d left, by 5
      `,
    ));

  test('a fact that nobody entered is no fact yet: all of the volume is left', () =>
    expectForecast(
      5,
      { V: 100, base: 50 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 5
      `,
    ));

  test('with more than all of it done nothing is left', () =>
    expectForecast(
      5,
      { V: 100, VFact: 130, base: 50 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 5
      `,
    ));

  test('without a base intensity the pace so far: 40 in two days, 60 left', () =>
    expectForecast(
      5,
      { V: 100, VFact: 40 },
      `
            MTWTFss
      dates S D
      bar   xx===
      ends  Fri 03-07 17:00, 3 d left, by 5 > 6
      `,
    ));

  test('a base intensity of zero is no divisor', () =>
    expectForecast(
      5,
      { V: 100, VFact: 50, base: 0 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 5 > 6
      `,
    ));

  test('without a volume neither it nor 6 can answer: by progress', () =>
    expectForecast(
      5,
      { p: 0.75, D: 4, VFact: 40, base: 20 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 5 > 6 > 1
      `,
    ));
});

describe('6 volume: (V − V_fact) / (V_fact / E)', () => {
  test('300 in five days: 700 take 11 2/3', () =>
    expectForecast(
      6,
      { V: 1000, VFact: 300 },
      `
            MTWTFss MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. =====.. =7
      ends  Tue 03-25 14:20, 11.6667 d left, by 6
      `,
    ));

  test('half in two days: two more', () =>
    expectForecast(
      6,
      { V: 10, VFact: 5 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 6
      `,
    ));

  test('before any fact the planned rate: the whole duration is left', () =>
    expectForecast(
      6,
      { V: 1000, VFact: 0, D: 3 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ===
      ends  Wed 03-12 17:00, 3 d left, by 6
      `,
    ));

  test('before any time has passed the planned rate: half the volume takes half the duration', () =>
    expectForecast(
      6,
      { V: 100, VFact: 50, D: 4 },
      `
            MTWTFss MTWTFss
      dates         B
      bar           ==
      ends  Tue 03-11 17:00, 2 d left, by 6
      `,
    ));

  test('without fact and without duration nothing tells the rate: by progress, of no duration', () =>
    expectForecast(
      6,
      { V: 100, VFact: 0, p: 0.5 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 6 > 1
      `,
    ));

  test('facts of a day after the data date are part of the pace: four days for 40, and Friday goes on', () =>
    expectForecast(
      6,
      { V: 100, VFact: 40 },
      `
            MTWTFss MTWTFss
      dates S D
      fact  1111
      bar   xxxx=.. =====
      ends  Fri 03-14 17:00, 6 d left, by 6
      `,
    ));

  test('a data date before the start: nothing has elapsed, the planned rate', () =>
    expectForecast(
      6,
      { V: 100, VFact: 25, D: 4 },
      `
            MTWTFss MTWTFss
      dates D       S
      bar           ===
      ends  Wed 03-12 17:00, 3 d left, by 6
      `,
    ));

  test('all of it done ends where the last fact ended, not at the data date', () =>
    expectForecast(
      6,
      { V: 3, VFact: 3 },
      `
            MTWTFss MTWTFss
      dates S       D
      fact  111
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, by 6
      `,
    ));

  test('more than all of it done is all of it done', () =>
    expectForecast(
      6,
      { V: 3, VFact: 4 },
      `
            MTWTFss
      dates S  D
      bar   xxx
      ends  Wed 03-05 17:00, 0 d left, by 6
      `,
    ));

  test('a volume of zero is no divisor: by progress', () =>
    expectForecast(
      6,
      { V: 0, VFact: 0, p: 0.5, D: 4 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 6 > 1
      `,
    ));

  test('at the plan rate (option) what is left of the volume is left of the duration, slow or not', () =>
    expectForecast(
      6,
      { V: 100, VFact: 10, D: 5 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ====5
      ends  Fri 03-14 13:00, 4.5 d left, by 6
      `,
      AT_PLAN,
    ));

  test('the elapsed time of the pace leaves out the week end', () =>
    expectForecast(
      6,
      { V: 8, VFact: 2 },
      `
            MTWTFss MTWTFss MTWTFss
      dates    S     D
      bar      xx.. x====.. =====
      ends  Fri 03-21 17:00, 9 d left, by 6
      `,
    ));
});

describe('7 and 8 volume with target and initial duration: D · (1 − V_fact / V)', () => {
  test('7: 0.7 of eight target days', () =>
    expectForecast(
      7,
      { V: 1000, VFact: 300, target: 8 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. 6
      ends  Mon 03-17 13:48, 5.6 d left, by 7
      `,
    ));

  test('8: 0.7 of ten initial days', () =>
    expectForecast(
      8,
      { V: 1000, VFact: 300, initial: 10 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. ==
      ends  Tue 03-18 17:00, 7 d left, by 8
      `,
    ));

  test('7: the pace so far does not matter', () =>
    expectForecast(
      7,
      { V: 100, VFact: 1, target: 4 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ===9
      ends  Thu 03-13 16:41, 3.9604 d left, by 7
      `,
    ));

  test('7: no fact yet leaves all of the target duration', () =>
    expectForecast(
      7,
      { V: 100, target: 3 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ===
      ends  Wed 03-12 17:00, 3 d left, by 7
      `,
    ));

  test('7: without the target duration the pace so far', () =>
    expectForecast(
      7,
      { V: 100, VFact: 50 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 7 > 6
      `,
    ));

  test('8: an initial duration of zero: the pace so far', () =>
    expectForecast(
      8,
      { V: 100, VFact: 50, initial: 0 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 8 > 6
      `,
    ));

  test('8: without a volume at last by progress', () =>
    expectForecast(
      8,
      { p: 0.5, D: 2, initial: 10 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 8 > 6 > 1
      `,
    ));

  test('8: over-full leaves nothing', () =>
    expectForecast(
      8,
      { V: 100, VFact: 101, initial: 10 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 8
      `,
    ));
});

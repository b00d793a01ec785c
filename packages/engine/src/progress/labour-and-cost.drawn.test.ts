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

describe('9 labour: (L − L_fact) / (L_fact / E)', () => {
  test('100 hours in five days: 300 take fifteen', () =>
    expectForecast(
      9,
      { L: 400, LFact: 100 },
      `
            MTWTFss MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. =====.. =====
      ends  Fri 03-28 17:00, 15 d left, by 9
      `,
    ));

  test('no hour spent yet: the planned rate', () =>
    expectForecast(
      9,
      { L: 400, LFact: 0, D: 2 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 9
      `,
    ));

  test('hours that nobody entered are none', () =>
    expectForecast(
      9,
      { L: 400, D: 2 },
      `
            MTWTFss
      dates S D
      bar   xx==
      ends  Thu 03-06 17:00, 2 d left, by 9
      `,
    ));

  test('at the plan rate (option) a quarter of the hours spent leaves three quarters of the duration', () =>
    expectForecast(
      9,
      { L: 400, LFact: 100, D: 4 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ===
      ends  Wed 03-12 17:00, 3 d left, by 9
      `,
      AT_PLAN,
    ));

  test('overspent hours leave nothing', () =>
    expectForecast(
      9,
      { L: 40, LFact: 48, D: 4 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx
      ends  Fri 03-07 17:00, 0 d left, by 9
      `,
    ));

  test('without planned labour by progress', () =>
    expectForecast(
      9,
      { LFact: 100, p: 0.5, D: 4 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 9 > 1
      `,
    ));

  test('volume does not stand in for labour', () =>
    expectForecast(
      9,
      { V: 100, VFact: 50, p: 0.75, D: 4 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 9 > 1
      `,
    ));
});

describe('10 and 11 labour with target and initial duration: D · (1 − L_fact / L)', () => {
  test('10: three quarters of eight target days', () =>
    expectForecast(
      10,
      { L: 400, LFact: 100, target: 8 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. =
      ends  Mon 03-17 17:00, 6 d left, by 10
      `,
    ));

  test('11: three quarters of ten initial days', () =>
    expectForecast(
      11,
      { L: 400, LFact: 100, initial: 10 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. ==5
      ends  Wed 03-19 13:00, 7.5 d left, by 11
      `,
    ));

  test('10: without a target the pace of the hours', () =>
    expectForecast(
      10,
      { L: 60, LFact: 20 },
      `
            MTWTFss MTWTFss
      dates S D
      bar   xx===.. =
      ends  Mon 03-10 17:00, 4 d left, by 10 > 9
      `,
    ));

  test('11: without a snapshot and without an hour spent the planned rate', () =>
    expectForecast(
      11,
      { L: 60, LFact: 0, D: 1 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 11 > 9
      `,
    ));

  test('11: without labour at all by progress', () =>
    expectForecast(
      11,
      { initial: 10, p: 0.5, D: 2 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 11 > 9 > 1
      `,
    ));

  test('10: a target of zero and no rate: three scenarios long', () =>
    expectForecast(
      10,
      { L: 60, target: 0, p: 0.5 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 10 > 9 > 1
      `,
    ));
});

describe('12 cost: (C − C_fact) / (C_fact / E)', () => {
  test('20,000 in five days: 30,000 take seven and a half', () =>
    expectForecast(
      12,
      { C: 50_000, CFact: 20_000 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. ==5
      ends  Wed 03-19 13:00, 7.5 d left, by 12
      `,
    ));

  test('nothing spent yet: the planned rate', () =>
    expectForecast(
      12,
      { C: 50_000, CFact: 0, D: 1 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 12
      `,
    ));

  test('around the clock 39 hours have passed for a tenth: nine times 39 are left', () =>
    expectForecast(
      12,
      { calendar: 'around', C: 100, CFact: 10 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S D
      bar   xx===== ======= ==6
      ends  Wed 03-19 15:00, 43.875 d left, by 12
      `,
    ));

  test('over budget leaves nothing', () =>
    expectForecast(
      12,
      { C: 100, CFact: 100.01 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 12
      `,
    ));

  test('without a budget by progress', () =>
    expectForecast(
      12,
      { CFact: 10, p: 0.5, D: 2 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 12 > 1
      `,
    ));
});

describe('13 and 14 cost with target and initial duration: D · (1 − C_fact / C)', () => {
  test('13: three fifths of eight target days', () =>
    expectForecast(
      13,
      { C: 50_000, CFact: 20_000, target: 8 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ====8
      ends  Fri 03-14 15:24, 4.8 d left, by 13
      `,
    ));

  test('14: three fifths of ten initial days', () =>
    expectForecast(
      14,
      { C: 50_000, CFact: 20_000, initial: 10 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. =====.. =
      ends  Mon 03-17 17:00, 6 d left, by 14
      `,
    ));

  test('13: without a target the pace of the money', () =>
    expectForecast(
      13,
      { C: 90, CFact: 30 },
      `
            MTWTFss MTWTFss
      dates S D
      bar   xx===.. =
      ends  Mon 03-10 17:00, 4 d left, by 13 > 12
      `,
    ));

  test('14: without a budget at last by progress', () =>
    expectForecast(
      14,
      { initial: 10, p: 0, D: 1 },
      `
            MTWTFss
      dates S D
      bar   xx=
      ends  Wed 03-05 17:00, 1 d left, by 14 > 12 > 1
      `,
    ));

  test('14: all spent ends at the last working moment', () =>
    expectForecast(
      14,
      { C: 10, CFact: 10, initial: 10 },
      `
            MTWTFss
      dates S D
      bar   xx
      ends  Tue 03-04 17:00, 0 d left, by 14
      `,
    ));
});

import type { CalculationOptions } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { CHART_START, atDay, onDay } from '../testing/chart-calendars.ts';
import { chartPlan } from '../testing/chart.ts';
import { draw } from '../testing/drawing.ts';
import { picture } from '../testing/picture.ts';
import { calculate } from '../timetable/calculate.ts';
import { applyScenario, factsOfItem } from './forecast.ts';
import type { ScenarioNumber } from './scenario.ts';
import type { ProgressFacts } from './started-work.ts';

const DAY = 480;

/** What is known of started works, by their codes; of the others what the row itself says. */
type Known = Record<string, Partial<ProgressFacts>>;

function calculated(chart: string, scenario: ScenarioNumber | null, known: Known, options: Partial<CalculationOptions> = {}) {
  const drawnPlan = chartPlan(chart, { dataDate: atDay(7, 0), progressScenario: scenario, ...options });
  const applied = applyScenario(drawnPlan, (item) => (known[item.code] ? { ...factsOfItem(item), ...known[item.code] } : null));
  return { ...applied, drawnPlan, result: calculate(applied.plan) };
}

/** The chart after a scenario; the data date is the second Monday. `x` is past, `#` critical, `=` other work, `-` float. */
function expectChart(
  chart: string,
  scenario: ScenarioNumber | null,
  known: Known,
  expected: string,
  options: Partial<CalculationOptions> = {},
) {
  const { plan, result } = calculated(chart, scenario, known, options);
  expect(picture(draw(plan, result))).toBe(picture(expected));
}

describe('a scenario rules the rest of started work, the relations everything behind it', () => {
  const CHAIN = `
    A 10d as=0 rem=1d
    B 2d A`;

  test('1 by progress: half of ten days, whatever remaining duration was entered', () =>
    expectChart(
      CHAIN,
      1,
      { A: { progress: 0.5 } },
      `
        MTWTFssMTWTFssMT
      A xxxxx..#####
      B               ##
      `,
    ));

  test('without a scenario the entered remaining duration rules', () =>
    expectChart(
      CHAIN,
      null,
      { A: { progress: 0.5 } },
      `
        MTWTFssMTW
      A xxxxx..#
      B         ##
      `,
    ));

  test('2 target duration: half of four days', () =>
    expectChart(
      CHAIN,
      2,
      { A: { progress: 0.5, targetDurationMinutes: 4 * DAY } },
      `
        MTWTFssMTWT
      A xxxxx..##
      B          ##
      `,
    ));

  test('6 volume: five days for 50 of 80, three for the rest', () =>
    expectChart(
      CHAIN,
      6,
      { A: { volume: 80, volumeFact: 50 } },
      `
        MTWTFssMTWTF
      A xxxxx..###
      B           ##
      `,
    ));

  test('nothing left: what comes behind begins at the data date', () =>
    expectChart(
      CHAIN,
      1,
      { A: { progress: 1 } },
      `
        MTWTFssMT
      A xxxxx
      B        ##
      `,
    ));

  test('a fact of the data date’s day shifts the rest by that day', () =>
    expectChart(
      CHAIN,
      1,
      { A: { progress: 0.8, dailyFact: new Map([[CHART_START / 1440 + 7, 3]]) } },
      `
        MTWTFssMTWTF
      A xxxxx..###
      B           ##
      `,
    ));

  test('work that began after the data date ends where the scenario says: five days from Wednesday on', () => {
    const { forecasts, result } = calculated('A 10d as=9', 1, { A: { progress: 0.5 } });
    expect([onDay(forecasts.get(1)!.finish), onDay(result.finish[0])]).toEqual(['15 16:00', '15 16:00']);
  });

  test('the same in a week of seven days', () =>
    expectChart(
      CHAIN.replace('rem=1d', 'rem=1d cal=seven').replace('B 2d A', 'B 2d A cal=seven'),
      1,
      { A: { progress: 0.2 } },
      `
        MTWTFssMTWTFssMTW
      A xxxxxxx########
      B                ##
      `,
    ));
});

describe('rows that no scenario touches', () => {
  test('not begun, completed, milestones, parents', () => {
    const { plan, drawnPlan, forecasts } = calculated(
      `
      P 0d sum
      A 10d as=0 in=P
      B 3d A
      C 3d as=0 af=2
      M 0d ms as=1
      N 0d mf A
      `,
      1,
      { A: { progress: 0.5 } },
    );
    expect([...forecasts.keys()].map((id) => plan.items[id - 1].code)).toEqual(['A']);
    for (const [at, item] of plan.items.entries()) if (item.code !== 'A') expect(item).toBe(drawnPlan.items[at]);
  });

  test('a parent spans what the scenario made of its children', () =>
    expectChart(
      `
      P 0d sum
      A 10d as=0 in=P
      B 3d A in=P
      `,
      1,
      { A: { progress: 0.8 } },
      `
        MTWTFssMTWTF
      P #####..#####
      A xxxxx..##
      B          ###
      `,
    ));

  test('a draft that has begun stays a draft', () => {
    const { forecasts } = calculated('A 10d as=0 draft', 1, { A: { progress: 0.5 } });
    expect(forecasts.size).toBe(0);
  });

  test('a work in progress without any date of its start cannot be forecast', () => {
    const plan = chartPlan('A 10d', { dataDate: atDay(7, 0), progressScenario: 1 });
    plan.items[0].status = 'in_progress';
    expect(applyScenario(plan, () => null).forecasts.size).toBe(0);
  });

  test('where the actual start is not known the planned one stands for it', () => {
    const plan = chartPlan('A 10d at=2', { dataDate: atDay(7, 0), progressScenario: 1 });
    plan.items[0].status = 'in_progress';
    const forecast = applyScenario(plan, (item) => ({ ...factsOfItem(item), progress: 0.5 })).forecasts.get(1)!;
    expect([onDay(forecast.start), onDay(forecast.finish)]).toEqual(['2 08:00', '11 16:00']);
  });

  test('a work without a calendar of its own has that of the plan', () => {
    const plan = chartPlan('A 10d as=0', { dataDate: atDay(7, 0), progressScenario: 1, defaultCalendarId: 2 });
    plan.items[0].calendarId = null;
    const forecast = applyScenario(plan, (item) => ({ ...factsOfItem(item), progress: 0.2 })).forecasts.get(1)!;
    expect(onDay(forecast.finish)).toBe('14 16:00');
  });
});

describe('relations and limits come after the scenario', () => {
  test('retained logic: the rest waits for a predecessor that is not done', () =>
    expectChart(
      `
      A 3d
      B 10d as=0 A
      `,
      1,
      { B: { progress: 0.8 } },
      `
        MTWTFssMTWTF
      A        ###
      B xxxxx..xxx##
      `,
    ));

  test('a finish-to-finish predecessor pushes the finish later', () =>
    expectChart(
      `
      A 4d
      B 10d as=0 A:ff
      `,
      1,
      { B: { progress: 0.8 } },
      `
        MTWTFssMTWT
      A        ####
      B xxxxx..xx##
      `,
    ));

  test('it does not pull the finish earlier', () =>
    expectChart(
      `
      A 1d
      B 10d as=0 A:ff
      `,
      1,
      { B: { progress: 0.7 } },
      `
        MTWTFssMTW
      A        =--
      B xxxxx..###
      `,
    ));

  test('a finish that may not be later does not move it: the float is negative', () =>
    expectChart(
      'A 10d as=0 fnlt=8',
      1,
      { A: { progress: 0.6 } },
      `
        MTWTFssMTWTF
      A xxxxx..####<
      `,
    ));

  test('4: a limit "in date" is the fixed finish, and the rest fills the time up to it', () =>
    expectChart(
      `
      A 10d as=0 fon=9
      B 1d A
      `,
      4,
      { A: { progress: 0.9, fixedFinish: atDay(9, 16) } },
      `
        MTWTFssMTWT
      A xxxxx..###
      B           #
      `,
    ));

  test('4: one that is past leaves nothing to do', () =>
    expectChart(
      `
      A 10d as=0
      B 1d A
      `,
      4,
      { A: { progress: 0.5, fixedFinish: atDay(3, 16) } },
      `
        MTWTFssM
      A xxxxx
      B        #
      `,
    ));
});

describe('suspended work', () => {
  test('the rest begins when it is resumed', () =>
    expectChart(
      'A 10d as=0 suspend=2 resume=9',
      1,
      { A: { progress: 0.8 } },
      `
        MTWTFssMTWT
      A xxxxx..xx##
      `,
    ));

  test('resumed before the data date it goes on at the data date', () =>
    expectChart(
      'A 10d as=0 suspend=1 resume=3',
      1,
      { A: { progress: 0.8 } },
      `
        MTWTFssMT
      A xxxxx..##
      `,
    ));

  test('what comes behind waits as well', () =>
    expectChart(
      `
      A 10d as=0 suspend=2 resume=8
      B 1d A
      `,
      1,
      { A: { progress: 0.9 } },
      `
        MTWTFssMTW
      A xxxxx..x#
      B          #
      `,
    ));
});

describe('calculated again', () => {
  test('nothing drifts: the answer is no input of the next one', () => {
    const first = calculated('A 10d as=0 rem=3d', 6, { A: { volume: 80, volumeFact: 50 } });
    const again = applyScenario(first.plan, (item) => ({ ...factsOfItem(item), volume: 80, volumeFact: 50 }));
    expect(again.plan.items).toEqual(first.plan.items);
    expect(again.forecasts).toEqual(first.forecasts);
  });

  test('the plan that was given is not changed', () => {
    const { drawnPlan } = calculated('A 10d as=0 rem=3d', 1, { A: { progress: 0.5 } });
    expect(drawnPlan.items[0].remainingMinutes).toBe(3 * DAY);
  });

  test('every scenario ends where it says, when nothing else holds the work', () => {
    const known: Known = {
      A: {
        progress: 0.4,
        targetDurationMinutes: 8 * DAY,
        initialDurationMinutes: 6 * DAY,
        fixedFinish: atDay(10, 16),
        volume: 100,
        volumeFact: 30,
        baseIntensityPerDay: 20,
        labour: 50,
        labourFact: 20,
        cost: 9,
        costFact: 4,
        dailyPlan: new Map([[CHART_START / 1440 + 7, 50]]),
        dailyFact: new Map([[CHART_START / 1440 + 1, 30]]),
      },
    };
    for (let scenario = 1; scenario <= 16; scenario++) {
      const { forecasts, result } = calculated('A 10d as=0', scenario as ScenarioNumber, known);
      expect([scenario, onDay(result.finish[0])]).toEqual([scenario, onDay(forecasts.get(1)!.finish)]);
    }
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf, defaultOptions, formatMinute, parseMinute } from '@gantry/domain';
import type { Plan, PlanItem } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { compileCalendar } from '../time/calendar.ts';
import { workBetween } from '../time/work.ts';
import { applyScenario, factsOfItem, forecastStartedWork, isScenarioNumber } from './forecast.ts';
import { SCENARIOS } from './index.ts';
import type { ScenarioNumber } from './scenario.ts';
import type { DailySeries, ProgressOptions, StartedWork } from './started-work.ts';

const DAY_SHIFT = [{ start: 9 * 60, finish: 17 * 60 }];
const week = [DAY_SHIFT, DAY_SHIFT, DAY_SHIFT, DAY_SHIFT, DAY_SHIFT, [], []];
const calendar = compileCalendar({ week, exceptions: [] });

const at = (text: string) => parseMinute(text)!;
const day = (text: string) => dayOf(at(text));
const days = (count: number) => count * 480;
const series = (values: Record<string, number>): DailySeries => new Map(Object.entries(values).map(([date, value]) => [day(date), value]));

/** Started Monday 6 January 2025, data date Monday 13 January: five days elapsed. */
const WORK: StartedWork = {
  calendar,
  minutesPerDay: 480,
  start: at('2025-01-06T09:00'),
  dataDate: at('2025-01-13'),
  progress: 0.5,
  durationMinutes: days(8),
  targetDurationMinutes: days(6),
  initialDurationMinutes: days(10),
  fixedFinish: at('2025-01-17T17:00'),
  volume: 200,
  volumeFact: 80,
  baseIntensityPerDay: 40,
  labour: 100,
  labourFact: 25,
  cost: 900,
  costFact: 300,
  dailyPlan: series({ '2025-01-07': 40, '2025-01-13': 50, '2025-01-14': 50, '2025-01-16': 40 }),
  dailyFact: series({ '2025-01-06': 20, '2025-01-07': 20, '2025-01-08': 20, '2025-01-10': 20 }),
};

function forecast(scenario: ScenarioNumber, change: Partial<StartedWork> = {}, options?: ProgressOptions) {
  const result = forecastStartedWork({ ...WORK, ...change }, scenario, options);
  return { days: result.remainingMinutes / 480, finish: formatMinute(result.finish), used: result.scenariosUsed, result };
}

describe('the sixteen scenarios', () => {
  const cases: [ScenarioNumber, number, string][] = [
    [1, 4, '2025-01-16T17:00'],
    [2, 3, '2025-01-15T17:00'],
    [3, 5, '2025-01-17T17:00'],
    [4, 5, '2025-01-17T17:00'],
    [5, 3, '2025-01-15T17:00'],
    [6, 7.5, '2025-01-22T13:00'],
    [7, 3.6, '2025-01-16T13:48'],
    [8, 6, '2025-01-20T17:00'],
    [9, 15, '2025-01-31T17:00'],
    [10, 4.5, '2025-01-17T13:00'],
    [11, 7.5, '2025-01-22T13:00'],
    [12, 10, '2025-01-24T17:00'],
    [13, 4, '2025-01-16T17:00'],
    [14, 6 + 2 / 3, '2025-01-21T14:20'],
    [15, 3.5, '2025-01-16T13:00'],
    [16, 7.5, '2025-01-22T13:00'],
  ];
  test.each(cases)('%i leaves %d days', (scenario, remaining, finish) => {
    const seen = forecast(scenario);
    expect(seen.days).toBeCloseTo(remaining, 6);
    expect(seen.finish).toBe(finish);
    expect(seen.used).toEqual([scenario]);
  });

  test('only 15 moves the start: to the first day of the daily plan', () => {
    for (const number of Object.keys(SCENARIOS).map(Number).filter(isScenarioNumber)) {
      expect(formatMinute(forecast(number).result.start)).toBe(number === 15 ? '2025-01-07T09:00' : '2025-01-06T09:00');
    }
  });
});

describe('missing data hands over', () => {
  const cases: [ScenarioNumber, Partial<StartedWork>, number[]][] = [
    [1, { progress: null, durationMinutes: null }, [1]],
    [2, { targetDurationMinutes: null }, [2, 1]],
    [2, { targetDurationMinutes: 0 }, [2, 1]],
    [3, { initialDurationMinutes: null }, [3, 1]],
    [4, { fixedFinish: null }, [4, 1]],
    [5, { baseIntensityPerDay: null }, [5, 6]],
    [5, { baseIntensityPerDay: 0 }, [5, 6]],
    [5, { volume: null }, [5, 6, 1]],
    [6, { volume: 0 }, [6, 1]],
    [6, { volumeFact: 0 }, [6]],
    [6, { volumeFact: null }, [6]],
    [6, { volumeFact: 0, durationMinutes: null }, [6, 1]],
    [7, { targetDurationMinutes: null }, [7, 6]],
    [8, { initialDurationMinutes: null }, [8, 6]],
    [9, { labour: null }, [9, 1]],
    [10, { targetDurationMinutes: null }, [10, 9]],
    [10, { labour: null }, [10, 9, 1]],
    [11, { initialDurationMinutes: null }, [11, 9]],
    [12, { cost: null }, [12, 1]],
    [13, { targetDurationMinutes: null }, [13, 12]],
    [14, { initialDurationMinutes: null }, [14, 12]],
    [15, { dailyPlan: null }, [15, 6]],
    [15, { dailyPlan: series({ '2025-01-13': 0 }) }, [15, 6]],
    [15, { volume: null }, [15, 6, 1]],
    [16, { dailyFact: null }, [16, 6]],
    [16, { dailyFact: series({ '2025-01-06': 0 }) }, [16, 6]],
  ];
  test.each(cases)('%i with %o', (scenario, change, used) => expect(forecast(scenario, change).used).toEqual(used));
});

describe('edges', () => {
  test('scenario 1 at the pace so far: five days for a quarter leave fifteen; without a pace the plan rate', () => {
    const pace: ProgressOptions = { rateOfProgress: 'pace', rateOfFact: 'fact' };
    expect(forecast(1, { progress: 0.25 }, pace).days).toBe(15);
    expect(forecast(1, { progress: 0 }, pace).days).toBe(8);
    expect(forecast(1, { dataDate: at('2025-01-01'), dailyFact: null }, pace).days).toBe(4);
  });

  test('work exactly on plan finishes alike at plan and pace', () => {
    const onPlan = { progress: 5 / 8 };
    const pace: ProgressOptions = { rateOfProgress: 'pace', rateOfFact: 'fact' };
    expect(forecast(1, onPlan).finish).toBe('2025-01-15T17:00');
    expect(forecast(1, onPlan, pace).finish).toBe('2025-01-15T17:00');
  });

  test('6, 9 and 12 at the plan rate: what is left of the total is left of the duration', () => {
    const plan: ProgressOptions = { rateOfProgress: 'plan', rateOfFact: 'plan' };
    expect(forecast(6, {}, plan).days).toBeCloseTo(8 * 0.6);
    expect(forecast(9, {}, plan).days).toBeCloseTo(8 * 0.75);
    expect(forecast(12, {}, plan).days).toBeCloseTo(8 * (2 / 3));
    expect(forecast(6, { durationMinutes: null }, plan).used).toEqual([6, 1]);
  });

  test('nothing left: the end of the last fact; without fact the last working moment up to the data date; never before the start', () => {
    expect(forecast(1, { progress: 1 }).finish).toBe('2025-01-10T17:00');
    expect(forecast(1, { progress: 1, dailyFact: series({ '2025-01-08': 1 }) }).finish).toBe('2025-01-08T17:00');
    expect(forecast(1, { progress: 1, dailyFact: null }).finish).toBe('2025-01-10T17:00');
    expect(forecast(6, { volumeFact: 300 }).finish).toBe('2025-01-10T17:00');
    expect(forecast(1, { progress: 1, dailyFact: null, dataDate: at('2024-12-01') }).finish).toBe('2025-01-06T09:00');
  });

  test('fact of the day of the data date pushes the resume point behind that day', () => {
    const { result } = forecast(1, { dailyFact: series({ '2025-01-13': 5 }) });
    expect(formatMinute(result.resume)).toBe('2025-01-14T09:00');
    expect(formatMinute(result.finish)).toBe('2025-01-17T17:00');
  });

  test('a fixed finish in the past stays and is late; one before the start is the start', () => {
    const late = forecast(4, { fixedFinish: at('2025-01-09T17:00') });
    expect([late.finish, late.result.isLate, late.result.neededPerDay]).toEqual(['2025-01-09T17:00', true, null]);
    expect(forecast(4, { fixedFinish: at('2024-12-01') }).finish).toBe('2025-01-06T09:00');
    expect(forecast(4, { fixedFinish: at('2025-01-10T17:00'), progress: 1 }).result.isLate).toBe(false);
    expect(forecast(4).result.neededPerDay).toBeCloseTo(0.1, 12);
  });

  test('15: the plan of a day begun counts with the working time that is left of it', () => {
    const dailyPlan = series({ '2025-01-13': 80, '2025-01-14': 80 });
    expect(forecast(15, { dailyPlan, dataDate: at('2025-01-13T13:00') }).finish).toBe('2025-01-14T17:00');
  });

  test('15: a plan that ends early has a tail at the intensity so far, from the day after it', () => {
    expect(forecast(15, { dailyPlan: series({ '2025-01-13': 88 }) }).finish).toBe('2025-01-15T17:00');
    expect(forecast(15, { dailyPlan: series({ '2025-01-07': 88 }) }).finish).toBe('2025-01-22T13:00');
  });

  test('15: volume planned on a day off is done by the working moment before it', () => {
    expect(forecast(15, { dailyPlan: series({ '2025-01-13': 60, '2025-01-18': 60 }) }).finish).toBe('2025-01-17T17:00');
  });

  test('15: tenths that add up to the rest need no tail', () => {
    const dailyPlan = series({ '2025-01-13': 0.1, '2025-01-14': 0.1, '2025-01-15': 0.1 });
    expect(forecast(15, { volume: 0.8, volumeFact: 0.5, dailyPlan }).finish).toBe('2025-01-15T17:00');
  });

  test('16 closes on the day on which the facts reach the total, whatever comes after', () => {
    const seen = forecast(16, { volume: 60 });
    expect([seen.finish, seen.days, seen.result.isClosed, seen.result.isLate]).toEqual(['2025-01-08T17:00', 0, true, false]);
    expect(forecast(16, { volume: 0.3, dailyFact: series({ '2025-01-06': 0.1, '2025-01-07': 0.2 }) }).result.isClosed).toBe(true);
    expect(forecast(16, { volume: 81 }).result.isClosed).toBe(false);
  });

  test('16 does not look at the fact that is entered as a sum', () => {
    expect(forecast(16, { volumeFact: 199 }).days).toBe(7.5);
  });
});

const amount = fc.option(fc.integer({ min: 0, max: 1000 }));
const anyWork = fc.record({
  start: fc.integer({ min: 0, max: 40 }).map((shift) => WORK.start + shift * 700),
  dataDate: fc.integer({ min: -40, max: 40 }).map((shift) => WORK.dataDate + shift * 700),
  progress: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  durationMinutes: amount,
  targetDurationMinutes: amount,
  initialDurationMinutes: amount,
  fixedFinish: fc.option(fc.integer({ min: 0, max: 60 }).map((shift) => WORK.start + shift * 700)),
  volume: amount,
  volumeFact: amount,
  baseIntensityPerDay: amount,
  labour: amount,
  labourFact: amount,
  cost: amount,
  costFact: amount,
  dailyPlan: fc.option(
    fc.dictionary(fc.constantFrom('2025-01-07', '2025-01-11', '2025-01-16', '2025-02-03'), fc.integer({ min: 0, max: 300 })).map(series),
  ),
  dailyFact: fc.option(
    fc.dictionary(fc.constantFrom('2025-01-06', '2025-01-11', '2025-01-15'), fc.integer({ min: 0, max: 300 })).map(series),
  ),
});

test('always an answer: never before the start, the handover ends in the family or in 1, the finish is the resume plus the remaining', () => {
  fc.assert(
    fc.property(anyWork, fc.integer({ min: 1, max: 16 }), (change, number) => {
      const work = { ...WORK, ...change };
      const result = forecastStartedWork(work, number as ScenarioNumber);
      expect(result.finish).toBeGreaterThanOrEqual(work.start);
      expect(result.remainingMinutes).toBeGreaterThanOrEqual(0);
      expect(result.scenariosUsed[0]).toBe(number);
      expect(result.scenariosUsed.length).toBeLessThanOrEqual(3);
      if (result.remainingMinutes > 0) expect(workBetween(calendar, result.resume, result.finish)).toBe(result.remainingMinutes);
      expect(forecastStartedWork(work, number as ScenarioNumber)).toEqual(result);
    }),
    propertyRun('progress totality'),
  );
});

describe('a plan under a scenario', () => {
  const item = (id: number, change: Partial<PlanItem>): PlanItem => ({
    id,
    parentId: null,
    type: 'work',
    schedulingKind: 'task',
    code: '',
    name: '',
    calendarId: null,
    status: 'in_progress',
    durationMinutes: days(8),
    remainingMinutes: 1,
    progress: 0.5,
    actualStart: WORK.start,
    actualFinish: null,
    suspendDate: null,
    resumeDate: null,
    expectedFinish: null,
    startLimitType: null,
    startLimitDate: null,
    finishLimitType: null,
    finishLimitDate: null,
    mandatory: false,
    asLateAsPossible: false,
    inScope: null,
    deadline: null,
    start: null,
    finish: null,
    ...change,
  });
  const planOf = (items: PlanItem[], progressScenario: number | null): Plan => ({
    options: { ...defaultOptions(WORK.dataDate), defaultCalendarId: 1, progressScenario },
    calendars: [
      {
        id: 1,
        name: '',
        week,
        exceptions: [],
        baseId: null,
        minutesPerDay: 480,
        minutesPerWeek: 2400,
        minutesPerMonth: 9600,
        minutesPerYear: 115200,
        isDefault: true,
      },
    ],
    items,
    relations: [],
    resources: [],
    assignments: [],
    externalLimits: [],
  });

  test('started works get its remaining duration; the others keep theirs', () => {
    const items = [
      item(1, {}),
      item(2, { status: 'not_started', actualStart: null }),
      item(3, { type: 'draft' }),
      item(4, { type: 'milestone_finish' }),
    ];
    const { plan, forecasts } = applyScenario(planOf(items, 1), () => null);
    expect(plan.items.map((row) => row.remainingMinutes)).toEqual([days(4), 1, 1, 1]);
    expect([...forecasts.keys()]).toEqual([1]);
  });

  test('the passes start at the data date, so a resume point behind it is part of the remaining duration', () => {
    const facts = { ...factsOfItem(item(1, {})), dailyFact: series({ '2025-01-13': 5 }) };
    const { plan } = applyScenario(planOf([item(1, {})], 1), () => facts);
    expect(plan.items[0].remainingMinutes).toBe(days(5));
  });

  test('without a scenario the entered remaining duration rules', () => {
    const plan = planOf([item(1, {})], null);
    expect(applyScenario(plan, () => null).plan).toBe(plan);
    expect(applyScenario(planOf([item(1, {})], 99), () => null).forecasts.size).toBe(0);
  });

  test('a finish limit "in date" is the fixed finish of scenario 4', () => {
    const limited = item(1, { finishLimitType: 'in_date', finishLimitDate: at('2025-01-14T17:00') });
    expect(applyScenario(planOf([limited], 4), () => null).plan.items[0].remainingMinutes).toBe(days(2));
  });
});

type Vector = {
  case: string;
  scenario: ScenarioNumber;
  input: Record<string, string | number | Record<string, number> | undefined>;
  planned_start: string;
  planned_finish: string;
  scenarios_used: number[];
};

const dataFolder = process.env.GANTRY_TEST_DATA;
const vectorFile = dataFolder ? join(dataFolder, '..', 'spec', 'scenario-vectors.json') : '';
const vectors: Vector[] = existsSync(vectorFile) ? JSON.parse(readFileSync(vectorFile, 'utf8')).vectors : [];

describe('vectors of the specification', () => {
  test.skipIf(vectors.length === 0)('are found by GANTRY_TEST_DATA', () => expect(vectors.length).toBeGreaterThanOrEqual(28));

  test.each(vectors.map((vector) => [vector.case, vector.scenario, vector] as const))('%s, scenario %i', (_name, scenario, vector) => {
    const { input } = vector;
    const number = (key: string) => (input[key] ?? null) as number | null;
    const daily = (key: string) => (input[key] ? series(input[key] as Record<string, number>) : null);
    const result = forecastStartedWork(
      {
        calendar,
        minutesPerDay: 480,
        start: at(input.S as string),
        dataDate: at(input.DD as string),
        progress: number('p'),
        durationMinutes: number('D'),
        targetDurationMinutes: number('D_tgt'),
        initialDurationMinutes: number('D_init'),
        fixedFinish: input.fixed ? at(input.fixed as string) : null,
        volume: number('V'),
        volumeFact: number('V_fact'),
        baseIntensityPerDay: number('base'),
        labour: number('L'),
        labourFact: number('L_fact'),
        cost: number('C'),
        costFact: number('C_fact'),
        dailyPlan: daily('daily_plan'),
        dailyFact: daily('daily_fact'),
      },
      scenario,
    );
    expect(formatMinute(result.start)).toBe(vector.planned_start);
    expect(formatMinute(result.finish)).toBe(vector.planned_finish);
    expect(result.scenariosUsed).toEqual(vector.scenarios_used);
  });
});

import type { Minute, Plan, PlanItem } from '@gantry/domain';
import { compileCalendar } from '../time/calendar.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { startOfWork, workBefore, workBetween } from '../time/work.ts';
import { SCENARIOS } from './index.ts';
import type { Scenario, ScenarioAnswer, ScenarioNumber } from './scenario.ts';
import { DEFAULT_PROGRESS_OPTIONS, finishAfter, resumeWork } from './started-work.ts';
import type { ProgressFacts, ProgressOptions, StartedWork } from './started-work.ts';

/** Result of a scenario for a started work. */
export type Forecast = {
  start: Minute;
  finish: Minute;
  /** Where the remaining work continues. */
  resume: Minute;
  /** Working minutes from `resume`. */
  remainingMinutes: number;
  /** Share of the work per working day that keeps the finish; null when nothing is left. */
  neededPerDay: number | null;
  /** The finish lies before the resume point, though work is left. */
  isLate: boolean;
  /** The daily facts have reached the total: the work may be completed. */
  isClosed: boolean;
  /** The scenario asked for, then each that took over; the last one gave the answer. */
  scenariosUsed: ScenarioNumber[];
};

/** Tells a scenario number from any other number. */
export function isScenarioNumber(value: number): value is ScenarioNumber {
  return Object.hasOwn(SCENARIOS, value);
}

/**
 * Forecasts a started work by a scenario, or by its substitute when data is missing (1, 6, 9 or 12, then 1). Deterministic: former
 * calculated finishes are not used.
 */
export function forecastStartedWork(
  work: StartedWork,
  scenario: ScenarioNumber,
  options: ProgressOptions = DEFAULT_PROGRESS_OPTIONS,
): Forecast {
  const resumed = resumeWork(work);
  const scenariosUsed: ScenarioNumber[] = [];
  let answer: ScenarioAnswer | null = null;
  for (let number: ScenarioNumber | null = scenario; number !== null && !answer;) {
    scenariosUsed.push(number);
    const member: Scenario = SCENARIOS[number];
    answer = member.forecast(resumed, options);
    number = member.fallback;
  }
  const remainingMinutes = Math.max(0, Math.round(answer?.remainingMinutes ?? 0));
  const left = 1 - (work.progress ?? 0);
  const finish = answer?.finish ?? finishAfter(resumed, remainingMinutes);
  const isClosed = answer?.isClosed ?? false;
  const isPast = answer?.finish !== undefined && finish < resumed.resume;
  return {
    start: answer?.start ?? work.start,
    finish,
    resume: resumed.resume,
    remainingMinutes,
    neededPerDay: remainingMinutes > 0 && left > 0 ? (left / remainingMinutes) * work.minutesPerDay : null,
    isLate: isPast && !isClosed && left > 0,
    isClosed,
    scenariosUsed,
  };
}

function isForecast(item: PlanItem): boolean {
  const isMilestone = item.type === 'milestone_start' || item.type === 'milestone_finish';
  return item.status === 'in_progress' && item.type !== 'draft' && item.type !== 'sum' && !isMilestone && item.actualFinish === null;
}

/**
 * Sets the remaining duration of every started work by the plan's scenario, so that the passes finish it as the scenario does. Without a
 * scenario the plan is returned unchanged. `factsOf` null = only the item's own data.
 */
export function applyScenario(
  plan: Plan,
  factsOf: (item: PlanItem) => ProgressFacts | null,
): { plan: Plan; forecasts: Map<number, Forecast> } {
  const forecasts = new Map<number, Forecast>();
  const { progressScenario, dataDate, defaultCalendarId } = plan.options;
  if (progressScenario === null || !isScenarioNumber(progressScenario)) return { plan, forecasts };
  const calendars = new Map<number, { compiled: CompiledCalendar; minutesPerDay: number }>();
  for (const calendar of plan.calendars)
    calendars.set(calendar.id, { compiled: compileCalendar(calendar), minutesPerDay: calendar.minutesPerDay });
  const items = plan.items.map((item) => {
    const start = item.actualStart ?? item.start;
    const calendar = calendars.get(item.calendarId ?? defaultCalendarId ?? -1);
    if (!isForecast(item) || start === null || !calendar) return item;
    const facts = factsOf(item) ?? factsOfItem(item);
    const work = { ...facts, calendar: calendar.compiled, minutesPerDay: calendar.minutesPerDay, start, dataDate };
    const forecast = forecastStartedWork(work, progressScenario, plan.options);
    forecasts.set(item.id, forecast);
    return { ...item, ...forecastOf(item, forecast, calendar.compiled, dataDate) };
  });
  return { plan: { ...plan, items }, forecasts };
}

/** What a forecast makes of an item: it starts where the forecast starts, and is completed where the daily facts closed it. */
function forecastOf(item: PlanItem, forecast: Forecast, calendar: CompiledCalendar, dataDate: Minute): Partial<PlanItem> {
  const actualStart = item.actualStart ?? forecast.start;
  if (forecast.isClosed) return { actualStart, actualFinish: forecast.finish, status: 'completed', progress: 1, remainingMinutes: 0 };
  return { actualStart, remainingMinutes: remainingForPasses(calendar, dataDate, forecast.finish) };
}

/** The passes restart at the data date, the scenario at a later start or after the last day with fact: the stretch between counts as remaining. */
function remainingForPasses(calendar: CompiledCalendar, from: Minute, finish: Minute): number {
  return Math.max(0, workBetween(calendar, startOfWork(calendar, workBefore(calendar, from)), finish));
}

/** Facts of the item itself, for plans without volumes. */
export function factsOfItem(item: PlanItem): ProgressFacts {
  return {
    progress: item.progress,
    durationMinutes: item.durationMinutes,
    targetDurationMinutes: null,
    initialDurationMinutes: null,
    fixedFinish: item.finishLimitType === 'in_date' ? item.finishLimitDate : null,
    volume: null,
    volumeFact: null,
    baseIntensityPerDay: null,
    labour: null,
    labourFact: null,
    cost: null,
    costFact: null,
    dailyPlan: null,
    dailyFact: null,
  };
}

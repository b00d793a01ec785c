import type { Minute } from '@gantry/domain';
import type { ProgressOptions, ResumedWork } from './started-work.ts';

/** Numbers of the scenarios, in the order of the specification. */
export type ScenarioNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;

/** Result of a scenario; start and finish only when it sets them itself. */
export type ScenarioAnswer = { remainingMinutes: number; start?: Minute; finish?: Minute; isClosed?: boolean };

/** One way to forecast started work. */
export type Scenario = {
  /** Key of its name in the locales. */
  name: string;
  family: 'duration' | 'volume' | 'labour' | 'cost';
  /** Takes over when data is missing. */
  fallback: ScenarioNumber | null;
  /** null = data is missing. A fact of 0 is data, a divisor of 0 is missing data. */
  forecast(work: ResumedWork, options: ProgressOptions): ScenarioAnswer | null;
};

/** A number that can divide: known and above 0. */
export function isDivisor(value: number | null): value is number {
  return value !== null && value > 0;
}

/** Remaining = duration · (1 − progress). Progress that is not known counts as 0. */
export function restOfDuration(durationMinutes: number, progress: number | null): ScenarioAnswer {
  return { remainingMinutes: durationMinutes * (1 - (progress ?? 0)) };
}

export function restAtPlannedRate(total: number | null, fact: number | null, durationMinutes: number | null): ScenarioAnswer | null {
  if (!isDivisor(total) || !isDivisor(durationMinutes)) return null;
  return { remainingMinutes: durationMinutes * (1 - (fact ?? 0) / total) };
}

/** Amount per working minute: actual per elapsed time when both exceed 0, else total per duration; null = unknown. */
export function intensity(work: ResumedWork, total: number, fact: number | null, options: ProgressOptions): number | null {
  if (options.rateOfFact === 'fact' && isDivisor(fact) && work.elapsedMinutes > 0) return fact / work.elapsedMinutes;
  return isDivisor(work.durationMinutes) ? total / work.durationMinutes : null;
}

/** Remaining = (total − fact) / intensity. */
export function restAtIntensity(
  work: ResumedWork,
  total: number | null,
  fact: number | null,
  options: ProgressOptions,
): ScenarioAnswer | null {
  if (!isDivisor(total)) return null;
  const rate = intensity(work, total, fact, options);
  return rate === null ? null : { remainingMinutes: (total - (fact ?? 0)) / rate };
}

import {
  type DataMode,
  dayOf,
  formatMinute,
  isReporter,
  MINUTES_PER_DAY,
  minuteOf,
  parseMinute,
  partsOf,
  type ResourceMeasure,
  type SpaceRight,
  type WbsRow,
} from '@gantry/domain';
import { TYPE_DRAFT, TYPE_SUM, TYPE_TASK, TYPE_WORK } from '@gantry/scene';
import type { DayValues } from './day-values.queries.ts';

/** Words and figures of the page: a model has none of its own. */
export type DayWords = {
  t(key: string, values?: Record<string, unknown>): string;
  number(value: number): string;
  date(day: string): string;
  moment(at: string): string;
};

/** What a late fact says on both of its days: how much of which day counts where, who has entered it and when. */
export function lateLine({ amount, of_day, day, name, at }: DayValues['late'][number], { t, number, date, moment }: DayWords): string {
  const by = [name, moment(at)].filter(Boolean).join(', ');
  return t('values.late_counted', { amount: number(amount), ofDay: date(of_day), day: date(day), by });
}

/** Why a row of a type has no values by days; null where it has them. */
export function whyWithoutDays(type: number) {
  if (type === TYPE_TASK || type === TYPE_WORK) return null;
  if (type === TYPE_DRAFT) return 'values.of_a_draft';
  return type === TYPE_SUM ? 'values.of_a_summary' : 'values.of_a_milestone';
}

export type Month = { year: number; month: number };

export function monthOf(date: string | null, today: string): Month {
  const { year, month } = partsOf(parseMinute(date ?? today) as number);
  return { year, month };
}

export function monthAfter({ year, month }: Month, by: number): Month {
  const index = year * 12 + month - 1 + by;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** The days of a month as dates. */
export function daysOfMonth(month: Month): string[] {
  const next = monthAfter(month, 1);
  const [first, end] = [month, next].map((of) => dayOf(minuteOf(of.year, of.month, 1)));
  return Array.from({ length: end - first }, (_, index) => formatMinute((first + index) * MINUTES_PER_DAY).slice(0, 10));
}

/** Values of a measure by mode and day; those of single resources are added up. */
export function valuesOf(series: DayValues['series'], measure: ResourceMeasure): Record<DataMode, Map<string, number>> {
  const found = { plan: new Map<string, number>(), fact: new Map<string, number>(), approved_plan: new Map<string, number>() };
  for (const one of series) {
    if (one.measure !== measure) continue;
    for (const { from, value } of one.values) found[one.mode].set(from, (found[one.mode].get(from) ?? 0) + value);
  }
  return found;
}

/** Whether the value of a day may be changed: the editing period of the schedule reaches back to it. A sum over resources is shared out over them. */
export function isOpen({ limits }: Pick<DayValues, 'limits'>, mode: DataMode, day: string): boolean {
  const { from } = limits[mode === 'fact' ? 'fact' : 'plan'];
  return from === null || day >= from || (mode === 'fact' && limits.fact.late);
}

/** Which values of a row a person may write: facts as who reports on it, approved plans as its curator, all of them as a planner. */
export function mayWriteDays(
  may: (right: SpaceRight) => boolean,
  userId: number | null,
  rowAndAbove: readonly Pick<WbsRow, 'executorId' | 'curatorId'>[],
): Record<DataMode, boolean> {
  const plan = may('plan.edit');
  const isMine = userId !== null && isReporter(userId, rowAndAbove);
  const isCurator = userId !== null && rowAndAbove[0]?.curatorId === userId;
  return { plan, fact: plan || (may('plan.report') && isMine), approved_plan: plan || (may('plan.approve') && isCurator) };
}

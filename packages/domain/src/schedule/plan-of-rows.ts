import {
  type CalculationOptions,
  defaultOptions,
  type ExternalLimit,
  type Plan,
  type PlanAssignment,
  type PlanCalendar,
  type PlanItem,
  type PlanRelation,
  type PlanResource,
  type ProgressInputs,
} from './plan.ts';
import type { Day, Minute } from './time.ts';
import type { VersionRow, VersionTable } from './version-tables.ts';

/** The tables of a version that a calculation reads. */
export const PLAN_TABLES = [
  'wbs',
  'relation',
  'calendar',
  'resource',
  'assignment',
  'daySeries',
  'settings',
] as const satisfies VersionTable[];

/** Rows of version content by field name, dates in minutes; `extra` of a row is merged over it. */
export type PlanRecords = Record<(typeof PLAN_TABLES)[number], Record<string, unknown>[]>;

/** The options of a version: those kept in its settings over P6's own. */
export function optionsOfSettings(settings: readonly Record<string, unknown>[], dataDate: Minute): CalculationOptions {
  return { ...defaultOptions(dataDate), ...(settings[0]?.['options'] as Partial<CalculationOptions> | undefined), dataDate };
}

/** The plan that the rows of a version make, with what other schedules ask of it; items keep the order of the rows. The server and the page make it alike. */
export function planOfRecords(records: PlanRecords, dataDate: Minute, externalLimits: ExternalLimit[] = []): Plan {
  const merged = (rows: Record<string, unknown>[]) => rows.map(({ extra, ...row }) => (extra ? { ...row, ...extra } : row));
  const daily = dailyVolumes(records.daySeries);
  return {
    options: optionsOfSettings(records.settings, dataDate),
    calendars: records.calendar as PlanCalendar[],
    items: (daily.size
      ? merged(records.wbs).map((row) => ({ ...row, ...daily.get(row['id'] as number) }))
      : merged(records.wbs)) as PlanItem[],
    relations: records.relation as PlanRelation[],
    resources: records.resource as PlanResource[],
    assignments: merged(records.assignment) as PlanAssignment[],
    externalLimits,
  };
}

/** Planned and done volume by days, by item; those of its resources are added up. */
function dailyVolumes(rows: readonly Record<string, unknown>[]): Map<number, Pick<ProgressInputs, 'dailyPlan' | 'dailyFact'>> {
  const found = new Map<number, { dailyPlan: Map<Day, number> | null; dailyFact: Map<Day, number> | null }>();
  for (const { itemId, measure, mode, firstDay, values } of rows as VersionRow<'daySeries'>[]) {
    if (measure !== 'volume' || mode === 'approved_plan') continue;
    const inputs = found.get(itemId) ?? { dailyPlan: null, dailyFact: null };
    found.set(itemId, inputs);
    const days = (inputs[mode === 'plan' ? 'dailyPlan' : 'dailyFact'] ??= new Map<Day, number>());
    for (const [index, value] of values.entries())
      if (value !== null) days.set(firstDay + index, (days.get(firstDay + index) ?? 0) + value);
  }
  return found;
}

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
} from './plan.ts';
import type { Minute } from './time.ts';
import type { VersionTable } from './version-tables.ts';

/** The tables of a version that a calculation reads. */
export const PLAN_TABLES = ['wbs', 'relation', 'calendar', 'resource', 'assignment', 'settings'] as const satisfies VersionTable[];

/** Rows of version content by field name, dates in minutes; `extra` of a row is merged over it. */
export type PlanRecords = Record<(typeof PLAN_TABLES)[number], Record<string, unknown>[]>;

/** The options of a version: those kept in its settings over P6's own. */
export function optionsOfSettings(settings: readonly Record<string, unknown>[], dataDate: Minute): CalculationOptions {
  return { ...defaultOptions(dataDate), ...(settings[0]?.['options'] as Partial<CalculationOptions> | undefined), dataDate };
}

/** The plan that the rows of a version make, with what other schedules ask of it; items keep the order of the rows. The server and the page make it alike. */
export function planOfRecords(records: PlanRecords, dataDate: Minute, externalLimits: ExternalLimit[] = []): Plan {
  const merged = (rows: Record<string, unknown>[]) => rows.map(({ extra, ...row }) => (extra ? { ...row, ...extra } : row));
  return {
    options: optionsOfSettings(records.settings, dataDate),
    calendars: records.calendar as PlanCalendar[],
    items: merged(records.wbs) as PlanItem[],
    relations: records.relation as PlanRelation[],
    resources: records.resource as PlanResource[],
    assignments: merged(records.assignment) as PlanAssignment[],
    externalLimits,
  };
}

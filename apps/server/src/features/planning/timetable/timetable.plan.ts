import { columnsOf } from '@gantry/contract';
import { type CalculationOptions, defaultOptions, type Plan, type PlanAssignment, type PlanCalendar, type PlanItem, type PlanRelation, type PlanResource, type VersionTable } from '@gantry/domain';

export type RowValues = readonly unknown[];

/** The tables of a version that a calculation reads. */
export const INPUT_TABLES = ['wbs', 'relation', 'calendar', 'resource', 'assignment', 'settings'] as const satisfies VersionTable[];
export type InputRows = Record<(typeof INPUT_TABLES)[number], RowValues[]>;

function records(table: VersionTable, rows: readonly RowValues[]): Record<string, unknown>[] {
  const names = columnsOf(table).map(({ name }) => name);
  return rows.map((values) => {
    const { extra, ...record } = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    return extra ? { ...record, ...(extra as object) } : record;
  });
}

/** The options of a version: those kept, over P6's own. */
export function optionsOf(settings: readonly RowValues[], dataDate: number): CalculationOptions {
  const [kept] = records('settings', settings);
  return { ...defaultOptions(dataDate), ...(kept?.['options'] as Partial<CalculationOptions> | undefined), dataDate };
}

/** The plan that rows of a version make; items keep the order of the rows. */
export function planOf(rows: InputRows, dataDate: number): Plan {
  return {
    options: optionsOf(rows.settings, dataDate),
    calendars: records('calendar', rows.calendar) as unknown as PlanCalendar[],
    items: records('wbs', rows.wbs) as unknown as PlanItem[],
    relations: records('relation', rows.relation) as unknown as PlanRelation[],
    resources: records('resource', rows.resource) as unknown as PlanResource[],
    assignments: records('assignment', rows.assignment) as unknown as PlanAssignment[],
    externalLimits: [],
  };
}


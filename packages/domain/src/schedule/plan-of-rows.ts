import {
  type CalculationOptions,
  defaultOptions,
  type ExternalLimit,
  type Plan,
  type PlanAssignment,
  type PlanCalendar,
  type PlanRelation,
  type PlanResource,
  type ProgressItem,
} from './plan.ts';
import { eachDay, runOfDays } from './days.ts';
import type { Day, Minute } from './time.ts';
import { byTable, fieldsOf, type VersionRow, type VersionTable } from './version-tables.ts';

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

// Through JSON: an object with so many fields that is made field by field becomes a dictionary, and 100,000 of those take seconds.
const BLANKS = byTable((table) =>
  JSON.parse(JSON.stringify(Object.fromEntries(fieldsOf(table).map(({ name }) => [name, null])))),
) as Record<VersionTable, Record<string, unknown>>;

/** A record with all fields of a table, none of them filled; to be filled by name. */
export const blankRecord = (table: VersionTable): Record<string, unknown> => ({ ...BLANKS[table] });

/** Records of rows whose values stand in the order of the fields. */
export function recordsOfValues(table: VersionTable, rows: readonly (readonly unknown[])[]): Record<string, unknown>[] {
  const names = fieldsOf(table).map(({ name }) => name);
  return rows.map((values) => {
    const record = blankRecord(table);
    for (let at = 0; at < names.length; at++) record[names[at]] = values[at];
    return record;
  });
}

type View = { values: readonly unknown[] };
const VIEWS = byTable((table): new (values: readonly unknown[]) => View => {
  class RecordView implements View {
    readonly values: readonly unknown[];
    constructor(values: readonly unknown[]) {
      this.values = values;
    }
  }
  for (const [at, { name }] of fieldsOf(table).entries())
    Object.defineProperty(RecordView.prototype, name, {
      get(this: View) {
        return this.values[at];
      },
    });
  return RecordView;
});

/**
 * The same without a copy of the values: a record shows what its row holds at the time. For whoever reads fields one by one, as a spread
 * finds none of them; rows with further values are copied, as those are merged.
 */
export function recordsOverValues(table: VersionTable, rows: readonly (readonly unknown[])[]): Record<string, unknown>[] {
  const Over = VIEWS[table];
  const extraAt = fieldsOf(table).findIndex(({ name }) => name === 'extra');
  return rows.map((values) => {
    if (extraAt >= 0 && values[extraAt]) return recordsOfValues(table, [values])[0];
    return new Over(values);
  });
}

/** The options of a version: those kept in its settings over P6's own. */
export function optionsOfSettings(settings: readonly Record<string, unknown>[], dataDate: Minute): CalculationOptions {
  return { ...defaultOptions(dataDate), ...(settings[0]?.['options'] as Partial<CalculationOptions> | undefined), dataDate };
}

/** The plan that the rows of a version make, with what other schedules ask of it; items keep the order of the rows. The server and the page make it alike. */
export function planOfRecords(records: PlanRecords, dataDate: Minute, externalLimits: ExternalLimit[] = []): Plan {
  const merged = (rows: Record<string, unknown>[]) => rows.map((row) => (row['extra'] ? { ...row, ...row['extra'] } : row));
  const options = optionsOfSettings(records.settings, dataDate);
  const items = merged(records.wbs) as ProgressItem[];
  const assignments = merged(records.assignment) as PlanAssignment[];
  const daily = dailyVolumes(records.daySeries, items, assignments, options.progressScenario);
  return {
    options,
    calendars: records.calendar as PlanCalendar[],
    items: daily.size ? items.map((item) => ({ ...item, ...daily.get(item.id) })) : items,
    relations: records.relation as PlanRelation[],
    resources: records.resource as PlanResource[],
    assignments,
    externalLimits,
  };
}

/** The scenarios of started work that go by single days; the others ask for totals and the last day with a fact. */
export const SCENARIOS_BY_DAY: ReadonlySet<unknown> = new Set([15, 16]);

/**
 * Planned and done volume by days, by item; those of its resources are added up, beside the carrier of its volume none of another resource:
 * bricks are not the wall. No other work than one that has begun is asked for them, and where its scenario does not go by single days, or
 * they were not read, all of a series stands on its last day with an amount.
 */
function dailyVolumes(
  rows: readonly Record<string, unknown>[],
  items: readonly ProgressItem[],
  assignments: readonly PlanAssignment[],
  usual: number | null,
) {
  const found = new Map<number, { dailyPlan: Map<Day, number> | null; dailyFact: Map<Day, number> | null }>();
  if (!rows.length) return found;
  const begun = new Map(items.flatMap((item) => (isBegun(item) ? [[item.id, item.progressScenario ?? usual] as const] : [])));
  // A work that is not planned by days has none for scenarios either.
  const unplanned = new Set(items.flatMap(({ id, dayPlanned }) => (dayPlanned === false ? [id] : [])));
  const hasResources = rows.some(({ resourceId }) => resourceId != null);
  const carriers = new Map(
    hasResources
      ? assignments.flatMap((one) => (one.carriesVolume && one.plannedUnits > 0 ? [[one.itemId, one.resourceId] as const] : []))
      : [],
  );
  for (const { itemId, resourceId, measure, mode, lastDay, lastAmountDay, total, days } of rows as SeriesRecord[]) {
    const scenario = begun.get(itemId);
    if (resourceId != null && (carriers.get(itemId) ?? resourceId) !== resourceId) continue;
    if (scenario === undefined || measure !== 'volume' || mode === 'approved_plan' || (mode === 'plan' && unplanned.has(itemId))) continue;
    const inputs = found.get(itemId) ?? { dailyPlan: null, dailyFact: null };
    found.set(itemId, inputs);
    const volumes = (inputs[mode === 'plan' ? 'dailyPlan' : 'dailyFact'] ??= new Map<Day, number>());
    const add = (day: Day, value: number): void => void volumes.set(day, (volumes.get(day) ?? 0) + value);
    const run = SCENARIOS_BY_DAY.has(scenario) ? runOfDays(days) : null;
    if (run) eachDay(run, add);
    else add(lastAmountDay ?? lastDay, total);
  }
  return found;
}

type SeriesRecord = Omit<VersionRow<'daySeries'>, 'days'> & { days?: unknown };
const isBegun = ({ status }: ProgressItem): boolean => status === 'in_progress';

/** What is left of begun work whose duration is entered: what its progress has not done. */
export const leftOfBegun = ({ durationMinutes, progress }: { durationMinutes: number; progress: number }): number =>
  Math.round(durationMinutes * (1 - progress));

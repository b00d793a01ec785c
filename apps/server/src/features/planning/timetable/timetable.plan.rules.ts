import {
  type CalculationOptions,
  type ExternalLimit,
  fieldsOf,
  optionsOfSettings,
  type Plan,
  PLAN_TABLES,
  planOfRecords,
  recordOf,
  type VersionTable,
} from '@gantry/domain';

export type RowValues = readonly unknown[];

/** Rows of the tables that a calculation reads, as the database gives them: values in the order of the fields. */
export type InputRows = Record<(typeof PLAN_TABLES)[number], RowValues[]>;

function recordsOf(table: VersionTable, rows: readonly RowValues[]): Record<string, unknown>[] {
  const names = fieldsOf(table).map(({ name }) => name);
  return rows.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));
}

/** The options of a version. */
export function optionsOf(settings: readonly RowValues[], dataDate: number): CalculationOptions {
  return optionsOfSettings(recordsOf('settings', settings), dataDate);
}

/** The plan that rows of a version make, with what other schedules ask of it; items keep the order of the rows. */
export function planOf(rows: InputRows, dataDate: number, externalLimits: ExternalLimit[] = []): Plan {
  const records = recordOf(PLAN_TABLES, (table) => recordsOf(table, rows[table]));
  return planOfRecords(records, dataDate, externalLimits);
}

import {
  type CalculationOptions,
  type ExternalLimit,
  optionsOfSettings,
  type Plan,
  PLAN_TABLES,
  planOfRecords,
  recordOf,
  recordsOfValues,
  recordsOverValues,
  type VersionTable,
} from '@gantry/domain';

export type RowValues = readonly unknown[];

/** Rows of the tables that a calculation reads, as the database gives them: values in the order of the fields. */
export type InputRows = Record<(typeof PLAN_TABLES)[number], RowValues[]>;

/** The options of a version. */
export function optionsOf(settings: readonly RowValues[], dataDate: number): CalculationOptions {
  return optionsOfSettings(recordsOfValues('settings', settings), dataDate);
}

/**
 * The plan that rows of a version make, with what other schedules ask of it; items keep the order of the rows. `over` leaves the values of
 * items and relations where the rows have them: for plans whose items nobody copies.
 */
export function planOf(rows: InputRows, dataDate: number, externalLimits: ExternalLimit[] = [], over = false): Plan {
  const isOver = (table: VersionTable): boolean => over && (table === 'wbs' || table === 'relation');
  const records = recordOf(PLAN_TABLES, (table) => (isOver(table) ? recordsOverValues : recordsOfValues)(table, rows[table]));
  return planOfRecords(records, dataDate, externalLimits);
}

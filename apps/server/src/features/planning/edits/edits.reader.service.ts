import {
  entryOf,
  fieldsOf,
  isOfMoney,
  ownerFieldOf,
  PLAN_TABLES,
  recordOf,
  SCENARIOS_BY_DAY,
  valuesWithoutMoney,
  type VersionRow,
  type VersionTable,
  withoutMoney,
} from '@gantry/domain';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionHead, VersionKey } from '../version-heads/version-heads.service.ts';
import {
  countRows,
  listPackedColumns,
  listPlaces,
  listRowTexts,
  listRowValues,
  listVolumes,
  type PackedColumns,
  type RowPlace,
  type RowValues,
} from './edits.columns.repository.ts';
import { hidesAnything, type Mask } from './mask/edits.mask.service.ts';
import { countValuesOf, listRows, listRowsBy } from './edits.repository.ts';

/** Reads of one version in one snapshot of the database: rows as objects, or all values of a table as arrays with dates in minutes. */
export type VersionReader = {
  db: Db;
  key: VersionKey;
  head: VersionHead;
  /** What the caller may do with attributes and see of costs; null: everything. What they may not see is in none of the answers. */
  mask: Mask | null;
  rows<T extends VersionTable>(table: T, ids?: readonly number[]): Promise<VersionRow<T>[]>;
  /** Rows with one of the given values in a field. */
  rowsBy<T extends VersionTable>(table: T, field: keyof VersionRow<T> & string, values: readonly number[]): Promise<VersionRow<T>[]>;
  values(table: VersionTable, ids?: readonly number[]): Promise<RowValues[]>;
  /** The same with null for values by days. */
  valuesInShort(table: VersionTable): Promise<RowValues[]>;
  /** All rows of a table of numbers as packed columns. */
  columns(table: VersionTable): Promise<PackedColumns>;
  /** Planned and done volumes by days of works, null: of all, as rows of series; without days with their totals and last days alone. */
  volumes(asked: { items: readonly number[] | null; withDays: boolean }): Promise<RowValues[]>;
  /** Parent, position and type of each row. */
  places(): Promise<RowPlace[]>;
  counts(): Promise<Record<VersionTable, number>>;
  /** The same past all rights on attributes and costs: for what is calculated from them, never for what is shown of them. */
  whole(): WholeReader;
};
/** A reader without any mask of rights. */
export type WholeReader = VersionReader & {
  /** The values of some fields of all rows, in the order of the table's fields. */
  valuesOfFields(table: VersionTable, names: ReadonlySet<string>): Promise<RowValues[]>;
  /** The values of all rows, or those of some fields, as the database writes them: for a thread, which reads them there. */
  texts(table: VersionTable, names?: ReadonlySet<string> | null): Promise<string[]>;
};

/** What is read of some tables: one is unpacked while the database puts the next one together. */
export async function valuesOf<T extends VersionTable, R = RowValues>(
  values: (table: T) => Promise<R[]>,
  tables: readonly T[],
): Promise<Record<T, R[]>> {
  const read = new Map(await Promise.all(tables.map(async (table) => [table, await values(table)] as const)));
  return recordOf(tables, (table) => entryOf(read, table));
}

/**
 * What a calculation reads of a version. Of values by days it asks for volumes of started works where a scenario goes by them, in short
 * where none goes by single days; `series` reads all series in short, or volumes of started works whatever their scenario.
 */
export async function planRowsOf(
  { values, valuesInShort, volumes }: Pick<VersionReader, 'values' | 'valuesInShort' | 'volumes'>,
  series: 'all' | 'started' | null = null,
) {
  const rows = await valuesOf(values, OTHERS);
  if (series !== 'all') return { ...rows, daySeries: await seriesOfStarted({ volumes }, rows, series !== null) };
  return { ...rows, daySeries: await (isByDay(scenariosOf(rows)) ? values('daySeries') : valuesInShort('daySeries')) };
}

const isByDay = (scenarios: ReadonlySet<number>): boolean => [...scenarios].some((scenario) => SCENARIOS_BY_DAY.has(scenario));

/** Of fewer works than one in so many the volumes are asked for by work; else those of all are read, and the others are left out. */
const MANY_STARTED = 10;

/** Volumes of started works where a scenario of the given rows goes by them, or `always`. */
export async function seriesOfStarted(
  { volumes }: Pick<VersionReader, 'volumes'>,
  rows: Parameters<typeof scenariosOf>[0],
  always = false,
): Promise<RowValues[]> {
  const scenarios = scenariosOf(rows);
  if (!scenarios.size && !always) return [];
  const started = rows.wbs.flatMap((row) => (row[STATUS_AT] === 'in_progress' ? [row[ID_AT] as number] : []));
  const isFew = started.length * MANY_STARTED < rows.wbs.length;
  const found = await volumes({ items: isFew ? started : null, withDays: isByDay(scenarios) });
  if (isFew) return found;
  const wanted = new Set<unknown>(started);
  return found.filter((row) => wanted.has(row[ITEM_AT]));
}

/** The scenario that options or further values of a row name; null where they name none. */
export const scenarioIn = (json: unknown): number | null => (json as { progressScenario?: number | null } | null)?.progressScenario ?? null;

/** Scenarios of started works that rows of a version name. */
export function scenariosOf({ wbs, settings }: Record<'wbs' | 'settings', readonly (readonly unknown[])[]>): Set<number> {
  const all = new Set<number>();
  const add = (json: unknown): void => {
    const scenario = scenarioIn(json);
    if (scenario) all.add(scenario);
  };
  for (const row of settings) add(row[OPTIONS_AT]);
  for (const row of wbs) add(row[EXTRA_AT]);
  return all;
}

const OTHERS = PLAN_TABLES.filter((table) => table !== 'daySeries');
const placeOf = (table: VersionTable, field: string): number => fieldsOf(table).findIndex(({ name }) => name === field);
const [ID_AT, STATUS_AT, EXTRA_AT] = [placeOf('wbs', 'id'), placeOf('wbs', 'status'), placeOf('wbs', 'extra')];
const [ITEM_AT, OPTIONS_AT] = [placeOf('daySeries', 'itemId'), placeOf('settings', 'options')];

/** Opens a reader that hides what its person may not see; without hidden attributes it filters nothing. */
export function openReader(db: Db, key: VersionKey, head: VersionHead, mask: Mask | null): VersionReader {
  const whole: WholeReader = {
    db,
    key,
    head,
    mask: null,
    rows: (table, ids) => listRows(db, key, table, ids),
    rowsBy: (table, field, values) => listRowsBy(db, key, table, field, values),
    values: (table, ids) => listRowValues(db, key, table, ids),
    valuesOfFields: (table, names) => listRowValues(db, key, table, undefined, true, names),
    texts: (table, names) => listRowTexts(db, key, table, names),
    valuesInShort: (table) => listRowValues(db, key, table, undefined, false),
    columns: (table) => listPackedColumns(db, key, table, true),
    volumes: (asked) => listVolumes(db, key, asked),
    places: () => listPlaces(db, key),
    counts: () => countRows(db, key),
    whole: () => whole,
  };
  if (!hidesAnything(mask)) return { ...whole, mask };
  const { hidden, money } = mask;
  const seen = <R extends object>(table: VersionTable, rows: R[]): R[] => {
    const field = ownerFieldOf(table, 'attribute');
    if (field) return rows.filter((row) => !hidden.has((row as Record<string, number>)[field]));
    return money ? rows : rows.filter((row) => !isOfMoney(table, row)).map((row) => withoutMoney(table, row));
  };
  const MEASURE = fieldsOf('daySeries').findIndex(({ name }) => name === 'measure');
  const seenValues = (table: VersionTable, rows: RowValues[]): RowValues[] => {
    const field = ownerFieldOf(table, 'attribute');
    const at = field ? fieldsOf(table).findIndex(({ name }) => name === field) : -1;
    if (at >= 0) return rows.filter((row) => !hidden.has(row[at] as number));
    if (money) return rows;
    if (table === 'daySeries') return rows.filter((row) => !isOfMoney(table, { measure: row[MEASURE] }));
    const without = valuesWithoutMoney(table);
    return without ? rows.map(without) : rows;
  };
  return {
    ...whole,
    mask,
    rows: async (table, ids) => seen(table, await whole.rows(table, ids)),
    rowsBy: async (table, field, values) => seen(table, await whole.rowsBy(table, field, values)),
    values: async (table, ids) => seenValues(table, await whole.values(table, ids)),
    valuesInShort: async (table) => seenValues(table, await whole.valuesInShort(table)),
    columns: (table) => listPackedColumns(db, key, table, money),
    async counts() {
      const counts = await countRows(db, key, money);
      const values = await countValuesOf(db, key, [...hidden]);
      return {
        ...counts,
        attribute: counts.attribute - hidden.size,
        attributeValue: counts.attributeValue - values,
      };
    },
  };
}

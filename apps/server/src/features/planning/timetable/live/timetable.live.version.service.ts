import {
  type AnyChange,
  byTable,
  changesOf,
  type Diff,
  type ExternalLimit,
  fieldsOf,
  minuteAt,
  NO_DATE,
  PLAN_TABLES,
  type Plan,
  planOfRecords,
  recordsOfValues,
  type VersionTable,
} from '@gantry/domain';
import {
  bringUpToDate,
  columnsOf,
  EDITABLE_COLUMNS,
  FLAG,
  type Forecast,
  KIND,
  type NetworkColumns,
  openTimetable,
  type Timetable,
  timetableResult,
  type ValueEdit,
  withScenarios,
} from '@gantry/engine';
import { movesDates, scenarioIn, scenariosOf } from '../../edits/edits.service.ts';
import { type Calculated, noteDriving, noteStored, type StoredResults, storedResults } from '../timetable.outcome.rules.ts';
import { type InputRows, planOf } from '../timetable.plan.rules.ts';

/** What other schedules ask of a version. */
export type External = { limits: ExternalLimit[]; goneItems: number[] };

/** A calculated version that is kept: its rows as the database holds them at a revision, and its network. */
export type HotVersion = {
  rows: InputRows;
  dataDate: number;
  external: External;
  plan: Plan;
  forecasts: ReadonlyMap<number, Forecast>;
  timetable: Timetable;
  /** What the rows hold of a calculation. */
  stored: StoredResults;
  /** Where each row of the tree and each relation stands, by its id. */
  places: Record<'wbs' | 'relation', Map<number, number>>;
  /** Edits that the network has not applied yet; null: the network is rebuilt. */
  waiting: Map<string, ValueEdit> | null;
};

type Row = unknown[];

const PLACES = byTable((table): Record<string, number> => Object.fromEntries(fieldsOf(table).map(({ name }, at) => [name, at])));
const { wbs: ITEM, relation: RELATION } = PLACES;
const MINUTES = byTable((table) => new Set(fieldsOf(table).flatMap(({ name, kind }) => (kind === 'minute' ? [name] : []))));
const isPlanTable = (table: VersionTable): table is keyof InputRows => (PLAN_TABLES as readonly VersionTable[]).includes(table);

function indexed(rows: readonly (readonly unknown[])[]): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = 0; at < rows.length; at += 1) places.set(rows[at][0] as number, at);
  return places;
}

/** Compiles and calculates rows that have just been read. */
export function openHot(rows: InputRows, dataDate: number, external: External): HotVersion {
  const made = make(rows, dataDate, external);
  const places = { wbs: indexed(rows.wbs), relation: indexed(rows.relation) };
  return { rows, dataDate, external, ...made, stored: storedResults(rows), places, waiting: new Map() };
}

function make(rows: InputRows, dataDate: number, external: External): Pick<HotVersion, 'plan' | 'forecasts' | 'timetable'> {
  // Scenarios copy items to change them.
  const { plan, forecasts } = withScenarios(planOf(rows, dataDate, external.limits, scenariosOf(rows).size === 0));
  return { plan, forecasts, timetable: openTimetable(columnsOf(plan)) };
}

/** Rows that take memory, of all tables. */
export const sizeOfHot = ({ rows }: HotVersion): number => PLAN_TABLES.reduce((sum, table) => sum + rows[table].length, 0);

/** What a Diff asks for beyond itself: series of days that scenarios go by stand in no Diff whole. */
export const asksForSeries = ({ rows }: HotVersion, diffs: readonly Diff[]): boolean =>
  diffs.some((diff) => diff.daySeries !== undefined || movesDates(diff)) && scenariosOf(rows).size > 0;

/** Brings the rows of a kept version forward by a Diff, and notes what its network must hear of. */
export function forward(hot: HotVersion, diff: Diff): void {
  const isMoved = movesDates(diff);
  for (const [table, change] of changesOf(diff)) {
    if (!isPlanTable(table) || table === 'daySeries') continue;
    if (change.added.length || change.removed.length) {
      replaceRows(hot, table, change);
      hot.waiting = null;
    }
    for (const { id, after } of change.updated) write(hot, table, id, after);
    if (isMoved && table !== 'wbs' && table !== 'relation') hot.waiting = null;
  }
  if (!hot.waiting || !isMoved) return noteStarts(hot, diff);
  if ((diff.wbs?.updated.length ?? 0) > MOST_NOTED) return void (hot.waiting = null);
  for (const { id, after } of diff.wbs?.updated ?? []) if (!noteItem(hot, id, 'parentId' in after)) return void (hot.waiting = null);
  for (const { id, after } of diff.relation?.updated ?? []) if (!noteRelation(hot, id, after)) return void (hot.waiting = null);
}

/** Above this number of changed rows, rebuilding the network is cheaper than applying them one by one. */
const MOST_NOTED = 500;

/** Rows by their ids, as they are read: a row that comes back takes its old place. */
function replaceRows(hot: HotVersion, table: keyof InputRows, { added, removed }: AnyChange): void {
  const fields = fieldsOf(table);
  const gone = new Set(removed.map(({ id }) => id));
  const rows: Row[] = hot.rows[table].filter((row) => !gone.has(row[0] as number)).map((row) => row as Row);
  for (const row of added) rows.push(fields.map(({ name }) => valueOf(table, name, row[name])));
  rows.sort((a, b) => (a[0] as number) - (b[0] as number));
  hot.rows[table] = rows;
  if (table !== 'wbs' && table !== 'relation') return;
  hot.places[table] = indexed(rows);
  hot.stored = storedResults(hot.rows);
}

const valueOf = (table: VersionTable, name: string, value: unknown): unknown =>
  value === undefined || value === null ? null : MINUTES[table].has(name) ? minuteAt(value as string) : value;

/** Where a row with an id stands, or would stand: rows are kept by their ids. */
function placeById(rows: readonly (readonly unknown[])[], id: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle][0] as number) < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

function write(hot: HotVersion, table: keyof InputRows, id: number, after: Record<string, unknown>): void {
  const rows = hot.rows[table];
  const at = table === 'wbs' || table === 'relation' ? hot.places[table].get(id) : placeById(rows, id);
  const row = at === undefined ? undefined : (rows[at] as Row | undefined);
  if (!row || row[0] !== id) throw new Error(`${table} ${id} is not kept`);
  for (const name of Object.keys(after)) row[PLACES[table][name]] = valueOf(table, name, after[name]);
  if (table === 'wbs') noteStored(hot.stored, at as number, row);
  else if (table === 'relation') noteDriving(hot.stored, at as number, row);
}

/** Columns of an item whose change requires a rebuilt network. */
const FIXED = [
  'kind',
  'status',
  'flags',
  'calendar',
  'actualStart',
  'actualFinish',
  'suspend',
  'secondLimit',
  'secondLimitDate',
  'split',
  'levelingDelay',
  'levelingFloor',
] as const satisfies (keyof NetworkColumns)[];
const PLANNED = ['plannedStart', 'plannedFinish'] as const;
/** What goes by the planned dates that it stands at. */
const STANDS = FLAG.manual | FLAG.notEarlier | FLAG.notLater;

/** Columns of one item as a whole plan would have them. */
function columnsOfItem({ rows, plan, external }: HotVersion, at: number): NetworkColumns {
  const records = {
    wbs: recordsOfValues('wbs', [rows.wbs[at]]),
    relation: [],
    calendar: [],
    resource: [],
    assignment: [],
    daySeries: [],
    settings: [{ options: plan.options }],
  };
  const own = planOfRecords(
    records,
    plan.options.dataDate,
    external.limits.filter(({ itemId }) => itemId === rows.wbs[at][0]),
  );
  return columnsOf({ ...own, calendars: plan.calendars });
}

/** Records a changed item as edits of its columns; false where the network must be rebuilt. */
function noteItem(hot: HotVersion, id: number, hasMoved: boolean): boolean {
  const at = hot.places.wbs.get(id);
  const { waiting, timetable } = hot;
  if (at === undefined || !waiting || hasMoved) return false;
  // What a scenario makes of a started work hangs on its assignments and days.
  const row = hot.rows.wbs[at];
  if (row[ITEM['status']] === 'in_progress' && (usesScenarios(hot) || scenarioIn(row[ITEM['extra']]) !== null)) return false;
  const { columns } = timetable.network;
  const own = columnsOfItem(hot, at);
  if (FIXED.some((column) => own[column][0] !== columns[column][at])) return false;
  if (!notePlanned(hot, at, own)) return false;
  for (const column of EDITABLE_COLUMNS) {
    const name = `${at} ${column}`;
    if (own[column][0] !== columns[column][at]) waiting.set(name, { item: at, column, value: own[column][0] });
    else waiting.delete(name);
  }
  return true;
}

const usesScenarios = ({ plan, forecasts }: HotVersion): boolean => plan.options.progressScenario !== null || forecasts.size > 0;

/** Planned dates drive few items; for those items the network is rebuilt. */
function notePlanned({ timetable }: HotVersion, at: number, own: NetworkColumns): boolean {
  const { columns } = timetable.network;
  if (PLANNED.every((column) => own[column][0] === columns[column][at])) return true;
  if ((columns.flags[at] & STANDS) !== 0 || columns.kind[at] === KIND.draft) return false;
  for (const column of PLANNED) columns[column][at] = own[column][0];
  return true;
}

/** Starts and finishes that a calculation has written stand in the columns of the network too. */
function noteStarts(hot: HotVersion, { wbs }: Diff): void {
  if (!hot.waiting) return;
  const { columns } = hot.timetable.network;
  for (const { id, after } of wbs?.updated ?? []) {
    if (!('start' in after) && !('finish' in after)) continue;
    const at = hot.places.wbs.get(id);
    if (at === undefined) continue;
    const { rows } = hot;
    const stands = (columns.flags[at] & STANDS) !== 0 || columns.kind[at] === KIND.draft;
    const own = [rows.wbs[at][ITEM['start']], rows.wbs[at][ITEM['finish']]].map((value) => (value as number | null) ?? NO_DATE);
    if (own[0] === columns.plannedStart[at] && own[1] === columns.plannedFinish[at]) continue;
    if (stands) return void (hot.waiting = null);
    [columns.plannedStart[at], columns.plannedFinish[at]] = own;
  }
}

function noteRelation(hot: HotVersion, id: number, after: Record<string, unknown>): boolean {
  const at = hot.places.relation.get(id);
  if (at === undefined || !hot.waiting) return false;
  if (Object.keys(after).some((field) => field !== 'lagMinutes' && field !== 'driving')) return false;
  if ('lagMinutes' in after) hot.waiting.set(`lag ${at}`, { relation: at, lag: hot.rows.relation[at][RELATION['lagMinutes']] as number });
  return true;
}

/** The result of a kept version for a data date and what other schedules ask now. */
export function calculateHot(hot: HotVersion, dataDate: number, external: External): Calculated {
  const isOther = dataDate !== hot.dataDate || JSON.stringify(external.limits) !== JSON.stringify(hot.external.limits);
  Object.assign(hot, { dataDate, external });
  if (isOther || !hot.waiting) Object.assign(hot, make(hot.rows, dataDate, external));
  else if (hot.waiting.size) bringUpToDate(hot.timetable, [...hot.waiting.values()]);
  hot.waiting = new Map();
  const { rows, plan, forecasts, timetable } = hot;
  return { rows, plan, forecasts, result: timetableResult(timetable), goneItems: external.goneItems };
}

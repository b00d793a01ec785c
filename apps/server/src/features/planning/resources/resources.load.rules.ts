import { MOST_LOAD_CELLS, MOST_WORKS, type ResourceLoadAnswer, type WorkOfResource } from '@gantry/contract';
import {
  type AnyRow,
  type Distributions,
  eachDay,
  formatMinute,
  type Minute,
  MINUTES_PER_DAY,
  type Period,
  type PlanCalendar,
  runOfDays,
  type VersionRow,
} from '@gantry/domain';
import { loadExtent, loadOf, loadOfItems, type LoadPlan, type LoadQuestion, type ResourceLoad, type RowIndicator } from '@gantry/engine';
import { attachIndicators, documentOfValues, FORMULA_TABLES, ruleOfRow } from '@gantry/plan-view';

/** The tables that load is counted from. */
export const LOAD_TABLES = ['wbs', 'assignment', 'resource', 'calendar', 'daySeries', 'settings', 'directoryValue'] as const;
export type LoadTables = Record<(typeof LOAD_TABLES)[number], AnyRow[]>;

/** A table that load is counted from, or that an indicator judges works by. */
export type TableOfLoad = (typeof LOAD_TABLES | typeof FORMULA_TABLES)[number];

/** A version that load is asked of: `chain` says which content of it. Where an indicator is named it is `judged` by it, or none of it counts. */
export type VersionOfLoad = {
  id: number;
  chain: string;
  judged?: boolean;
  /** Rows of the tables that were wanted; the data date that the version has, and the day that stands for it where it has none. */
  content?: { rows: Partial<Record<TableOfLoad, unknown[][]>>; dataDate: Minute | null; today: Minute };
};

/** All tables that load of a version can be counted from. */
export const tablesOf = ({ judged }: VersionOfLoad): TableOfLoad[] => [...new Set([...LOAD_TABLES, ...(judged ? FORMULA_TABLES : [])])];

/** What load is asked: by periods, or of the works behind a bar; nothing yet where what came along is only to be kept. */
export type LoadInput = { versions: VersionOfLoad[]; measure: 'units' | 'cost'; indicator?: RowIndicator; onlyKeep?: true } & (
  | { period: Period; from?: number; to?: number; over: number }
  | { key: string; from: number; to: number }
);

/** Load of some versions over the same periods. */
export type PlaceLoad = Omit<ResourceLoadAnswer, 'waiting'>;
/** The largest works that take a resource, and how many there are. */
export type PlaceWorks = { total: number; works: Omit<WorkOfResource, 'schedule_id' | 'schedule'>[] };

/**
 * The counted load, null where it has too many cells; or the tables that the thread lacks, the days on which anything lies in the versions
 * that it has, and `isCrowded` where versions displaced others.
 */
export type LoadOutcome =
  | { missing: { id: number; tables: TableOfLoad[] }[]; extent: Extent | null; isCrowded: boolean }
  | { load: PlaceLoad | null }
  | { works: PlaceWorks };

type Extent = { from: number; to: number };

/** What a version gives to the load of a place. */
export type LoadedVersion = {
  id: number;
  plan: LoadPlan;
  /** How a resource is called in every version that it is in. */
  keyOf: ReadonlyMap<number, string>;
  resources: readonly Pick<VersionRow<'resource'>, 'id' | 'code' | 'name' | 'kind' | 'unit'>[];
  items: ReadonlyMap<number, AnyRow>;
};

/** Reads what load is counted from; drafts and rows with children carry none. */
export function loadedVersion(id: number, tables: LoadTables, dataDate: Minute): LoadedVersion {
  const resources = tables.resource as unknown as LoadedVersion['resources'] & LoadPlan['resources'];
  const pooled = new Map<unknown, string>();
  for (const { itemId, resourceId, directoryId, rowId } of tables.directoryValue)
    if (itemId === null && resourceId !== null) pooled.set(resourceId, `d${String(directoryId)}.${String(rowId)}`);
  const options = tables.settings[0]?.['options'] as { defaultCalendarId?: number | null } | undefined;
  return {
    id,
    keyOf: new Map(resources.map((one) => [one.id, pooled.get(one.id) ?? (one.code ? `c${one.code}` : `n${one.name}`)])),
    resources,
    items: new Map(tables.wbs.map((row) => [row.id, row])),
    plan: {
      dataDate,
      defaultCalendarId: options?.defaultCalendarId ?? null,
      distributions: (tables.settings[0]?.['distributions'] as Distributions | null | undefined) ?? {},
      calendars: tables.calendar as unknown as PlanCalendar[],
      items: tables.wbs as unknown as LoadPlan['items'],
      resources,
      assignments: tables.assignment as unknown as LoadPlan['assignments'],
      days: daysOf(tables.daySeries as unknown as VersionRow<'daySeries'>[], resources),
    },
  };
}

/** Works of a version that meet a rule of an indicator. */
export function worksMeeting(
  { id, content }: VersionOfLoad & { content: NonNullable<VersionOfLoad['content']> },
  indicator: RowIndicator,
): ReadonlySet<number> {
  const document = documentOfValues({ versionId: id, revision: 0 }, content.rows);
  const dated = content.dataDate === null ? document : { ...document, dataDate: content.dataDate };
  attachIndicators(dated, [indicator]);
  return new Set([...dated.tables.wbs.slotOf.keys()].filter((item) => ruleOfRow(dated, indicator.id, item)));
}

/** A version with what some of its works take, and nothing else. */
export function ofWorks(version: LoadedVersion, works: ReadonlySet<number>): LoadedVersion {
  const { assignments, days } = version.plan;
  const isOf = ({ itemId }: { itemId: number }): boolean => works.has(itemId);
  return { ...version, plan: { ...version.plan, assignments: assignments.filter(isOf), days: days.filter(isOf) } };
}

/** Recorded days of single resources: hours of people and machines, quantities of materials. */
function daysOf(rows: readonly VersionRow<'daySeries'>[], resources: LoadedVersion['resources']): LoadPlan['days'] {
  const kinds = new Map(resources.map(({ id, kind }) => [id, kind]));
  return rows.flatMap(({ itemId, resourceId, measure, mode, days: recorded }) => {
    if (resourceId === null || mode === 'approved_plan') return [];
    if (measure !== (kinds.get(resourceId) === 'material' ? 'volume' : 'labour')) return [];
    const days = new Map<number, number>();
    const run = runOfDays(recorded);
    if (run) eachDay(run, (day, value) => days.set(day, value));
    return [{ itemId, resourceId, mode, values: days }];
  });
}

const dayText = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

type Cells = ResourceLoadAnswer['resources'][number];

/** The days on which anything lies in some versions. */
export const extentOf = (versions: readonly LoadedVersion[]): Extent | null => versions.map(extentIn).reduce(joinExtents, null);

const extentIn = ({ plan }: LoadedVersion): Extent | null => (plan.assignments.length ? loadExtent(plan) : null);

export const joinExtents = (one: Extent | null, more: Extent | null): Extent | null =>
  one && more ? { from: Math.min(one.from, more.from), to: Math.max(one.to, more.to) } : (one ?? more);

/** Load of all versions over the same periods; null where that has too many cells. */
export function loadOfPlace(
  versions: readonly LoadedVersion[],
  period: Period,
  question: LoadQuestion,
  most = MOST_LOAD_CELLS,
): PlaceLoad | null {
  const extents = versions.map(extentIn);
  const extent = extents.reduce(joinExtents, null);
  const window = { from: question.from ?? extent?.from, to: question.to ?? extent?.to };
  const sum = openSum(question.over, most);
  for (const [at, version] of versions.entries()) {
    const load = loadOfVersion(version, period, { ...question, ...window, extent: extents[at], most });
    if (!sum.add(load)) break;
  }
  return sum.total();
}

type OneQuestion = LoadQuestion & { extent: Extent | null; most: number };

/** Load of one version; without periods where nothing says which, null where it has too many cells by itself. */
function loadOfVersion(version: LoadedVersion, period: Period, { extent, most, ...question }: OneQuestion): PlaceLoad | null {
  const { plan, keyOf, resources } = version;
  const head = {
    data_date: formatMinute(plan.dataDate),
    versions: 1,
    extent: extent && { from: dayText(extent.from), to: dayText(extent.to) },
  };
  if (question.from === undefined || question.to === undefined) return { ...head, starts: [], resources: [] };
  const load = loadOf(plan, period, question);
  if (new Set(keyOf.values()).size * (load.starts.length - 1) > most) return null;
  return {
    ...head,
    starts: Array.from(load.starts, dayText),
    resources: resources.map(({ id, code, name, kind, unit }, index) => ({
      key: keyOf.get(id) ?? '',
      code,
      name,
      kind,
      unit,
      of: [{ version_id: version.id, resource_id: id }],
      ...cellsOf(load, index),
    })),
  };
}

/**
 * Adds up loads over the same periods: a resource that several have stands once, and what they may use of it is the most of theirs. `add`
 * answers whether there is room for more; the total is null where there was none.
 */
export function openSum(over: number | undefined, most = MOST_LOAD_CELLS) {
  const resources = new Map<string, Cells>();
  let sum: PlaceLoad = { data_date: null, versions: 0, extent: null, starts: [], resources: [] };
  let isFull = false;
  return {
    add(load: PlaceLoad | null): boolean {
      isFull ||= load === null;
      if (load === null) return false;
      const [one, more] = [sum.extent, load.extent];
      sum = {
        data_date: latest(sum.data_date, load.data_date),
        versions: sum.versions + load.versions,
        extent:
          one && more ? { from: one.from < more.from ? one.from : more.from, to: one.to > more.to ? one.to : more.to } : (one ?? more),
        starts: load.starts.length ? load.starts : sum.starts,
        resources: [],
      };
      for (const cells of load.resources) {
        const known = resources.get(cells.key);
        if (known) join(known, cells, over);
        else resources.set(cells.key, cells);
      }
      isFull ||= resources.size * (sum.starts.length - 1) > most;
      return !isFull;
    },
    total: (): PlaceLoad | null => (isFull ? null : { ...sum, resources: [...resources.values()] }),
  };
}

const latest = (one: string | null, more: string | null): string | null => (one !== null && (more === null || one > more) ? one : more);

const HUNDREDTHS = 100;
const short = (value: number): number => Math.round(value * HUNDREDTHS) / HUNDREDTHS;

function cellsOf({ starts, values, capacity, overDays }: ResourceLoad, index: number): Pick<Cells, 'values' | 'capacity' | 'over_days'> {
  const count = starts.length - 1;
  const of = (list: Float64Array | Int32Array): number[] => Array.from(list.subarray(index * count, (index + 1) * count), short);
  return {
    values: of(values),
    capacity: count && Number.isNaN(capacity[index * count]) ? null : of(capacity),
    over_days: of(overDays),
  };
}

/** Days beyond the limit are those of either version, and periods in which both together are. */
function join(known: Cells, more: Pick<Cells, 'of' | 'values' | 'capacity' | 'over_days'>, over = 1): void {
  for (const one of more.of) known.of.push(one);
  known.values = known.values.map((value, at) => short(value + more.values[at]));
  if (more.capacity) known.capacity = more.capacity.map((value, at) => Math.max(value, known.capacity?.[at] ?? 0));
  known.over_days = known.over_days.map((days, at) => {
    const isOver = known.capacity !== null && known.values[at] > known.capacity[at] * over;
    return Math.max(days, more.over_days[at], isOver ? 1 : 0);
  });
}

/** The works of all versions that take a resource, the largest first. */
export function worksOfPlace(
  versions: readonly LoadedVersion[],
  key: string,
  window: { measure: 'units' | 'cost'; from: number; to: number },
  most = MOST_WORKS,
): PlaceWorks {
  const found = versions.flatMap(({ id, plan, keyOf, items }) => {
    const ids = new Set([...keyOf].flatMap(([resource, name]) => (name === key ? [resource] : [])));
    const amounts = new Map<number, number>();
    for (const { itemId, amount } of ids.size ? loadOfItems(plan, ids, window) : [])
      amounts.set(itemId, (amounts.get(itemId) ?? 0) + amount);
    return [...amounts].map(([itemId, amount]) => ({ id, item: items.get(itemId), itemId, amount: short(amount) }));
  });
  const largest = found.sort((a, b) => b.amount - a.amount).slice(0, most);
  return {
    total: found.length,
    works: largest.map(({ id, item, itemId, amount }) => ({ version_id: id, ...workOf(item), item_id: itemId, amount })),
  };
}

/** The largest works of two places. */
export const joinWorks = (one: PlaceWorks, more: PlaceWorks, most = MOST_WORKS): PlaceWorks => ({
  total: one.total + more.total,
  works: [...one.works, ...more.works].sort((a, b) => b.amount - a.amount).slice(0, most),
});

function workOf(row: AnyRow | undefined) {
  const moment = (value: unknown): string | null => (typeof value === 'number' ? formatMinute(value) : null);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    code: text(row?.['code']),
    name: text(row?.['name']),
    start: moment(row?.['start']),
    finish: moment(row?.['finish']),
    progress: Number(row?.['progress'] ?? 0),
  };
}

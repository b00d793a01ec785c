import { CALCULATED_FIELDS, fieldsOf, parseMinute, type PlanItem, sameValue, type WbsRow } from '@gantry/domain';
import type { ImportedProject, ItemDetails, StoredItem } from '@gantry/interchange';

/** Items of a version over those of its file, in the order of the version. */
export type ItemsOver = {
  items: PlanItem[];
  details: ItemDetails[];
  stored: StoredItem[];
  known: Set<number>;
  /** Items whose calculated dates differ from the file. */
  moved: Set<number>;
};

const NOT_COPIED = new Set<string>([
  ...CALCULATED_FIELDS,
  'id',
  'position',
  'start',
  'finish',
  'targetStart',
  'targetFinish',
  'extra',
  'executorId',
  'curatorId',
  'specialtyId',
  'tint',
]);
const COPIED = fieldsOf('wbs').filter(({ name }) => !NOT_COPIED.has(name));

/** Dates that relations were calculated from. */
const MOVING = ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish'] as const;

const minute = (text: string | null) => (text === null ? null : parseMinute(text));

/** Puts the changed fields of rows into the items that they came from; new rows are items as they stand. */
export function itemsOver(
  project: ImportedProject,
  before: readonly WbsRow[],
  after: readonly WbsRow[],
  plain: ImportedProject,
): ItemsOver {
  const places = new Map(project.plan.items.map(({ id }, at) => [id, at]));
  const olds = new Map(before.map((row) => [row.id, row]));
  const rows = new Map(after.map((row) => [row.id, row]));
  const over: ItemsOver = { items: [], details: [], stored: [], known: new Set(rows.keys()), moved: new Set() };
  plain.plan.items.forEach((own, place) => {
    const at = places.get(own.id);
    const old = olds.get(own.id);
    const row = rows.get(own.id);
    if (at === undefined || !old || !row) {
      over.items.push(own);
      over.details.push(plain.details[place]);
      over.stored.push(plain.stored.items[place]);
      return;
    }
    const stored = storedOver(project.stored.items[at], old, row);
    if (MOVING.some((field) => stored[field] !== project.stored.items[at][field])) over.moved.add(row.id);
    over.items.push(itemOver(project.plan.items[at], old, row));
    over.details.push(project.details[at]);
    over.stored.push(stored);
  });
  return over;
}

function itemOver(item: PlanItem, old: WbsRow, row: WbsRow): PlanItem {
  const changes: Record<string, unknown> = {};
  for (const { name, kind } of COPIED) {
    const value = row[name as keyof WbsRow];
    if (!sameValue(old[name as keyof WbsRow], value)) changes[name] = kind === 'minute' ? minute(value as string | null) : value;
  }
  if (old.start !== row.start) changes['start'] = minute(row.start);
  if (old.finish !== row.finish) changes['finish'] = minute(row.finish);
  if (!sameValue(old.extra, row.extra)) {
    for (const name of Object.keys(old.extra ?? {})) changes[name] = undefined;
    Object.assign(changes, row.extra);
  }
  return Object.keys(changes).length ? { ...item, ...changes } : item;
}

/** Dates and floats of the file, those of our calculation over them where the version is calculated and they differ. */
function storedOver(stored: StoredItem, old: WbsRow, row: WbsRow): StoredItem {
  const isDone = row.status === 'completed' && old.status === 'completed';
  const isCalculated = row.earlyStart !== null || row.lateStart !== null;
  const next: StoredItem = { ...stored };
  if (row.status === 'not_started' && row.start !== old.start) next.plannedStart = minute(row.start);
  if (row.status === 'not_started' && row.finish !== old.finish) next.plannedFinish = minute(row.finish);
  if (isCalculated && !isDone && row.type !== 'sum') {
    next.earlyStart = minute(row.earlyStart);
    next.earlyFinish = minute(row.earlyFinish);
    next.lateStart = minute(row.lateStart);
    next.lateFinish = minute(row.lateFinish);
    next.totalFloatMinutes = row.totalFloatMinutes;
    next.freeFloatMinutes = row.freeFloatMinutes;
    next.longestPath = stored.longestPath === null && !row.longestPath ? null : row.longestPath;
    next.critical = stored.critical === null && !row.critical ? null : row.critical;
    if (stored.remainingEarlyStart !== null || stored.earlyStart === null) next.remainingEarlyStart = next.earlyStart;
    if (stored.remainingEarlyFinish !== null || stored.earlyFinish === null) next.remainingEarlyFinish = next.earlyFinish;
    if (stored.remainingLateStart !== null || stored.lateStart === null) next.remainingLateStart = next.lateStart;
    if (stored.remainingLateFinish !== null || stored.lateFinish === null) next.remainingLateFinish = next.lateFinish;
  }
  return sameValue(stored, next) ? stored : next;
}

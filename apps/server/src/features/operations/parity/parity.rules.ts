import {
  PARITY_CAUSES,
  PARITY_FIELDS,
  type ParityCause,
  type ParityCertificate,
  type ParityDifference,
  type ParityField,
} from '@gantry/contract';
import { type CalculationOptions, entryOf, minuteAt, sameValue, type VersionRow } from '@gantry/domain';
import { type CalendarPool, compileCalendar, workBefore } from '@gantry/engine';

export type ParityInput = {
  rows: readonly VersionRow<'wbs'>[];
  /** What a calculation changes in a row. */
  calculated: ReadonlyMap<number, Partial<VersionRow<'wbs'>>>;
  stored: readonly VersionRow<'importedDates'>[];
  relations: readonly VersionRow<'relation'>[];
  calendars: readonly VersionRow<'calendar'>[];
  options: Partial<CalculationOptions>;
  dataDate: string;
  source: { options: Record<string, unknown> | null; externalItems: readonly number[] };
  edited: boolean;
};

type Compared = Pick<ParityCertificate, 'compared' | 'same' | 'equivalent' | 'different' | 'causes' | 'options' | 'differences'>;
type Item = VersionRow<'wbs'>;
type Dates = VersionRow<'importedDates'>;

/** Floats are stored in hours with few digits: a minute of rounding is none. */
const FLOAT_TOLERANCE_MINUTES = 1;
const FLOATS = new Set<ParityField>(['totalFloatMinutes', 'freeFloatMinutes']);
/** Options derived from data date and rows, and ids without meaning outside. */
const NOT_OPTIONS = new Set(['dataDate', 'projectStart', 'scheduledFinish', 'defaultCalendarId', 'floatPaths']);
/** The unexplained first, what only follows another last. */
const CAUSE_RANK = new Map(
  PARITY_CAUSES.map((cause, rank) => [cause, cause === 'unknown' ? -1 : cause === 'follows' ? PARITY_CAUSES.length : rank]),
);

/** Compares calculated with stored dates activity by activity and explains differences. */
export function compareDates(input: ParityInput): Compared {
  const items = new Map(input.rows.map((row) => [row.id, { ...row, ...input.calculated.get(row.id) }]));
  const stored = new Map(input.stored.map((row) => [row.id, row]));
  const isSameMoment = sameMoment(input);
  const fieldsOf = new Map<number, ParityDifference['fields']>();
  const counts = { compared: 0, same: 0, equivalent: 0 };
  for (const [id, dates] of stored) {
    const item = items.get(id);
    if (!item || item.type === 'sum' || dates.earlyStart === null) continue;
    counts.compared += 1;
    const differing = PARITY_FIELDS.filter((field) => differs(field, dates, item));
    const fields = differing.filter(
      (field) => FLOATS.has(field) || !isSameMoment(item, dates[field] as string, item[field] as string | null),
    );
    if (!differing.length) counts.same += 1;
    else if (!fields.length) counts.equivalent += 1;
    else
      fieldsOf.set(
        id,
        fields.map((field) => ({ field, stored: dates[field], calculated: item[field] })),
      );
  }
  const options = changedOptions(input);
  const explain = causes(input, items, stored, fieldsOf, options.length > 0);
  const differences = [...fieldsOf].map(([id, fields]): ParityDifference => {
    const { code, name } = entryOf(items, id);
    return { id, code, name, ...explain(id), fields };
  });
  differences.sort((a, b) => entryOf(CAUSE_RANK, a.cause) - entryOf(CAUSE_RANK, b.cause));
  const reported = PARITY_CAUSES.map((cause) => ({ cause, count: differences.filter((one) => one.cause === cause).length }));
  return { ...counts, different: differences.length, causes: reported.filter(({ count }) => count > 0), options, differences };
}

function differs(field: ParityField, dates: Dates, item: Item): boolean {
  const [was, is] = [dates[field], item[field]];
  if (was === null) return false;
  if (!FLOATS.has(field)) return was !== is;
  // Completed work has no float; Microsoft Project keeps the last calculated one.
  if (item.status === 'completed') return false;
  return is === null || Math.abs(Number(was) - Number(is)) > FLOAT_TOLERANCE_MINUTES;
}

/** Whether no work of the item's calendar lies between two moments: the evening and the next morning. */
function sameMoment({ calendars, options }: ParityInput): (item: Item, left: string, right: string | null) => boolean {
  const workOf = workBetween(calendars, options);
  return (item, left, right) => right !== null && workOf(item, left, right) === 0;
}

/** Working minutes of the item's calendar between two moments; null without the calendar. */
function workBetween(
  calendars: ParityInput['calendars'],
  options: Partial<CalculationOptions>,
): (item: Item, from: string, to: string) => number | null {
  const pool: CalendarPool = new Map();
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]));
  const usual = options.defaultCalendarId;
  return (item, from, to) => {
    const calendar = byId.get(item.calendarId ?? usual ?? -1);
    if (!calendar) return null;
    const compiled = compileCalendar(calendar, pool);
    return workBefore(compiled, minuteAt(to)) - workBefore(compiled, minuteAt(from));
  };
}

/** The activity whose date is the last. */
function lastOf(stored: ReadonlyMap<number, Dates>, date: (dates: Dates) => string | null): number | null {
  let last: { id: number; date: string } | null = null;
  for (const [id, dates] of stored) {
    const own = date(dates);
    if (own !== null && (last === null || own > last.date)) last = { id, date: own };
  }
  return last?.id ?? null;
}

function changedOptions({ options: own, source }: ParityInput): Compared['options'] {
  const options: Record<string, unknown> = own;
  const file = source.options;
  if (!file) return [];
  return Object.keys(file)
    .filter((name) => !NOT_OPTIONS.has(name) && !sameValue(file[name], options[name]))
    .map((name) => ({ name, file: (file[name] ?? null) as string | null, version: (options[name] ?? null) as string | null }));
}

type Explained = { cause: ParityCause; because: string };

function causes(
  { relations, dataDate, source, edited, calendars, options }: ParityInput,
  items: ReadonlyMap<number, Item>,
  stored: ReadonlyMap<number, Dates>,
  fieldsOf: ReadonlyMap<number, ParityDifference['fields']>,
  hasOptions: boolean,
): (id: number) => Explained {
  const into = groupBy(relations, ({ successorId }) => successorId);
  const outOf = groupBy(relations, ({ predecessorId }) => predecessorId);
  const external = new Set(source.externalItems);
  const early = idsWith(fieldsOf, ['earlyStart', 'earlyFinish']);
  const lateDates = idsWith(fieldsOf, ['lateStart', 'lateFinish']);
  const codeOf = (id: number) => items.get(id)?.code || items.get(id)?.name || '';

  const workOf = workBetween(calendars, options);
  const end = lastOf(stored, ({ earlyFinish }) => earlyFinish);

  return (id) => {
    const item = entryOf(items, id);
    const dates = entryOf(stored, id);
    const kind = unusualKind(item);
    if (kind && kind !== 'resource') return { cause: 'type', because: kind };
    if (external.has(id)) return { cause: 'external', because: '' };
    const before = early.has(id) ? (into.get(id) ?? []).filter(({ predecessorId }) => early.has(predecessorId)) : [];
    const leader = before.find(({ driving }) => driving) ?? before[0];
    if (leader) return { cause: 'follows', because: codeOf(leader.predecessorId) };
    if (isStale(item, dates)) return { cause: 'stale', because: '' };
    if (early.has(id) && !spansItsWork(item, dates)) return { cause: 'calendar', because: '' };
    if (kind) return { cause: 'type', because: kind };
    const isFloatAlone = (fieldsOf.get(id) ?? []).every(({ field }) => FLOATS.has(field));
    const behind = early.has(id)
      ? undefined
      : (outOf.get(id) ?? []).find(({ successorId }) => lateDates.has(successorId) || early.has(successorId));
    if (behind) return { cause: 'follows', because: codeOf(behind.successorId) };
    // An activity without successors takes the schedule's end, which another activity decides.
    if (!early.has(id) && !isFloatAlone && end !== null && end !== id && early.has(end)) return { cause: 'follows', because: codeOf(end) };
    if (hasOptions) return { cause: 'option', because: '' };
    if (edited) return { cause: 'edited', because: '' };
    return { cause: isFloatAlone ? 'float' : 'unknown', because: '' };
  };

  /** Whether the stored dates span exactly the working time of the stated duration. */
  function spansItsWork(item: Item, { earlyStart, earlyFinish }: Dates): boolean {
    if (item.status !== 'not_started' || earlyStart === null || earlyFinish === null) return true;
    const work = workOf(item, earlyStart, earlyFinish);
    return work === null || Math.abs(work - item.remainingMinutes) <= FLOAT_TOLERANCE_MINUTES;
  }

  /** Dates that the other program cannot have calculated from this plan: open work before the data date, or before its predecessor's end. */
  function isStale(item: Item, dates: Dates): boolean {
    if (item.status !== 'not_started' || dates.earlyStart === null) return false;
    if (dates.earlyStart < dataDate) return true;
    return (into.get(item.id) ?? []).some(({ predecessorId, type, lagMinutes }) => {
      const finish = stored.get(predecessorId)?.earlyFinish ?? null;
      return (
        type === 'fs' &&
        lagMinutes >= 0 &&
        finish !== null &&
        items.get(predecessorId)?.status === 'not_started' &&
        finish > (dates.earlyStart as string)
      );
    });
  }
}

/** The kind of an activity whose dates hang on more than its relations. */
function unusualKind({ type, schedulingKind, extra }: Item): string {
  if (type === 'draft') return 'draft';
  if (schedulingKind !== 'task') return schedulingKind;
  const project = extra?.msproject;
  if (project?.manual) return 'manual';
  return project?.inactive ? 'inactive' : '';
}

function idsWith(fieldsOf: ReadonlyMap<number, ParityDifference['fields']>, wanted: readonly ParityField[]): Set<number> {
  return new Set([...fieldsOf].filter(([, fields]) => fields.some(({ field }) => wanted.includes(field))).map(([id]) => id));
}

function groupBy<T>(list: readonly T[], key: (one: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

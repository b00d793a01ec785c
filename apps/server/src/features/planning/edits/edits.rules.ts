import {
  CALCULATED_FIELDS,
  type Conflict,
  type Diff,
  formatMinute,
  sameValue,
  type TableDiff,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';

/** The edit of a calculation that another edit set off: nobody did it, so nobody takes it back; taking back the other sets off the next. */
export const AUTOMATIC_EDIT = 'timetable.auto';

/** The edit that brings attributes which a version has taken from the hierarchy up to date. */
export const FOLLOWING_EDIT = 'attribute.follow';

/** Fields that a calculation may have rewritten since: they never stand in the way of taking an action back. */
const DERIVED = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish', 'driving', 'otherCode', 'otherName']);
/** Fields of a row that say nothing about dates. */
const WORDS = new Set<string>(['name', 'code', 'executorId', 'curatorId', 'tint', 'targetStart', 'targetFinish', ...DERIVED]);
const DATED_TABLES = new Set<VersionTable>(['wbs', 'relation', 'calendar', 'resource', 'assignment', 'link', 'settings']);

/** Whether a change can move calculated dates. */
export function movesDates(diff: Diff): boolean {
  return (Object.entries(diff) as [VersionTable, TableDiff][]).some(
    ([table, { added, removed, updated }]) =>
      DATED_TABLES.has(table) &&
      (added.length + removed.length > 0 || updated.some(({ after }) => Object.keys(after).some((field) => !WORDS.has(field)))),
  );
}

/** Whether values of days drive a calculation: scenarios of started work go by planned and done volume. */
export const drivesDates = ({ measure, mode }: Pick<VersionRow<'daySeries'>, 'measure' | 'mode'>): boolean =>
  measure === 'volume' && mode !== 'approved_plan';

/** Whether a change rewrites what calculations write. */
export function touchesResults(diff: Diff): boolean {
  return (diff.wbs?.updated ?? []).some(({ after }) => CALCULATED_FIELDS.some((field) => field in after));
}

/** The data date of the version after a change of its options; nothing where they keep it. */
export function dataDateChange(diff: Diff): { data_date?: string } {
  const options = [...(diff.settings?.added ?? []), ...(diff.settings?.updated ?? []).map(({ after }) => after)].at(-1)?.options;
  const date = (options as { dataDate?: number } | undefined)?.dataDate;
  return date === undefined ? {} : { data_date: formatMinute(date) };
}

/** Conflicts that matter to a person: those on fields that people enter. */
export function realConflicts(conflicts: Conflict[]): Conflict[] {
  return conflicts.filter(({ field }) => field === null || !DERIVED.has(field));
}

/** A change without what it says of rows that are gone, where that is but what a calculation wrote: nobody misses it there. */
export function withoutGone(diff: Diff, current: (table: VersionTable, id: number) => Record<string, unknown> | undefined): Diff {
  const isMissed = (table: VersionTable, { id, after }: TableDiff['updated'][number]) =>
    current(table, id) !== undefined || Object.keys(after).some((field) => !DERIVED.has(field));
  return Object.fromEntries(
    (Object.entries(diff) as [VersionTable, TableDiff][]).map(([table, change]) => [
      table,
      { ...change, updated: change.updated.filter((one) => isMissed(table, one)) },
    ]),
  );
}

/** Rows that a change would remove although somebody has worked on them since; their place in the tree does not count. */
export function workedOn(diff: Diff, current: (table: VersionTable, id: number) => Record<string, unknown> | undefined): Conflict[] {
  return (Object.entries(diff) as [VersionTable, TableDiff][]).flatMap(([table, { removed }]) =>
    (removed as ({ id: number } & Record<string, unknown>)[]).flatMap((row) => {
      const now = current(table, row.id) ?? row;
      return Object.keys(row)
        .filter((field) => field !== 'position' && !sameValue(row[field], now[field]))
        .map((field) => ({ table, id: row.id, field }));
    }),
  );
}

/** Which field of which table holds the id of a row of which other: what must not point into the void. */
export const REFERENCES = [
  ['wbs', 'parentId', 'wbs'],
  ['wbs', 'calendarId', 'calendar'],
  ['relation', 'predecessorId', 'wbs'],
  ['relation', 'successorId', 'wbs'],
  ['assignment', 'itemId', 'wbs'],
  ['assignment', 'resourceId', 'resource'],
  ['attributeValue', 'itemId', 'wbs'],
  ['attributeValue', 'attributeId', 'attribute'],
  ['importedDates', 'id', 'wbs'],
  ['link', 'itemId', 'wbs'],
  ['daySeries', 'itemId', 'wbs'],
  ['daySeries', 'resourceId', 'resource'],
  ['directoryValue', 'itemId', 'wbs'],
  ['directoryValue', 'broughtById', 'directoryValue'],
  ['directoryValue', 'resourceId', 'resource'],
] as const satisfies [VersionTable, string, VersionTable][];

/** Ids that a field of the rows which a change adds or updates points at. */
export function pointedAt(diff: Diff, table: VersionTable, field: string): number[] {
  const change = diff[table] as TableDiff | undefined;
  const rows = [...(change?.added ?? []), ...(change?.updated ?? []).map(({ after }) => after)] as Record<string, unknown>[];
  return [...new Set(rows.map((row) => row[field]))].filter((id) => typeof id === 'number');
}

/** How an author is called. */
export const authorOf = (row: { first_name: string; last_name: string; login: string }): string =>
  `${row.first_name} ${row.last_name}`.trim() || row.login;

/** How the history names a change: by what most of it does. */
export function kindOf(diff: Diff): 'add' | 'update' | 'delete' {
  let added = 0;
  let removed = 0;
  let updated = 0;
  for (const change of Object.values(diff) as TableDiff[]) {
    added += change.added.length;
    removed += change.removed.length;
    updated += change.updated.length;
  }
  if (added > 0 && added >= removed) return 'add';
  return removed > 0 && removed >= updated ? 'delete' : 'update';
}

/** Rows of the work breakdown structure that a change adds, less those it removes. */
export function itemCountChange(diff: Diff): number {
  return (diff.wbs?.added.length ?? 0) - (diff.wbs?.removed.length ?? 0);
}

/** Which actions of a history hold: those that were never taken back, or restored since. A chain is always newer than its beginning. */
export function standing(history: readonly { revision: number; undone_by: number | null }[]): (revision: number) => boolean {
  const next = new Map(history.map(({ revision, undone_by }) => [revision, undone_by]));
  return (revision) => {
    let holds = true;
    for (let link = next.get(revision); link; link = next.get(link)) holds = !holds;
    return holds;
  };
}

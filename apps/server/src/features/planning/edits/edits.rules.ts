import {
  type AnyChange,
  CALCULATED_FIELDS,
  changesOf,
  type Conflict,
  type Diff,
  fieldsOf,
  formatMinute,
  sameValue,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';

/** The name of a calculation that another edit triggered. Undo skips it; undoing that edit triggers the next calculation. */
export const AUTOMATIC_EDIT = 'timetable.auto';

/** The edit that brings attributes which a version has taken from the hierarchy up to date. */
export const FOLLOWING_EDIT = 'attribute.follow';

/** Whether an edit wrote results of a calculation, of all rows or of some. */
export const isCalculation = (name: string): boolean => CALCULATION.test(name);
export const isFullCalculation = (name: string): boolean => isCalculation(name) && name !== 'timetable.calculate_selected';
/** Names of calculations; the database reads the pattern too. */
export const CALCULATION = /^timetable[.](auto$|calculate$|calculate_selected$|leveling)/;

/** Fields that a calculation may have rewritten since: they never stand in the way of taking an action back. */
const DERIVED = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish', 'driving', 'otherCode', 'otherName']);
/** Fields of a row without effect on dates. */
const WORDS = new Set<string>([
  'name',
  'code',
  'executorId',
  'curatorId',
  'specialtyId',
  'volumeUnit',
  'progressBy',
  'tint',
  'targetStart',
  'targetFinish',
  'distributions',
  ...DERIVED,
]);
const DATED_TABLES = new Set<VersionTable>(['wbs', 'relation', 'calendar', 'resource', 'assignment', 'link', 'settings']);

/** Whether a change can move calculated dates. */
export function movesDates(diff: Diff): boolean {
  return changesOf(diff).some(
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

/** Whether results of a calculation stand after a change as if there had been none. */
export const leavesResults = (diff: Diff): boolean => !movesDates(diff) && !touchesResults(diff) && !diff.daySeries;

const CALCULATED = new Set<string>(CALCULATED_FIELDS);
const NO_RESULTS = Object.fromEntries(
  fieldsOf('wbs').flatMap(({ name, kind, optional }) =>
    CALCULATED.has(name) ? [[name, optional ? null : kind === 'flag' ? false : 0]] : [],
  ),
);
const EMPTY_RESULTS: Partial<Record<VersionTable, Record<string, unknown>>> = { wbs: NO_RESULTS, relation: { driving: false } };

type Current = (table: VersionTable, id: number) => Record<string, unknown> | undefined;

/**
 * A taking back without results that are no longer true: what somebody has rewritten since, and, where a calculation happened since, all
 * that the one before had written. Start and finish of a draft are entered.
 */
export function withoutStale(diff: Diff, current: Current, isRecalculated: boolean): Diff {
  const isStale = (table: VersionTable, id: number, field: string, before: unknown): boolean => {
    if (!DERIVED.has(field)) return false;
    const now = current(table, id);
    if (!now) return false;
    const isEntered = table !== 'wbs' || ((field === 'start' || field === 'finish') && now['type'] === 'draft');
    return (isRecalculated && !(isEntered && field !== 'driving')) || !sameValue(now[field], before);
  };
  return Object.fromEntries(
    changesOf(diff).map(([table, { added, updated, removed }]) => {
      const kept = updated.flatMap(({ id, before, after }) => {
        const fields = Object.keys(after).filter((field) => !isStale(table, id, field, before[field]));
        return fields.length ? [{ id, before: pick(before, fields), after: pick(after, fields) }] : [];
      });
      const fresh = isRecalculated ? added.map((row) => ({ ...row, ...EMPTY_RESULTS[table] })) : added;
      return [table, { added: fresh, updated: kept, removed }];
    }),
  );
}

const pick = (row: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, row[field]]));

/** The data date of the version after a change of its options; empty when it stays. */
export function dataDateChange(diff: Diff): { data_date?: string } {
  const options = [...(diff.settings?.added ?? []), ...(diff.settings?.updated ?? []).map(({ after }) => after)].at(-1)?.options;
  const date = options?.dataDate;
  return date === undefined ? {} : { data_date: formatMinute(date) };
}

/** Conflicts that matter to a person: those on fields that people enter. */
export function realConflicts(conflicts: Conflict[]): Conflict[] {
  return conflicts.filter(({ field }) => field === null || !DERIVED.has(field));
}

/** Drops changes to deleted rows when only the calculation wrote them. */
export function withoutGone(diff: Diff, current: (table: VersionTable, id: number) => Record<string, unknown> | undefined): Diff {
  const isMissed = (table: VersionTable, { id, after }: AnyChange['updated'][number]) =>
    current(table, id) !== undefined || Object.keys(after).some((field) => !DERIVED.has(field));
  return Object.fromEntries(
    changesOf(diff).map(([table, change]) => [table, { ...change, updated: change.updated.filter((one) => isMissed(table, one)) }]),
  );
}

/** Rows that a change would remove although somebody has worked on them since; their place in the tree does not count. */
export function workedOn(diff: Diff, current: (table: VersionTable, id: number) => Record<string, unknown> | undefined): Conflict[] {
  return changesOf(diff).flatMap(([table, { removed }]) =>
    removed.flatMap((row) => {
      const now = current(table, row.id) ?? row;
      return Object.keys(row)
        .filter((field) => field !== 'position' && !sameValue(row[field], now[field]))
        .map((field) => ({ table, id: row.id, field }));
    }),
  );
}

/** Ids that a field of the rows which a change adds or updates points at. */
export function pointedAt(diff: Diff, table: VersionTable, field: string): number[] {
  const change: AnyChange | undefined = diff[table];
  const rows = [...(change?.added ?? []), ...(change?.updated ?? []).map(({ after }) => after)];
  return [...new Set(rows.map((row) => row[field]))].filter((id) => typeof id === 'number');
}

/** How the history names a change: by what most of it does. */
export function kindOf(diff: Diff): 'add' | 'update' | 'delete' {
  let added = 0;
  let removed = 0;
  let updated = 0;
  for (const [, change] of changesOf(diff)) {
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

type Link = { revision: number; undoes: number | null; redoes: number | null };

/** Actions whose effect stands after a piece of history and did not before it, or the other way round. */
export function changedSince(history: readonly Link[]): Set<number> {
  const links = new Map(history.map((link) => [link.revision, link]));
  const changed = new Set<number>();
  for (const { revision } of history) {
    let root = revision;
    for (let link = links.get(root); link; link = links.get(root)) {
      const target = link.undoes ?? link.redoes;
      if (target === null) break;
      root = target;
    }
    // Each link of a chain turns it over.
    if (!changed.delete(root)) changed.add(root);
  }
  return changed;
}

/** Actions of a history that are in effect: never undone, or restored since. Undo entries are always newer than what they undo. */
export function standing(history: readonly { revision: number; undone_by: number | null }[]): (revision: number) => boolean {
  const next = new Map(history.map(({ revision, undone_by }) => [revision, undone_by]));
  return (revision) => {
    let holds = true;
    for (let link = next.get(revision); link; link = next.get(link)) holds = !holds;
    return holds;
  };
}

/** The first of some ids that no row has. */
export function firstMissing(ids: readonly number[], rows: readonly { id: number }[]): number | undefined {
  const present = new Set(rows.map(({ id }) => id));
  return ids.find((id) => !present.has(id));
}

/** Whether an edit is a report of what was done, which needs no right to change plans. */
export const isReport = (name: string): boolean => /^wdp\.|\.report$/.test(name);

import { CALCULATED_FIELDS, type Conflict, type Diff, formatMinute, type TableDiff, type VersionTable } from '@gantry/domain';

/** Fields that a calculation may have rewritten since: they never stand in the way of taking an action back. */
const DERIVED = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish', 'driving']);
/** Fields of a row that say nothing about dates. */
const WORDS = new Set<string>(['name', 'code', 'targetStart', 'targetFinish', ...DERIVED]);
const DATED_TABLES = new Set<VersionTable>(['wbs', 'relation', 'calendar', 'resource', 'assignment', 'settings']);

/** Whether a change can move calculated dates. */
export function movesDates(diff: Diff): boolean {
  return (Object.entries(diff) as [VersionTable, TableDiff][]).some(
    ([table, { added, removed, updated }]) =>
      DATED_TABLES.has(table) && (added.length + removed.length > 0 || updated.some(({ after }) => Object.keys(after).some((field) => !WORDS.has(field)))),
  );
}

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

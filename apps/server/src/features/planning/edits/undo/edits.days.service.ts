/** Takings back of values of days: each day of a series stands for itself, in whatever row the series stands now. */

import {
  changeDays,
  type DayChanges,
  type DayRun,
  daysChanged,
  type DaysInShort,
  type Diff,
  differingDays,
  isDayRun,
  rowOfDays,
  sameValue,
  type TableDiff,
  valueOnDay,
  type VersionRow,
} from '@gantry/domain';
import type { Tx } from '../../../../platform/postgres/database.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import { listRows, listRowsBy } from '../edits.repository.ts';
import { changedSince } from '../edits.rules.ts';
import { versionLog } from './edits.history.repository.ts';

type Series = VersionRow<'daySeries'>;
type Change = TableDiff<'daySeries'>;
type Updated = Change['updated'][number];

/** Diffs read to find out what happened since. */
const LOOKED_AT = 100;

const nameOf = ({ itemId, resourceId, measure, mode }: Series): string => `${itemId} ${resourceId} ${measure} ${mode}`;
const shortOf = ({ firstDay, lastDay, lastAmountDay, total }: DaysInShort): DaysInShort => ({ firstDay, lastDay, lastAmountDay, total });

/** Merges the days of an undo into the current series, so that later values on other days stay. */
export async function withDaysAsNow(tx: Tx, key: VersionKey, diff: Diff, since: number): Promise<Diff> {
  if (!diff.daySeries) return diff;
  const ids = [...diff.daySeries.added, ...diff.daySeries.removed, ...diff.daySeries.updated].map(({ id }) => id);
  const now = new Map((await listRows(tx, key, 'daySeries', ids)).map((row) => [row.id, row]));
  const { added, removed, updated } = inPresentForm(diff.daySeries, now);
  const lost = await findRemoved(
    tx,
    key,
    since,
    updated.flatMap(({ id }) => (now.has(id) ? [] : [id])),
  );
  const itemIds = [...new Set([...added, ...lost.values()].map(({ itemId }) => itemId))];
  const named = new Map((itemIds.length ? await listRowsBy(tx, key, 'daySeries', 'itemId', itemIds) : []).map((row) => [nameOf(row), row]));
  const result: Change = { added: [], removed: [], updated: [] };
  const puts = new Map<number, { row: Series; before: Record<string, number | null>; after: Record<string, number | null> }>();
  const put = (row: Series, before: DayChanges, after: DayChanges): void => {
    const known = puts.get(row.id) ?? { row, before: {}, after: {} };
    puts.set(row.id, { row, before: { ...known.before, ...before }, after: { ...known.after, ...after } });
  };
  for (const row of removed) {
    const kept = now.get(row.id);
    if (!kept || sameValue(kept.days, row.days)) result.removed.push(row);
    else put(kept, ...changesOf(row.days, null));
  }
  for (const row of added) {
    const kept = now.get(row.id) ?? named.get(nameOf(row));
    if (kept) put(kept, ...changesOf(null, row.days));
    else result.added.push(row);
  }
  for (const one of updated) {
    const { before, after } = one;
    const [gone, kept] = [lost.get(one.id), now.get(one.id)];
    const target = kept ?? (gone && named.get(nameOf(gone)));
    if (!before.days || !after.days || !(target || gone)) result.updated.push(one);
    else if (target) put(target, before.days, after.days);
    else {
      const days = changeDays(null, daysChanged(after.days));
      const isOpposed = daysChanged(before.days).some(([, value]) => value !== null);
      if (gone && days && !isOpposed) result.added.push({ ...gone, ...rowOfDays(days) });
      else result.updated.push(one);
    }
  }
  for (const { row, before, after } of puts.values()) place(result, row, before, after);
  return { ...diff, daySeries: result };
}

const changesOf = (from: DayRun | null, to: DayRun | null): [DayChanges, DayChanges] => {
  const { before, after } = differingDays(from, to);
  return [before, after];
};

/** A change of days of a row that is there: without days the row goes, and what somebody opposes is left for them to be told. */
function place(result: Change, row: Series, before: DayChanges, after: DayChanges): void {
  const days = changeDays(row.days, daysChanged(after));
  const isOpposed = daysChanged(before).some(([day, value]) => valueOnDay(row.days, day) !== value);
  if (isOpposed) result.updated.push({ id: row.id, before: { days: before }, after: { days: after } });
  else if (!days) result.removed.push(row);
  else result.updated.push({ id: row.id, before: { ...shortOf(row), days: before }, after: { ...shortOf(rowOfDays(days)), days: after } });
}

/** Rows of series that went since, by id. */
async function findRemoved(tx: Tx, key: VersionKey, since: number, ids: readonly number[]): Promise<Map<number, Series>> {
  const found = new Map<number, Series>();
  if (!ids.length) return found;
  const edits = (await versionLog.listSince(tx, key, since, LOOKED_AT)).reverse();
  for (const { revision } of edits) {
    if (ids.every((id) => found.has(id))) break;
    const { daySeries } = (await versionLog.readDiff(tx, key, revision)) ?? {};
    for (const row of daySeries?.removed ?? []) if (ids.includes(row.id) && !found.has(row.id)) found.set(row.id, row);
  }
  return found;
}

/** Days as revisions of older releases hold them: whole lists, and the first day where it changed. */
type OldDays = { firstDay?: number; values?: (number | null)[] };

/** A stored change of days as this release writes it; a list whose first day nobody knows is opposed unless it stands as it was. */
function inPresentForm({ added, removed, updated }: Change, now: ReadonlyMap<number, Series>): Change {
  const row = (one: Series): Series[] => {
    const { values, ...rest } = one as Series & OldDays;
    if (!values) return [one];
    const days = changeDays(
      null,
      values.map((value, at) => [rest.firstDay + at, value] as const),
    );
    return days ? [{ ...rest, ...rowOfDays(days) }] : [];
  };
  const change = (one: Updated): Updated => {
    const [before, after] = [one.before as OldDays, one.after as OldDays];
    const kept = now.get(one.id)?.days;
    if (!kept || 'days' in one.after || !('values' in before || 'firstDay' in before)) return one;
    if (before.firstDay === undefined && !sameValue(before.values, kept.values)) return one;
    const runOf = (side: OldDays) => ({ firstDay: side.firstDay ?? kept.firstDay, values: side.values ?? kept.values });
    const days = differingDays(runOf(before), runOf(after));
    return { id: one.id, before: { days: days.before }, after: { days: days.after } };
  };
  return { added: added.flatMap(row), removed: removed.flatMap(row), updated: updated.map(change) };
}

/** The works whose facts by days a change touches, as series say that are there or that it removes. */
async function worksOfFacts(tx: Tx, key: VersionKey, { daySeries }: Diff): Promise<Set<number>> {
  if (!daySeries) return new Set();
  const ids = daySeries.updated.map(({ id }) => id);
  const rows = [...daySeries.added, ...daySeries.removed, ...(ids.length ? await listRows(tx, key, 'daySeries', ids) : [])];
  return new Set(rows.flatMap(({ itemId, mode }) => (mode === 'fact' ? [itemId] : [])));
}

/** Newest revisions of which is asked what each took back; their Diffs are not read. */
const TURNS_LOOKED_AT = 10_000;

/** Finds the works of a change whose facts differ from what the given revision left, for all authors. */
export async function worksWithOtherFacts(tx: Tx, key: VersionKey, diff: Diff, since: number): Promise<Set<number>> {
  const found = new Set<number>();
  const works = await worksOfFacts(tx, key, diff);
  const history = works.size ? await versionLog.listTurnsSince(tx, key, since, TURNS_LOOKED_AT) : [];
  if (!history.length) return found;
  const rows = [...(diff.daySeries?.added ?? []), ...(await listRowsBy(tx, key, 'daySeries', 'itemId', [...works]))];
  const workOf = new Map(rows.map(({ id, itemId }) => [id, itemId]));
  const changed = new Set([...changedSince(history)].slice(-LOOKED_AT));
  const changes: Change[] = [];
  for (const revision of new Set([...changed, ...history.slice(-LOOKED_AT).map((one) => one.revision)])) {
    const { daySeries } = (await versionLog.readDiff(tx, key, revision)) ?? {};
    if (!daySeries) continue;
    // A series may have come and gone in between.
    for (const row of [...daySeries.added, ...daySeries.removed]) workOf.set(row.id, row.itemId);
    if (changed.has(revision)) changes.push(daySeries);
  }
  for (const { added, removed, updated } of changes) {
    for (const { itemId, mode } of [...added, ...removed]) if (mode === 'fact' && works.has(itemId)) found.add(itemId);
    for (const { id } of updated) {
      const work = workOf.get(id);
      if (work !== undefined && works.has(work)) found.add(work);
    }
  }
  return found;
}

/** A whole series with the changes of a Diff. */
export function daysAfter(before: unknown, changes: DayChanges): DayRun {
  const days = changeDays(isDayRun(before) ? before : null, daysChanged(changes));
  if (!days) throw new Error('a series would be left without a day');
  return days;
}

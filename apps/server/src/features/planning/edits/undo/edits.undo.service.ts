import {
  CALCULATION_STATUS,
  changesOf,
  type Conflict,
  conflictsOf,
  type DayChanges,
  daysFieldOf,
  type Diff,
  inverseOf,
  REFERENCES,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { type Database, perDatabase, type Tx } from '../../../../platform/postgres/database.ts';
import { fail } from '../../../../platform/fail.ts';
import { passOnIfHeavy } from '../../../../platform/http/heavy.ts';
import { holdsAt } from '../../../access/roles/roles.access.service.ts';
import { updateVersionHead, type VersionHead, type VersionKey } from '../../version-heads/version-heads.service.ts';
import { commitDiff, keyOf, lockForEdit, writeInTurn } from '../edits.commit.service.ts';
import { type Draft, startDraft } from '../edits.draft.service.ts';
import { maskChanges, maskOf } from '../mask/edits.mask.service.ts';
import { daysAfter, withDaysAsNow, worksWithOtherFacts } from './edits.days.service.ts';
import { type EditLink, versionLog } from './edits.history.repository.ts';
import { listRows, listRowsBy } from '../edits.repository.ts';
import { isReport, pointedAt, realConflicts, touchesResults, withoutGone, withoutStale, workedOn } from '../edits.rules.ts';
import { isAsCalculated, isCalculatedSince, whoSince } from './edits.since.service.ts';
import { structureConflict } from '../edits.structure.service.ts';

/** Which action: the caller's last one (`before` a revision), the named one, or with `through` the named one and every one of theirs that came later. */
type Which = { revision?: number; through?: boolean; before?: number };

/** Takes back an action of the caller; refused with the rows where somebody has changed the same since. */
export async function undo(context: Context, versionId: number, which: Which = {}) {
  return takeBackAll(context, versionId, 'undo', which);
}

/** Restores what the caller took back. */
export async function redo(context: Context, versionId: number, which: Which = {}) {
  return takeBackAll(context, versionId, 'redo', which);
}

type Way = 'undo' | 'redo';

/** One taking back, or all on the way to a point of the history: every one of them or none. */
async function takeBackAll(context: Context, versionId: number, way: Way, { revision, through, before }: Which) {
  const key = keyOf(context, versionId);
  return writeInTurn(context, key, async (tx) => {
    const goal = revision === undefined ? null : await linkOf(tx, context, key, revision, way);
    const steps = goal && through ? await stepsTo(tx, context, key, goal.link, way) : [goal?.link ?? null];
    passOnIfHeavy(
      context,
      steps.reduce((sum, step) => sum + (step?.row_count ?? 0), 0),
    );
    let done: Awaited<ReturnType<typeof takeBack>> | null = null;
    for (const step of steps) done = await takeBack(context, tx, key, way, step, before);
    return { ...(done as NonNullable<typeof done>), count: steps.length };
  });
}

const nothingTo = (way: Way): never => fail(way === 'undo' ? 'edit.nothing_to_undo' : 'edit.nothing_to_redo');

/** The link of a named action that is to be inverted; refused where it is another person's, or already so. */
async function linkOf(tx: Tx, context: Context, key: VersionKey, revision: number, way: Way) {
  const link = await versionLog.findLastLink(tx, key, revision);
  if (!link) return nothingTo(way);
  if (link.author_id !== context.userId) fail('edit.not_yours', { name: link.name });
  if ((link.undoes === null) !== (way === 'undo')) nothingTo(way);
  return { link };
}

/** The most actions that one call takes back or restores: it holds the version for all of them. */
const MOST_STEPS = 200;

/** The caller's actions from the newest to the named one; of those taken back, from the one taken back last. */
async function stepsTo(tx: Tx, context: Context, key: VersionKey, goal: EditLink, way: Way): Promise<EditLink[]> {
  const links = await versionLog.listLinksSince(tx, key, context.userId, goal.revision, way, MOST_STEPS + 1);
  if (links.length > MOST_STEPS) fail('request.limit_reached', { most: MOST_STEPS });
  return links.length ? links : nothingTo(way);
}

async function takeBack(context: Context, tx: Tx, key: VersionKey, way: Way, link: EditLink | null, before?: number) {
  const version = await lockForEdit(tx, key);
  const found =
    link ??
    (way === 'undo'
      ? await versionLog.findUndoable(tx, key, context.userId, undefined, before)
      : await versionLog.findRedoable(tx, key, context.userId));
  if (!found) return nothingTo(way);
  passOnIfHeavy(context, found.row_count);
  if (!isReport(found.name) && !(await holdsAt(context, tx, version.schedule_id, 'plan.edit')))
    fail('auth.forbidden', { right: 'plan.edit' });
  const whole = inverseOf((await versionLog.readDiff(tx, key, found.revision)) as Diff);
  const diff = await unopposed(context, tx, key, version, whole, found.revision);
  const mark = way === 'undo' ? { undoes: found.revision } : { redoes: found.revision };
  // What a calculation wrote and somebody took back is no calculated timetable any more.
  const change = touchesResults(diff) ? { calculation_status: CALCULATION_STATUS.notCalculated } : {};
  const mask = await maskOf(tx, key, version, context);
  const about = { name: found.name, lastId: version.last_id, mask, change, ...mark };
  const revision = await commitDiff(context, tx, key, version, diff, about);
  await refuseOrphans(tx, key, diff, found.revision);
  await refuseStructure(tx, key, diff, found.revision);
  await versionLog.markUndone(tx, key, found.revision, revision);
  if (await isAsCalculated(tx, key, { revision })) await settleStatus(context, tx, key);
  const [seen] = await maskChanges(tx, key, mask, [diff]);
  return { revision, diff: seen, name: found.name };
}

/** What of a change can be done as the rows are now; refused where somebody has changed the same. */
async function unopposed(context: Context, tx: Tx, key: VersionKey, version: VersionHead, inverse: Diff, since: number): Promise<Diff> {
  const whole = await withDaysAsNow(tx, key, inverse, since);
  const draft = startDraft(tx, key, version, null);
  const current = new Map<VersionTable, Map<number, Record<string, unknown>>>();
  for (const [table, change] of changesOf(whole)) {
    const ids = [...change.added, ...change.removed, ...change.updated].map(({ id }) => id);
    current.set(table, new Map((await draft.rows(table, ids)).map((row) => [row.id, row])));
  }
  const now = (table: VersionTable, id: number) => current.get(table)?.get(id);
  const fresh = withoutStale(withoutGone(whole, now), now, await isCalculatedSince(tx, key, since));
  // Progress and units of a work are recalculated where other people have written facts since.
  const works = await worksWithOtherFacts(tx, key, fresh, since);
  const diff = works.size ? withoutWorks(fresh, works, now) : fresh;
  const conflicts = realConflicts([...conflictsOf(diff, now), ...workedOn(diff, now)]);
  if (!conflicts.length) return works.size ? settled(context, draft, diff, works) : diff;
  const [first] = conflicts;
  const name = nameOf(current.get(first.table)?.get(first.id), first.id);
  const by = await whoChanged(tx, key, first, since);
  return fail('edit.changed_since', {
    count: conflicts.length,
    name,
    field: first.field,
    by,
    conflicts: conflicts.slice(0, 20),
    revision: since,
  });
}

/** A change without what it does to some works and their assignments. */
function withoutWorks(
  diff: Diff,
  works: ReadonlySet<number>,
  now: (table: VersionTable, id: number) => Record<string, unknown> | undefined,
) {
  const of = (id: unknown): boolean => typeof id === 'number' && works.has(id);
  const { wbs, assignment } = diff;
  return {
    ...diff,
    ...(wbs && { wbs: { ...wbs, updated: wbs.updated.filter(({ id }) => !of(id)) } }),
    ...(assignment && {
      assignment: { ...assignment, updated: assignment.updated.filter(({ id }) => !of(now('assignment', id)?.['itemId'])) },
    }),
  };
}

/** Adds the recalculated progress, status, units and costs of some works to a change. */
async function settled(context: Context, draft: Draft, diff: Diff, works: ReadonlySet<number>): Promise<Diff> {
  const before = await draft.rowsBy('daySeries', 'itemId', [...works]);
  for (const [table, { added, updated, removed }] of changesOf(diff)) {
    const days = daysFieldOf(table);
    const kept = new Map(
      (
        await draft.rows(
          table,
          [...updated, ...removed].map(({ id }) => id),
        )
      ).map((row) => [row.id, row as Record<string, unknown>]),
    );
    for (const row of added) draft.insertAny(table, row);
    for (const { id } of removed) draft.remove(table, id);
    for (const { id, after } of updated) {
      const changes = days === null ? undefined : after[days];
      const whole = changes && days !== null ? { [days]: daysAfter(kept.get(id)?.[days], changes as DayChanges) } : {};
      draft.updateAny(table, id, { ...after, ...whole });
    }
  }
  for (const settle of settlersOf(context)) await settle(context, draft, [...works], before);
  return draft.finish().diff;
}

type Settle = (context: Context, draft: Draft, works: readonly number[], before: readonly VersionRow<'daySeries'>[]) => Promise<void>;
const settlersOf = perDatabase(() => new Set<Settle>());

/** Calls `settle` when an undo leaves facts of other people, because the totals of those works have changed. */
export const onFactsLeft = (services: { database: Database }, settle: Settle): void => void settlersOf(services).add(settle);

/** Who changed a field, or a row, last since a revision; empty where it cannot be told. */
async function whoChanged(tx: Tx, key: VersionKey, { table, id, field, day }: Conflict, since: number): Promise<string> {
  const by = await whoSince(tx, key, since, (diff) => {
    const change = diff[table];
    return (
      (field !== null && (change?.updated ?? []).some((one) => one.id === id && hasChange(one.after, field, day))) ||
      [...(change?.removed ?? []), ...(change?.added ?? [])].some((row) => row.id === id)
    );
  });
  return by ?? '';
}

/** Whether changed fields name one, of days a day. */
const hasChange = (fields: object, field: string, day?: number): boolean => {
  const value = (fields as Record<string, unknown>)[field];
  return value !== undefined && (day === undefined || Object.hasOwn(value as object, day));
};

/** Sets the status back to calculated and publishes it: every input of the last calculation has its old value again. */
async function settleStatus(context: Context, tx: Tx, key: VersionKey): Promise<void> {
  const status = CALCULATION_STATUS.calculated;
  await updateVersionHead(tx, key, { calculation_status: status });
  await context.push.send(tx, { spaceId: key.spaceId }, 'timetable_calculate', { version_id: key.versionId, status });
}

async function refuseStructure(tx: Tx, key: VersionKey, diff: Diff, since: number): Promise<void> {
  const found = await structureConflict(tx, key, diff, since);
  if (!found) return;
  const { conflict, name, by } = found;
  fail('edit.changed_since', { count: 1, name, field: conflict.field, by, conflicts: [conflict], revision: since });
}

const nameOf = (row: Record<string, unknown> | undefined, id: number): string =>
  typeof row?.['name'] === 'string' ? row['name'] : String(id);

/** After a taking back: a row that others hang on cannot go, one that hangs on a lost row cannot come back. */
async function refuseOrphans(tx: Tx, key: VersionKey, diff: Diff, revision: number): Promise<void> {
  for (const { table, field, target, ownership } of REFERENCES) {
    if (ownership === 'loose') continue;
    const gone = (diff[target]?.removed ?? []) as { id: number; name?: string }[];
    const hanging = gone.length
      ? await listRowsBy(
          tx,
          key,
          table,
          field,
          gone.map(({ id }) => id),
        )
      : [];
    const wanted = pointedAt(diff, table, field);
    const there = new Set(wanted.length ? (await listRows(tx, key, target, wanted)).map(({ id }) => id) : []);
    const id = (hanging[0] as Record<string, number> | undefined)?.[field] ?? wanted.find((one) => !there.has(one));
    if (id === undefined) continue;
    const name = gone.find((row) => row.id === id)?.name ?? String(id);
    fail('edit.changed_since', { count: 1, name, field: null, conflicts: [{ table: target, id, field: null }], revision });
  }
}

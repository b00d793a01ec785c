import { CALCULATION_STATUS, type CalculationStatus, type Diff, isEmpty, sizeOf, type VersionRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { afterCommit, atCommit, type Database, perDatabase, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { packDiff } from '../../../platform/postgres/revision-log.ts';
import { inStages } from '../../../platform/http/turns.ts';
import { lockVersionHead, updateVersionHead, type VersionHead, type VersionKey } from '../version-heads/version-heads.service.ts';
import { type Mask, refuseUnwritable } from './mask/edits.mask.service.ts';
import { versionLog } from './undo/edits.history.repository.ts';
import { carryOn } from './edits.known.service.ts';
import { applyDiff, type KnownRow, listRows } from './edits.repository.ts';
import { dataDateChange, drivesDates, FOLLOWING_EDIT, isCalculation, itemCountChange, kindOf, movesDates } from './edits.rules.ts';

/** Fields of the version itself that an edit may set beside its content. */
export type HeadChange = { calculation_status?: CalculationStatus; calculation?: Record<string, unknown> | null };

/** The version of a call, in the space of the call. */
export const keyOf = (context: Context, versionId: number): VersionKey => ({ spaceId: context.spaceId, versionId });

/**
 * A transaction that edits a version; those of one version come one after the other, and all but two keep no connection while they wait.
 * What `ahead` asks for is asked while the one before still writes.
 */
export const writeInTurn = <R, A = undefined>(
  context: Context,
  key: VersionKey,
  work: (tx: Tx, asked: A) => Promise<R>,
  ahead?: (tx: Tx) => Promise<A>,
): Promise<R> =>
  inStages(`version ${key.spaceId} ${key.versionId}`, (enter, leave) =>
    context.write(async (tx) => {
      const asked = (await ahead?.(tx)) as A;
      await enter();
      // The next one waits for the lock in the database meanwhile.
      atCommit(leave);
      return work(tx, asked);
    }),
  );

/** Locks the version until the transaction ends; refused when it is locked against changes or deleted. */
export async function lockForEdit(tx: Tx, key: VersionKey): Promise<VersionHead> {
  const version = await lockVersionHead(tx, key);
  if (!version) fail('version.not_found', { id: key.versionId });
  if (version.locked) fail('version.locked', { name: version.name });
  return version;
}

/** What the history stores beside the Diff. */
type Commit = { name: string; lastId: number; mask: Mask | null; known?: KnownRow; change?: HeadChange; undoes?: number; redoes?: number };

/** Whether a change of values of days can move calculated dates: what they count stands in the row, not in the change. */
async function movesByDays(tx: Tx, key: VersionKey, { daySeries }: Diff, known?: KnownRow): Promise<boolean> {
  if (!daySeries) return false;
  if ([...daySeries.added, ...daySeries.removed].some(drivesDates)) return true;
  const unknown: number[] = [];
  for (const { id } of daySeries.updated) {
    const row = known?.('daySeries', id) as VersionRow<'daySeries'> | undefined;
    if (!row) unknown.push(id);
    else if (drivesDates(row)) return true;
  }
  return unknown.length > 0 && (await listRows(tx, key, 'daySeries', unknown)).some(drivesDates);
}

/**
 * An edit that other features react to, in the edit's transaction. `isNews` is false for an undo, a redo, and an edit with which the
 * product applies a change of the hierarchy to versions.
 */
export type Committed = VersionKey & {
  scheduleId: number;
  revision: number;
  name: string;
  authorId: number;
  diff: Diff;
  isNews: boolean;
  /** The revision that this edit undoes; for a redo, the undo that it reverts. */
  undoes: number | null;
  redoes: number | null;
};
type Reaction = (tx: Tx, edit: Committed) => Promise<void>;
const reactionsOf = perDatabase(() => new Set<Reaction>());

/** Calls `react` with each edit in its transaction. It runs under the version's lock: it looks at the Diff before it asks the database. */
export const onEdit = (services: { database: Database }, react: Reaction): void => void reactionsOf(services).add(react);

type Moved = (context: Context, key: VersionKey) => void;
const followersOf = perDatabase(() => new Set<Moved>());

/** Calls `follow` after the commit of each edit that can move dates, where its caller prefers to have them calculated. */
export const afterMove = (services: { database: Database }, follow: Moved): void => void followersOf(services).add(follow);

/** Writes a Diff with the next revision and tells it with the commit; one that changes nothing makes no revision. */
export async function commitDiff(
  context: Context,
  tx: Tx,
  key: VersionKey,
  version: VersionHead,
  diff: Diff,
  commit: Commit,
): Promise<number> {
  const { calculation, ...change } = commit.change ?? {};
  const about = { ...change, ...(calculation === undefined ? {} : { calculation: calculation && JSON.stringify(calculation) }) };
  const isTakenBack = commit.undoes !== undefined || commit.redoes !== undefined;
  // An undo is stored even where it changes no row, because later edits overwrote every value: the action counts as undone.
  if (isEmpty(diff) && !isTakenBack) {
    // A calculation that changes no date makes no entry in the history.
    if (Object.keys(about).length) await updateVersionHead(tx, key, about);
    return version.revision;
  }
  // The product itself updates attributes of the hierarchy, whoever changed them there.
  if (commit.name !== FOLLOWING_EDIT) await refuseUnwritable(tx, key, commit.mask, diff, isTakenBack);
  await context.recheck(tx);
  const revision = version.revision + 1;
  const small = await applyDiff(tx, key, diff, commit.known);
  const line = {
    revision,
    name: commit.name,
    author_id: context.userId,
    kind: kindOf(diff),
    row_count: sizeOf(diff),
    undoes: commit.undoes,
    redoes: commit.redoes,
  };
  const { chain, insertion } = versionLog.lineAfter(key, version.chain, line, await packDiff(diff));
  const isMoved = movesDates(diff) || (await movesByDays(tx, key, diff, commit.known));
  const fields = {
    revision,
    chain,
    last_id: commit.lastId,
    item_count: version.item_count + itemCountChange(diff),
    ...dataDateChange(diff),
    ...(isMoved ? { calculation_status: CALCULATION_STATUS.notCalculated } : {}),
    ...about,
  };
  await updateVersionHead(tx, key, fields, [...small, insertion]);
  carryOn(context, key, version.chain, chain, diff);
  const { name, undoes = null, redoes = null } = commit;
  const isNews = name !== FOLLOWING_EDIT && !isTakenBack;
  const edit = { ...key, scheduleId: version.schedule_id, revision, name, authorId: context.userId, diff, isNews, undoes, redoes };
  for (const react of reactionsOf(context)) await react(tx, edit);
  const reported = { version_id: key.versionId, revision };
  await context.push.send(tx, { spaceId: key.spaceId, versionId: key.versionId }, 'version_edit', reported);
  if (diff.attributeValue)
    await context.push.send(tx, { spaceId: key.spaceId, versionId: key.versionId }, 'wbs_attribute_updated', reported);
  // Notifies screens that show several versions.
  await context.push.send(tx, { spaceId: key.spaceId, topic: `changes of version ${key.versionId}` }, 'version_changed', reported);
  if (isMoved && context.prefers.has('calculate') && !isCalculation(commit.name))
    afterCommit(() => {
      for (const follow of followersOf(context)) follow(context, key);
    });
  return revision;
}

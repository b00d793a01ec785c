import type { CatalogAct, UnsavedChange } from '@gantry/contract';
import { CALCULATION_STATUS, type JsonValue, sameValue } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import { undo } from '../edits/undo/edits.undo.service.ts';
import { calculateNow } from '../timetable/timetable.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import {
  type ActEdit,
  type ActRecord,
  deleteProposalsOf,
  findAct,
  findEdited,
  lockSource,
  updateAct,
} from './catalog-changes.acts.repository.ts';
import { differingAt, followDistribution } from './catalog-changes.distributions.service.ts';
import { listProposals, listVersions } from './catalog-changes.repository.ts';
import { together, VERSIONS_TOGETHER } from './catalog-changes.rules.ts';
import { findingOf, writeProposal } from './catalog-changes.service.ts';
import { editOf, readSource, saveSource, within } from './catalog-changes.sources.service.ts';

export const changeOf = ({ source, source_id, change }: ActRecord, instead: JsonValue = change): UnsavedChange =>
  ({ source, source_id, change: instead }) as UnsavedChange;

/** Locks the act and its source until the transaction ends. */
async function lockAct(context: Context, tx: Tx, id: number): Promise<ActRecord> {
  const act = (await findAct(tx, context.spaceId, context.userId, id, true)) ?? fail('catalog_change.act_not_found', { id });
  await lockSource(tx, context.spaceId, act);
  return act;
}

async function refuseChanged(inner: Context, act: ActRecord, expected: JsonValue): Promise<void> {
  if (!sameValue(await readSource(inner, act), expected)) fail('catalog_change.source_changed', { name: act.name });
}

const notify = (context: Context, tx: Tx, { source, source_id }: ActRecord): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId }, 'catalog_changed', { source, source_id, author_id: context.userId });

type Left = CatalogAct['left'][number];
/** A version that an act changes: `write` does so. */
type Target = Omit<Left, 'code'> & { write(): Promise<ActEdit | null> };

/** The next versions that an act changes, by their ids so that two acts never wait for each other, and those that turn out to be locked. */
async function nextOf(
  inner: Context,
  tx: Tx,
  act: ActRecord,
  most: number,
): Promise<{ targets: Target[]; locked: Left[]; isOver: boolean }> {
  const { id: actId, source } = act;
  if (source === 'distribution') {
    const left = new Set(act.left_alone.map(({ version_id }) => version_id));
    const differing = (await differingAt(inner, tx, [act.source_id])).filter(({ id }) => !left.has(id));
    const some = differing.filter(({ locked }) => !locked).slice(0, most);
    const ids = [...some, ...differing.filter(({ locked }) => locked)].map(({ id }) => id);
    const named = (await listVersions(tx, inner.spaceId, ids)).map(({ id, name, locked, schedule_name }) => ({
      target: { version_id: id, version_name: name, schedule_name, write: () => followDistribution(inner, id, editOf(source)) },
      locked,
    }));
    return { ...parted(named), isOver: some.length < most };
  }
  const found = await listProposals(tx, inner.spaceId, { actId, most });
  const proposals = together(found, ({ summary }) => summary.works);
  const named = proposals.map(({ id: proposalId, version_id, version_name, schedule_name, locked }) => ({
    target: {
      version_id,
      version_name,
      schedule_name,
      write: async () => {
        const about = { proposalId, versionId: version_id, chosen: null, name: editOf(source), actId };
        return { version_id, ...(await writeProposal(inner, about)) };
      },
    },
    locked,
  }));
  return { ...parted(named), isOver: found.length < most && proposals.length === found.length };
}

const parted = (all: readonly { target: Target; locked: boolean }[]) => ({
  targets: all.flatMap(({ target, locked }) => (locked ? [] : [target])),
  locked: all.flatMap(({ target, locked }) => (locked ? [leftOf(target, 'version.locked')] : [])),
});

const leftOf = ({ version_id, version_name, schedule_name }: Target, code: string): Left => ({
  version_id,
  version_name,
  schedule_name,
  code,
});

type Part = { edits: readonly ActEdit[]; isOver: boolean };

/**
 * Changes versions part by part, each in a transaction of its own. The first part is done as a whole or refused; of a later one each
 * version that refuses is left.
 */
async function inParts(
  isBegun: boolean,
  write: (most: number) => Promise<Part>,
  leave: (error: Refused) => Promise<void>,
): Promise<readonly ActEdit[]> {
  let part: Part = { edits: [], isOver: false };
  let most = VERSIONS_TOGETHER;
  for (let begun = isBegun; !part.isOver;)
    try {
      part = await write(most);
      [begun, most] = [true, VERSIONS_TOGETHER];
    } catch (error) {
      if (!begun || !(error instanceof Refused)) throw error;
      // Which version refuses is known where there is but one.
      if (most === 1) await leave(error);
      most = most === 1 ? VERSIONS_TOGETHER : 1;
    }
  return part.edits;
}

const stateOf = async (context: Context, id: number): Promise<ActRecord['state'] | undefined> =>
  (await context.read((db) => findAct(db, context.spaceId, context.userId, id)))?.state;

/** Saves an act and carries it to its versions. Done again after an interruption, it goes on with those that are left. */
export async function accept(context: Context, id: number, job: JobRun) {
  const isBegun = (await stateOf(context, id)) === 'accepted';
  const write = async (most: number): Promise<Part> => {
    await job.progress(0.1, 'catalog_changes.writing');
    return context.write((tx) => acceptSome(context, tx, id, most));
  };
  const edits = await inParts(isBegun, write, (error) => leaveNext(context, id, error, job));
  await calculateAnew(context, edits, job);
  return { act_id: id, versions: edits.map(({ version_id }) => version_id) };
}

async function acceptSome(context: Context, tx: Tx, id: number, most: number): Promise<Part> {
  const act = await lockAct(context, tx, id);
  const isFirst = act.state === 'ready';
  if (!isFirst && act.state !== 'accepted') fail('catalog_change.act_not_ready');
  const inner = within(context, tx);
  if (isFirst) {
    await refuseChanged(inner, act, act.before);
    const name = await findEdited(tx, context.spaceId, id);
    if (name !== null) fail('catalog_change.version_changed', { name });
    await saveSource(inner, changeOf(act));
  }
  const { targets, locked, isOver } = await nextOf(inner, tx, act, most);
  const all = [...targets, ...locked];
  if (!isFirst && !all.length) return { edits: act.edits, isOver };
  if (!isFirst) await refuseChanged(inner, act, act.after);
  const edits = [...act.edits];
  for (const target of targets) {
    const done = await target.write();
    if (done) edits.push(done);
  }
  await deleteProposalsOf(
    tx,
    context.spaceId,
    id,
    all.map(({ version_id }) => version_id),
  );
  const after = isFirst ? { after: await readSource(inner, act) } : {};
  await updateAct(tx, context.spaceId, id, { state: 'accepted', ...after, edits, left_alone: [...act.left_alone, ...locked] });
  if (isFirst) await notify(context, tx, act);
  return { edits, isOver };
}

/** Leaves the next version of an act as it is. */
async function leaveNext(context: Context, id: number, error: Refused, job: JobRun): Promise<void> {
  const left = await context.write(async (tx) => {
    const act = await lockAct(context, tx, id);
    const { targets } = await nextOf(within(context, tx), tx, act, 1);
    const ofThem = targets.map((target) => leftOf(target, error.code));
    await deleteProposalsOf(
      tx,
      context.spaceId,
      id,
      ofThem.map(({ version_id }) => version_id),
    );
    await updateAct(tx, context.spaceId, id, { left_alone: [...act.left_alone, ...ofThem] });
    return ofThem;
  });
  job.findings(left.map(({ version_name: name, schedule_name }) => findingOf({ name, schedule_name }, error)));
}

/** Takes an act back, the catalog with the first of its versions. */
export async function takeBack(context: Context, id: number, job: JobRun) {
  const isBegun = (await stateOf(context, id)) === 'undone';
  let from = 0;
  const write = async (most: number): Promise<Part> => {
    await job.progress(0.1, 'catalog_changes.writing');
    const part = await context.write((tx) => takeBackSome(context, tx, id, { from, most }));
    from += most;
    return part;
  };
  const leave = async (error: Refused): Promise<void> => {
    const act = await context.read((db) => findAct(db, context.spaceId, context.userId, id));
    const ids = act?.edits.slice(from, from + 1).map(({ version_id }) => version_id) ?? [];
    from += 1;
    job.findings((await context.read((db) => listVersions(db, context.spaceId, ids))).map((version) => findingOf(version, error)));
  };
  const edits = await inParts(isBegun, write, leave);
  await calculateAnew(context, edits, job);
  return { act_id: id, versions: edits.map(({ version_id }) => version_id) };
}

async function takeBackSome(context: Context, tx: Tx, id: number, { from, most }: { from: number; most: number }): Promise<Part> {
  const act = await lockAct(context, tx, id);
  const isFirst = act.state === 'accepted';
  if (!isFirst && act.state !== 'undone') fail('catalog_change.act_not_accepted', { name: act.name });
  const inner = within(context, tx);
  if (isFirst) await refuseChanged(inner, act, act.after);
  for (const { version_id, revision } of act.edits.slice(from, from + most)) await undoEdit(inner, version_id, revision);
  if (isFirst) {
    await saveSource(inner, changeOf(act, act.before));
    await deleteProposalsOf(tx, context.spaceId, id);
    await updateAct(tx, context.spaceId, id, { state: 'undone' });
    await notify(context, tx, act);
  }
  return { edits: act.edits, isOver: from + most >= act.edits.length };
}

/** Errors that mean that the change is already undone. */
const DONE = new Set(['version.not_found', 'edit.nothing_to_undo']);

async function undoEdit(context: Context, versionId: number, revision: number): Promise<void> {
  try {
    await undo(context, versionId, { revision });
  } catch (error) {
    if (!(error instanceof Refused && DONE.has(error.code))) throw error;
  }
}

/** Calculates versions that were calculated before; those that a stop left behind too. */
async function calculateAnew(context: Context, edits: readonly ActEdit[], job: JobRun): Promise<void> {
  if (!context.can('plan.calculate')) return;
  for (const [index, { version_id: versionId }] of edits.filter(({ calculated }) => calculated).entries()) {
    await job.progress(0.3 + (0.7 * index) / edits.length, 'timetable.calculating');
    try {
      const { calculation_status, locked } = await getVersion(context, versionId);
      if (calculation_status !== CALCULATION_STATUS.calculated && !locked)
        await calculateNow(context, versionId, { auto: true }, job.signal);
    } catch (error) {
      // Versions locked or deleted since do not stop the change itself.
      if (!(error instanceof Refused)) throw error;
    }
  }
}

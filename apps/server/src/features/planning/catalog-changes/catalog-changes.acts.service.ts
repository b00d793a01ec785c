import { z } from 'zod';
import type { CatalogAct, UnsavedChange } from '@gantry/contract';
import { CALCULATION_STATUS, type JsonValue, sameValue } from '@gantry/domain';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { undo } from '../edits/undo/edits.undo.service.ts';
import { calculateNow } from '../timetable/timetable.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import {
  type ActEdit,
  type ActRecord,
  deleteAct,
  deleteProposalsOf,
  findAct,
  lockSource,
  saveAct,
  updateAct,
} from './catalog-changes.acts.repository.ts';
import { propose } from './catalog-changes.proposals.service.ts';
import { followDistributions } from './catalog-changes.distributions.service.ts';
import { findSourceName, listFollowers, listProposals } from './catalog-changes.repository.ts';
import { proposalsOf, writeProposal } from './catalog-changes.service.ts';
import { editOf, readSource, rehearse, saveSource, within } from './catalog-changes.sources.service.ts';

const LOOK = 'catalog_act_look';
const ACCEPT = 'catalog_act_accept';
const UNDO = 'catalog_act_undo';

/** Whoever changes the catalog and versions by it needs both rights, now and when the job runs. */
const NEEDS = [{ right: 'structure.edit' }, { right: 'plan.edit' }] as const;

function refuseReaders(context: Context): void {
  if (!context.can('structure.edit')) fail('auth.forbidden', { right: 'structure.edit' });
}

async function getAct(context: Context, id: number): Promise<ActRecord> {
  const act = await context.read((db) => findAct(db, context.spaceId, context.userId, id));
  return act ?? fail('catalog_change.act_not_found', { id });
}

const changeOf = ({ source, source_id, change }: ActRecord, instead: JsonValue = change): UnsavedChange =>
  ({ source, source_id, change: instead }) as UnsavedChange;

/** Starts a job that previews how a change affects versions; refused at once when the catalog refuses the change. */
export async function startLook(context: Context, change: UnsavedChange): Promise<{ id: number; job_id: number }> {
  refuseReaders(context);
  const { source, source_id } = change;
  const name = await context.read((db) => findSourceName(db, context.spaceId, source, source_id));
  if (name === null) fail('catalog_change.source_not_found', { id: source_id });
  const before = await readSource(context, change);
  await rehearse(context, change, async () => undefined);
  return context.write(async (tx) => {
    const id = await saveAct(tx, context.spaceId, context.userId, change, { name, before });
    return { id, job_id: await enqueue(context, tx, LOOK, { id, name }) };
  });
}

const enqueue = (context: Context, tx: Tx, kind: string, { id, name }: { id: number; name: string }): Promise<number> =>
  context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind, title: name, input: { actId: id } });

/** An act with what it does to each version. */
export async function readAct(context: Context, id: number): Promise<CatalogAct> {
  const { source, source_id, name, state, left_alone, unchanged, created_at } = await getAct(context, id);
  const proposals = await context.read(async (db) => proposalsOf(context, db, await listProposals(db, context.spaceId, { actId: id })));
  return {
    id,
    source,
    source_id,
    name,
    state,
    left: left_alone,
    unchanged,
    proposals,
    created_at: created_at.toISOString(),
  };
}

/** Saves an act as a job. */
export async function startAccept(context: Context, id: number): Promise<number> {
  refuseReaders(context);
  const act = await getAct(context, id);
  if (act.state === 'looking') fail('catalog_change.act_not_ready');
  if (act.state !== 'ready') fail('catalog_change.act_accepted', { name: act.name });
  return context.write((tx) => enqueue(context, tx, ACCEPT, act));
}

/** Takes an act back as a job. */
export async function startUndo(context: Context, id: number): Promise<number> {
  refuseReaders(context);
  const act = await getAct(context, id);
  if (act.state !== 'accepted') fail('catalog_change.act_not_accepted', { name: act.name });
  return context.write((tx) => enqueue(context, tx, UNDO, act));
}

/** Forgets an act that was not saved. */
export async function forgetAct(context: Context, id: number): Promise<void> {
  const gone = await context.write((tx) => deleteAct(tx, context.spaceId, context.userId, id));
  if (!gone) fail('catalog_change.act_not_found', { id });
}

/** `nodeId`: the act is of that node alone, and its rights are asked for there. */
const stored = z.object({ actId: z.number(), nodeId: z.number().optional() });

/** The jobs of acts: preview, save, undo. Each resumes after an interruption. */
export const catalogActJobs = (contextOf: ContextOfJob): JobKind<typeof stored>[] =>
  (
    [
      [LOOK, 'long', look],
      [ACCEPT, 'quick', accept],
      [UNDO, 'quick', takeBack],
    ] as const
  ).map(([kind, lane, work]) => ({
    kind,
    lane,
    input: stored,
    afterRestart: 'again',
    needs: ({ nodeId }) => (nodeId === undefined ? NEEDS : [{ right: 'plan.edit', at: { kind: 'node', id: nodeId } }]),
    async run(job) {
      const context = await contextOf(job);
      return work(context, job.input.actId, job);
    },
  }));

async function look(context: Context, id: number, job: JobRun) {
  const act = await getAct(context, id);
  const versions = await context.read((db) => listFollowers(db, context.spaceId, act.source, [act.source_id]));
  const left: CatalogAct['left'] = [];
  let changed = 0;
  for (const [index, { id: versionId, name, schedule_name, locked }] of versions.entries()) {
    await job.progress(index / versions.length, 'catalog_changes.looking');
    const leave = (code: string) => left.push({ version_id: versionId, version_name: name, schedule_name, code });
    if (locked) leave('version.locked');
    else
      try {
        const asked = { source: act.source, sourceId: act.source_id, act: { id, change: changeOf(act) } };
        if ((await propose(context, versionId, asked, job.signal)) !== null) changed += 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        leave(error.code);
      }
  }
  const unchanged = versions.length - left.length - changed;
  await context.write((tx) => updateAct(tx, context.spaceId, id, { state: 'ready', left_alone: left, unchanged }));
  return { act_id: id, versions: versions.length, changed };
}

/** Locks the act and its source, and reads the catalog's present value. */
async function lockAct(context: Context, tx: Tx, id: number) {
  const act = (await findAct(tx, context.spaceId, context.userId, id, true)) ?? fail('catalog_change.act_not_found', { id });
  await lockSource(tx, context.spaceId, act);
  return act;
}

async function refuseChanged(inner: Context, act: ActRecord, expected: JsonValue): Promise<void> {
  if (!sameValue(await readSource(inner, act), expected)) fail('catalog_change.source_changed', { name: act.name });
}

/** Versions are locked in the order of their ids, so that two acts never wait for each other. */
async function accept(context: Context, id: number, job: JobRun) {
  await job.progress(0.1, 'catalog_changes.writing');
  const edits = await context.write(async (tx) => {
    const act = await lockAct(context, tx, id);
    // Already saved before an interruption; the remaining steps follow.
    if (act.state === 'accepted') return act.edits;
    if (act.state !== 'ready') fail('catalog_change.act_not_ready');
    const inner = within(context, tx);
    await refuseChanged(inner, act, act.before);
    await saveSource(inner, changeOf(act));
    if (act.source === 'distribution') {
      const { edits: written, left } = await followDistributions(inner, tx, act.source_id);
      await updateAct(tx, context.spaceId, id, {
        state: 'accepted',
        after: await readSource(inner, act),
        edits: written,
        left_alone: left,
      });
      await notify(context, tx, act);
      return written;
    }
    const proposals = (await listProposals(tx, context.spaceId, { actId: id })).toSorted((a, b) => a.version_id - b.version_id);
    const made: ActEdit[] = [];
    for (const { id: proposalId, version_id: versionId, locked } of proposals) {
      if (locked) continue;
      const about = { proposalId, versionId, chosen: null, name: editOf(act.source), actId: id };
      made.push({ version_id: versionId, ...(await writeProposal(inner, about)) });
    }
    await deleteProposalsOf(tx, context.spaceId, id);
    await updateAct(tx, context.spaceId, id, { state: 'accepted', after: await readSource(inner, act), edits: made });
    await notify(context, tx, act);
    return made;
  });
  await calculateAnew(context, edits, job);
  return { act_id: id, versions: edits.map(({ version_id }) => version_id) };
}

async function takeBack(context: Context, id: number, job: JobRun) {
  await job.progress(0.1, 'catalog_changes.writing');
  const edits = await context.write(async (tx) => {
    const act = await lockAct(context, tx, id);
    if (act.state === 'undone') return act.edits;
    if (act.state !== 'accepted') fail('catalog_change.act_not_accepted', { name: act.name });
    const inner = within(context, tx);
    await refuseChanged(inner, act, act.after);
    for (const { version_id, revision } of act.edits) await undoEdit(inner, version_id, revision);
    await saveSource(inner, changeOf(act, act.before));
    await updateAct(tx, context.spaceId, id, { state: 'undone' });
    await notify(context, tx, act);
    return act.edits;
  });
  await calculateAnew(context, edits, job);
  return { act_id: id, versions: edits.map(({ version_id }) => version_id) };
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

const notify = (context: Context, tx: Tx, { source, source_id }: ActRecord): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId }, 'catalog_changed', { source, source_id, author_id: context.userId });

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

import { z } from 'zod';
import type { CatalogAct, UnsavedChange } from '@gantry/contract';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { type ActRecord, countProposalsOf, deleteAct, findAct, saveAct, updateAct } from './catalog-changes.acts.repository.ts';
import { propose } from './catalog-changes.proposals.service.ts';
import { findSourceName, listFollowers, listProposals } from './catalog-changes.repository.ts';
import { kindFor } from './catalog-changes.rules.ts';
import { proposalsOf } from './catalog-changes.service.ts';
import { readSource, rehearse } from './catalog-changes.sources.service.ts';
import { accept, changeOf, takeBack } from './catalog-changes.writing.service.ts';

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
  const versions = await context.read((db) => countProposalsOf(db, context.spaceId, id));
  // A job that was stopped between two parts goes on.
  const isStopped = act.state === 'accepted' && versions > 0;
  if (act.state !== 'ready' && !isStopped) fail('catalog_change.act_accepted', { name: act.name });
  return context.write((tx) => enqueue(context, tx, kindFor(ACCEPT, versions), act));
}

/** Takes an act back as a job. */
export async function startUndo(context: Context, id: number): Promise<number> {
  refuseReaders(context);
  const act = await getAct(context, id);
  if (act.state !== 'accepted') fail('catalog_change.act_not_accepted', { name: act.name });
  return context.write((tx) => enqueue(context, tx, kindFor(UNDO, act.edits.length), act));
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
      [`${ACCEPT}_many`, 'long', accept],
      [UNDO, 'quick', takeBack],
      [`${UNDO}_many`, 'long', takeBack],
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

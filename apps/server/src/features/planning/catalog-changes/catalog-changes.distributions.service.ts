import type { Distributions } from '@gantry/domain';
import { z } from 'zod';
import type { Context, ContextOfJob, Services } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { onReparent } from '../../structure/eps/eps.service.ts';
import { type DistributionsOfPlan, listDiffering } from '../../catalog/distributions/distributions.service.ts';
import { edit } from '../edits/edits.service.ts';
import { curvesOfChange, expectCurves } from '../resources/resources.curves.service.ts';
import { type ActEdit, findAct, saveAct, updateAct } from './catalog-changes.acts.repository.ts';
import { findSourceName, listVersions } from './catalog-changes.repository.ts';
import { kindFor, VERSIONS_TOGETHER } from './catalog-changes.rules.ts';
import { findingOf } from './catalog-changes.service.ts';
import { FOLLOW, MOVED_EDIT, readSource, within } from './catalog-changes.sources.service.ts';

/** Jobs that write an act and take it back. */
const ACCEPT = 'catalog_act_accept';
const UNDO = 'catalog_act_undo';
const FOLLOW_PLACE = 'distribution_follow';

const enqueue = (context: Context, tx: Tx, kind: string, act: { id: number; name: string }, nodeId: number): Promise<number> =>
  context.jobs.enqueue(tx, {
    spaceId: context.spaceId,
    userId: context.userId,
    kind,
    title: act.name,
    input: { actId: act.id, nodeId },
  });

/** What the plan does about distributions: no work has to be read for them, so an act is ready at once. */
export const distributionsOfPlan: DistributionsOfPlan = {
  expect: expectCurves,
  curves: curvesOfChange,
  async save(context, nodeId, change: Distributions, versions) {
    const about = { source: 'distribution' as const, source_id: nodeId, change };
    const name = (await context.read((db) => findSourceName(db, context.spaceId, 'distribution', nodeId))) ?? '';
    const before = await readSource(context, about);
    return context.write(async (tx) => {
      const id = await saveAct(tx, context.spaceId, context.userId, about, { name, before });
      await updateAct(tx, context.spaceId, id, { state: 'ready' });
      return { act_id: id, job_id: await enqueue(context, tx, kindFor(ACCEPT, versions), { id, name }, nodeId) };
    });
  },
  async takeBack(context, nodeId, actId) {
    const act = await context.read((db) => findAct(db, context.spaceId, context.userId, actId));
    if (act?.source !== 'distribution' || act.source_id !== nodeId) fail('catalog_change.act_not_found', { id: actId });
    if (act.state !== 'accepted') fail('distributions.nothing_to_undo');
    return context.write((tx) => enqueue(context, tx, kindFor(UNDO, act.edits.length), act, nodeId));
  },
};

/** Versions below some nodes that hold something else than what holds there. */
export async function differingAt(context: Context, db: Db, nodeIds: readonly number[]) {
  const found = new Map<number, { id: number; locked: boolean }>();
  for (const nodeId of nodeIds) for (const version of await listDiffering(db, context.spaceId, nodeId)) found.set(version.id, version);
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** Writes what holds at its schedule into a version; null where it holds that already. */
export async function followDistribution(context: Context, versionId: number, name: string): Promise<ActEdit | null> {
  const { diff, revision } = await edit(context, versionId, name, await FOLLOW.distribution(context, versionId, []));
  return diff.settings ? { version_id: versionId, revision, calculated: false } : null;
}

/** Schedules that are put elsewhere take what holds there: few versions in the transaction that moves them, more by a job. */
export function followPlaces(services: Services): void {
  onReparent(services, async (context, tx, nodeIds) => {
    const differing = await differingAt(context, tx, nodeIds);
    const ids = differing.flatMap(({ id, locked }) => (locked ? [] : [id]));
    const locked = differing.length - ids.length;
    if (ids.length <= VERSIONS_TOGETHER) {
      for (const id of ids) await followDistribution(within(context, tx), id, MOVED_EDIT);
      return { changed: ids.length, locked };
    }
    const { spaceId, userId } = context;
    const title = (await findSourceName(tx, spaceId, 'distribution', nodeIds[0])) ?? '';
    await context.jobs.enqueue(tx, { spaceId, userId, kind: FOLLOW_PLACE, title, input: { ids: nodeIds } });
    return { changed: ids.length, locked };
  });
}

const stored = z.object({ ids: z.array(z.number()) });

/** The job in which many versions take what holds at the new place of their schedules, each by an edit of its own. */
export const placesFollowJob = (contextOf: ContextOfJob): JobKind<typeof stored> => ({
  kind: FOLLOW_PLACE,
  input: stored,
  afterRestart: 'again',
  lane: 'long',
  needs: () => [{ right: 'structure.edit' }],
  async run(job) {
    const context = await contextOf(job);
    const differing = await context.read((db) => differingAt(context, db, job.input.ids));
    const followed: number[] = [];
    for (const [index, { id }] of differing.entries()) {
      await job.progress(index / differing.length, 'catalog_changes.writing');
      try {
        if (await followDistribution(context, id, MOVED_EDIT)) followed.push(id);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const named = await context.read((db) => listVersions(db, context.spaceId, [id]));
        job.findings(named.map((version) => findingOf(version, error)));
      }
    }
    return { followed: followed.length };
  },
});

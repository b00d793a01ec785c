import type { CatalogAct } from '@gantry/contract';
import type { Distributions } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { onReparent } from '../../structure/eps/eps.service.ts';
import type { DistributionsOfPlan } from '../../catalog/distributions/distributions.service.ts';
import { edit } from '../edits/edits.service.ts';
import { curvesOfChange, expectCurves } from '../resources/resources.curves.service.ts';
import { type ActEdit, findAct, saveAct, updateAct } from './catalog-changes.acts.repository.ts';
import { findSourceName, listFollowers } from './catalog-changes.repository.ts';
import { editOf, FOLLOW, MOVED_EDIT, readSource, within } from './catalog-changes.sources.service.ts';

/** Jobs that write an act and take it back. */
const ACCEPT = 'catalog_act_accept';
const UNDO = 'catalog_act_undo';

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
  async save(context, nodeId, change: Distributions) {
    const about = { source: 'distribution' as const, source_id: nodeId, change };
    const name = (await context.read((db) => findSourceName(db, context.spaceId, 'distribution', nodeId))) ?? '';
    const before = await readSource(context, about);
    return context.write(async (tx) => {
      const id = await saveAct(tx, context.spaceId, context.userId, about, { name, before });
      await updateAct(tx, context.spaceId, id, { state: 'ready' });
      return { act_id: id, job_id: await enqueue(context, tx, ACCEPT, { id, name }, nodeId) };
    });
  },
  async takeBack(context, nodeId, actId) {
    const act = await context.read((db) => findAct(db, context.spaceId, context.userId, actId));
    if (act?.source !== 'distribution' || act.source_id !== nodeId) fail('catalog_change.act_not_found', { id: actId });
    if (act.state !== 'accepted') fail('distributions.nothing_to_undo');
    return context.write((tx) => enqueue(context, tx, UNDO, act, nodeId));
  },
};

/** Writes what now holds into every version below a node; locked versions keep theirs. */
export async function followDistributions(context: Context, tx: Tx, nodeId: number, name = editOf('distribution')) {
  const edits: ActEdit[] = [];
  const left: CatalogAct['left'] = [];
  for (const { id: versionId, name: version_name, schedule_name, locked } of await listFollowers(tx, context.spaceId, 'distribution', [
    nodeId,
  ])) {
    if (locked) {
      left.push({ version_id: versionId, version_name, schedule_name, code: 'version.locked' });
      continue;
    }
    const done = await edit(context, versionId, name, await FOLLOW.distribution(context, versionId, [nodeId]));
    if (done.diff.settings) edits.push({ version_id: versionId, revision: done.revision, calculated: false });
  }
  return { edits, left };
}

/** A schedule that is put elsewhere takes what holds there, in the transaction that moves it. */
export function followPlaces(services: Services): void {
  onReparent(services, async (context, tx, nodeId) => {
    const { edits, left } = await followDistributions(within(context, tx), tx, nodeId, MOVED_EDIT);
    return { changed: edits.length, locked: left.length };
  });
}

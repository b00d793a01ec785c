import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { dismissNames } from '../../access/spaces/spaces.members.service.ts';
import { becomeRegular } from '../../access/spaces/spaces.service.ts';
import { sweepModels } from '../../bim/models/models.sweep.service.ts';
import { removeMeasure } from '../../catalog/measures/measures.service.ts';
import { boards } from '../../insight/scoreboard/scoreboard.service.ts';
import { removeNodes } from '../../structure/eps/eps.service.ts';
import { sweepSpace } from '../../teamwork/storage/storage.sweep.service.ts';
import { countAdded, forgetThings, isAnyUnderWay, listFacilities, listThings, listUnusedUnits } from './demo-data.repository.ts';

export const FILL_DEMO = 'fill_demo';
export const FINISH_DEMO = 'finish_demo';
const REMOVE_DEMO = 'remove_demo';

const isBusy = (context: Context, db: Db) => isAnyUnderWay(db, context.spaceId, [FILL_DEMO, FINISH_DEMO, REMOVE_DEMO]);

/** Refuses a filling or a removal beside another one; nobody begins one before the transaction ends. */
export async function refuseBusy(context: Context, tx: Tx): Promise<void> {
  await lockInSpace(tx, context.spaceId, 'demo');
  if (await isBusy(context, tx)) fail('demo.busy');
}

/** Facilities of test data in the space, and what people added to them. */
export async function describeDemo(context: Context) {
  return context.read(async (db) => ({
    facilities: await listFacilities(db, context.spaceId),
    added: await countAdded(db, context.spaceId),
    removable: (await listThings(db, context.spaceId)).length > 0,
    busy: await isBusy(context, db),
  }));
}

/** Starts to remove the test data with so many things that people added to it; refuses where there are more. */
export async function startRemoval(context: Context, added: number): Promise<number> {
  return context.write(async (tx) => {
    await refuseBusy(context, tx);
    if (!(await listThings(tx, context.spaceId)).length) fail('demo.none');
    const facilities = await listFacilities(tx, context.spaceId);
    for (const { id } of facilities)
      if (!(await holdsAt(context, tx, id, 'structure.edit'))) fail('auth.forbidden', { right: 'structure.edit' });
    const count = (await countAdded(tx, context.spaceId)).reduce((sum, one) => sum + one.count, 0);
    if (count > added) fail('demo.more_added', { count });
    const title = facilities.map(({ name }) => name).join(', ');
    return context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: REMOVE_DEMO,
      title,
      input: { facilityIds: facilities.map(({ id }) => id) },
    });
  });
}

const removal = z.object({ facilityIds: z.array(z.number()) });

/** The job that removes what the sample made and everything inside it. It skips what is already deleted. */
export function removeDemoJob(contextOf: ContextOfJob): JobKind<typeof removal> {
  return {
    kind: REMOVE_DEMO,
    input: removal,
    afterRestart: 'again',
    lane: 'long',
    needs: () => [{ right: 'space.manage' }, { right: 'structure.edit' }],
    async run(job) {
      const context = await contextOf(job);
      const { spaceId } = context;
      const things = await context.read((db) => listThings(db, spaceId));
      const there = await context.read((db) => listFacilities(db, spaceId));
      const facilities = there.filter(({ id }) => job.input.facilityIds.includes(id));
      const at = (share: number) => job.progress(share, 'space.removing_demo');
      await at(0.05);
      for (const [index, { id }] of facilities.entries()) {
        await removeNodes(context, [id]);
        await at((0.7 * (index + 1)) / facilities.length);
      }
      for (const { preset_id: id } of things) if (id !== null) await boards.remove(context, id);
      for (const id of await context.read((db) => listUnusedUnits(db, spaceId))) await removeMeasure(context, id);
      await at(0.8);
      await sweepSpace(context, spaceId);
      await sweepModels(context, spaceId);
      await context.write(async (tx) => {
        await dismissNames(
          tx,
          spaceId,
          things.flatMap(({ person_id: id }) => id ?? []),
        );
        await becomeRegular(tx, spaceId);
        await forgetThings(tx, spaceId);
        await job.complete(tx, { facilities: facilities.length });
      });
      return {};
    },
  };
}

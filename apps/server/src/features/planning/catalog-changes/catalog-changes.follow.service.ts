import { z } from 'zod';
import { CATALOG_SOURCES, type CatalogSource } from '@gantry/contract';
import { isEmpty } from '@gantry/domain';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { Refused } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { edit } from '../edits/edits.service.ts';
import { findSourceName, listFollowers } from './catalog-changes.repository.ts';
import { editOf, FOLLOW } from './catalog-changes.sources.service.ts';

const FOLLOWING = 'catalog_follow';

/** Starts the job in which versions follow a catalog change that was saved without preview. */
export const followLater =
  (source: CatalogSource) =>
  async (context: Context, tx: Tx, ids: readonly number[]): Promise<number | null> => {
    const followers = await listFollowers(tx, context.spaceId, source, ids);
    if (!followers.length) return null;
    const title = (await findSourceName(tx, context.spaceId, source, ids[0])) ?? '';
    const input = { source, ids };
    return context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: FOLLOWING, title, input });
  };

const stored = z.object({ source: z.enum(CATALOG_SOURCES), ids: z.array(z.number()) });

/** The job in which versions follow the catalog, each by an edit of its own; done again, it changes nothing. */
export function catalogFollowJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: FOLLOWING,
    input: stored,
    afterRestart: 'again',
    lane: 'quick',
    needs: () => [{ right: 'structure.edit' }],
    async run(job) {
      const { source, ids } = job.input;
      const anywhere = await contextOf(job);
      const versions = await anywhere.read((db) => listFollowers(db, job.spaceId, source, ids));
      const followed: number[] = [];
      const left: { version_id: number; name: string; code: string }[] = [];
      for (const [index, { id, name, schedule_name }] of versions.entries()) {
        await job.progress(index / versions.length, 'catalog_changes.writing');
        try {
          const context = await contextOf({ ...job, needs: [{ right: 'plan.edit', at: { kind: 'version', id } }] });
          const { diff } = await edit(context, id, editOf(source), await FOLLOW[source](context, id, ids));
          if (!isEmpty(diff)) followed.push(id);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          left.push({ version_id: id, name: `${schedule_name} / ${name}`, code: error.code });
        }
      }
      return { followed, left };
    },
  };
}

import { z } from 'zod';
import { CATALOG_SOURCES, type CatalogSource } from '@gantry/contract';
import { isEmpty } from '@gantry/domain';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { Refused } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { edit } from '../edits/edits.service.ts';
import { countFollowers, findSourceName, listFollowers } from './catalog-changes.repository.ts';
import { FEW_VERSIONS, kindFor } from './catalog-changes.rules.ts';
import { editOf, FOLLOW } from './catalog-changes.sources.service.ts';

const FOLLOWING = 'catalog_follow';

/** Starts the job in which versions follow a catalog change that was saved without preview. */
export const followLater =
  (source: CatalogSource) =>
  async (context: Context, tx: Tx, ids: readonly number[]): Promise<number | null> => {
    const versions = await countFollowers(tx, context.spaceId, source, { ids, most: FEW_VERSIONS + 1 });
    if (!versions) return null;
    const title = (await findSourceName(tx, context.spaceId, source, ids[0])) ?? '';
    const input = { source, ids };
    const kind = kindFor(FOLLOWING, versions);
    return context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind, title, input });
  };

const stored = z.object({ source: z.enum(CATALOG_SOURCES), ids: z.array(z.number()) });

/** The jobs in which versions follow the catalog, each by an edit of its own; done again, they change nothing. */
export const catalogFollowJobs = (contextOf: ContextOfJob): JobKind<typeof stored>[] => [
  followJob(contextOf, FOLLOWING, 'quick'),
  followJob(contextOf, `${FOLLOWING}_many`, 'long'),
];

function followJob(contextOf: ContextOfJob, kind: string, lane: 'quick' | 'long'): JobKind<typeof stored> {
  return {
    kind,
    input: stored,
    afterRestart: 'again',
    lane,
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

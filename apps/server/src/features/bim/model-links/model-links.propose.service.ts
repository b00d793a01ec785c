import type { LinkReport, ModelLinkProposal } from '@gantry/contract';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { Refused } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { RELINK, storedConversion } from '../models/models.service.ts';
import { discardProposal, findProposal, keepProposal, listLinkedPlaces } from './model-links.propose.repository.ts';
import { relate } from './model-links.relate.service.ts';
import { open, type Place } from './model-links.service.ts';

/** Versions of schedules that rules are tried on; older ones are read, not built by. */
const MOST_PLACES = 20;
const TRY = { dry_run: true, run_rules: true, add: [], remove: [] };

/** The job that tries the rules of links on a new version of a model, and keeps what they would change. */
export function relinkJob(contextOf: ContextOfJob): JobKind<typeof storedConversion> {
  return {
    kind: RELINK,
    input: storedConversion,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ projectId }) => [{ right: 'bim.edit', at: { kind: 'node', id: projectId } }],
    async run(job) {
      const context = await contextOf(job);
      const { projectId, modelId, versionId: modelVersionId } = job.input;
      const places = await context.read((db) => listLinkedPlaces(db, context.spaceId, { projectId, modelId }, MOST_PLACES));
      let proposals = 0;
      for (const [index, place] of places.entries()) {
        await job.progress(index / places.length, 'model_link.proposing');
        const report = await tried(context, place);
        if (!report) continue;
        const key = { spaceId: context.spaceId, linkId: place.linkId, versionId: place.id };
        const changes = report.added + report.removed + report.lost + report.rematched > 0;
        if (changes) proposals++;
        await context.write(async (tx) => {
          await context.recheck(tx);
          if (changes) await keepProposal(tx, key, { projectId, modelVersionId, report: countsOf(report) });
          else await discardProposal(tx, key);
        });
      }
      await context.write((tx) => context.push.send(tx, { spaceId: context.spaceId }, 'bim_links_proposed', { project_id: projectId }));
      return { model_id: modelId, proposals };
    },
  };
}

/** What the rules would do; null in a version that is not open to who has brought the model. */
async function tried(context: Context, place: Place): Promise<LinkReport | null> {
  try {
    return await relate(context, place, TRY);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** Numbers alone: works of the lists may be out of sight of others who open the version. */
function countsOf(report: LinkReport): Omit<ModelLinkProposal, 'model' | 'number'> {
  const { relations, by_hand, added, kept, removed, lost, rematched, ambiguous } = report;
  const { elements, linked_elements, items, linked_items } = report;
  return { relations, by_hand, added, kept, removed, lost, rematched, ambiguous, elements, linked_elements, items, linked_items };
}

/** What the rules would change since a model has another version; null: nothing, or it is done or put away. */
export async function readProposal(context: Context, place: Place): Promise<{ proposal: ModelLinkProposal | null }> {
  const { key } = await open(context, place);
  return { proposal: await context.read((db) => findProposal(db, key)) };
}

export async function putAway(context: Context, place: Place): Promise<void> {
  const { key, link } = await open(context, place);
  await context.write(async (tx) => {
    context.note({ link: link.name });
    await discardProposal(tx, key);
  });
}

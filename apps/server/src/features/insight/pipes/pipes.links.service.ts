import type { Pipe } from '@gantry/contract';
import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { createLinks, listLinks } from '../../planning/links/links.service.ts';
import { listCountedVersions } from '../../planning/version-heads/version-heads.service.ts';
import { type LinkedPair, type LinkedStage, missingLinks, type MissingLinks } from './pipes.links.rules.ts';
import { findPipe } from './pipes.repository.ts';
import { readStage } from './pipes.service.ts';

const NOTHING: MissingLinks = { total: 0, links: [], isMissing: () => false };

/** The relations that a pipe asks for and the plans do not have. */
async function linksAsked(context: Context, id: number) {
  const { pipe, versions } = await context.read(async (db) => {
    const found = (await findPipe(db, context.spaceId, id)) ?? fail('pipe.not_found', { id });
    return { pipe: found.pipe, versions: await listCountedVersions(db, context.spaceId, found.projectId) };
  });
  const versionOf = (scheduleId: number) => versions.find(({ schedule_id }) => schedule_id === scheduleId)?.version_id ?? null;
  const [own, other] = [versionOf(pipe.main.schedule_id), versionOf(pipe.supply.schedule_id)];
  if (own === null || other === null) return { pipe, own, other, missing: NOTHING };
  const { links: known } = await listLinks(context, pipe.main.schedule_id, own);
  const existing = known.filter((link) => link.side === 'predecessor' && link.other.version.id === other);
  const pairs = existing.map((link) => ({ item_id: link.item.id, other_item_id: link.other.id }));
  const [main, supply] = [await linkedStage(context, pipe.main, own), await linkedStage(context, pipe.supply, other)];
  return { pipe, own, other, missing: missingLinks(pipe, main, supply, pairs) };
}

async function linkedStage(context: Context, side: Pipe['main'], versionId: number): Promise<LinkedStage> {
  const stage = await readStage(context, { id: side.schedule_id, name: '' }, versionId, [side]);
  return { stage, relations: await readVersion(context, versionId, ({ rows }) => rows('relation')) };
}

/** How such a relation is kept: the supply ends so many days before the works start, or finish. */
const jointOf = ({ need }: Pipe) => ({
  type: need.end === 'start' ? ('fs' as const) : ('ff' as const),
  lag_minutes: need.days * MINUTES_PER_DAY,
});

export async function proposeLinks(context: Context, id: number) {
  const { pipe, own, other, missing } = await linksAsked(context, id);
  return { version_id: own, other_version_id: other, ...jointOf(pipe), total: missing.total, links: missing.links };
}

/** Makes chosen relations of those that the pipe asks for at this moment. */
export async function makeLinks(context: Context, id: number, chosen: readonly LinkedPair[]) {
  const { pipe, own, other, missing } = await linksAsked(context, id);
  if (own === null || other === null || !chosen.every(missing.isMissing)) fail('pipe.no_such_links');
  const joint = { version_id: own, other_version_id: other, side: 'predecessor' as const, lag_calendar: 'elapsed' as const };
  const { ids, ...answer } = await createLinks(context, { ...joint, ...jointOf(pipe) }, chosen);
  context.note({ version_id: own, links: ids.length });
  return answer;
}

import { naturalKeys, pairRows, sharedIdsUpTo, type VersionRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, previewEdit, readVersion, seenOf } from '../../planning/edits/edits.service.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { lineageOfVersion } from '../../planning/versions/versions.copy.service.ts';
import { estimatesForCosts, unreadable } from '../estimates/estimates.doors.service.ts';
import { findLinkedVersion } from './cost-links.repository.ts';
import { type CostLink, MOST_LINKS } from './cost-links.rules.ts';

const SHOWN_LOST = 200;
const placeOf = (link: CostLink): string => `${link.estimateId} ${link.estimateRowId}`;

/** The newest version of the schedule whose links a version without any could take over; null where there is none. */
export async function offerLinks(context: Context, versionId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  return { from: await context.read((db) => findLinkedVersion(db, { spaceId: context.spaceId, versionId }, schedule_id)) };
}

/**
 * Brings the links of another version of the schedule to this one: works are the same by their ids as far as one version is a copy of the
 * other, else by their codes, else by the path of their names. Rows that this version has links of stay as they are; links whose work is
 * not here are named. One edit.
 */
export async function takeLinksOver(context: Context, versionId: number, wanted: { from_version_id: number; dry_run: boolean }) {
  const version = await getVersion(context, versionId);
  const from = await getVersion(context, wanted.from_version_id);
  if (from.schedule_id !== version.schedule_id || from.id === version.id) fail('cost_link.other_schedule');
  await requireAt(context, versionId, 'plan.edit');
  await requireAt(context, from.id, 'plan.read');
  const former = await readVersion(context, from.id, async (reader) => {
    const whole = reader.whole();
    const links = await whole.rows('costLink');
    const estimates = await estimatesForCosts(context, reader.db, [...new Set(links.map((one) => one.estimateId))]);
    if ((await unreadable(context, reader.db, estimates.values())).length) fail('auth.forbidden', { right: 'estimate.read' });
    const works = await whole.rows('wbs');
    return { links, works, keyed: keyed(works), lineage: await lineageOfVersion(reader.db, reader.key) };
  });
  const work = async (draft: Draft) => {
    const here = { versionId, lineage: await lineageOfVersion(draft.tx, draft.key) };
    const shared = sharedIdsUpTo({ versionId: from.id, lineage: former.lineage }, here);
    const works = await draft.all('wbs');
    // Answers the former work by the one that is here; it is asked the other way round.
    const pairs = new Map([...pairRows(former.keyed, keyed(works), shared)].map(([id, before]) => [before, id]));
    return putLinks(draft, former, pairs, new Set(works.filter(({ type }) => type === 'sum').map(({ id }) => id)));
  };
  if (wanted.dry_run) {
    const { diff, result, head } = await previewEdit(context, versionId, work);
    const [seen] = await seenOf(context, versionId, [diff]);
    return { revision: head.revision, diff: seen, ...result };
  }
  const { revision, diff, result } = await edit(context, versionId, 'cost.link', work);
  context.note({ taken: result.taken, lost: result.lost_count });
  return { revision, diff, ...result };
}

function keyed(rows: readonly VersionRow<'wbs'>[]): { id: number; key: string | null }[] {
  const keys = naturalKeys(rows);
  return rows.map(({ id }) => ({ id, key: keys.get(id) ?? null }));
}

type Former = { links: readonly CostLink[]; works: readonly VersionRow<'wbs'>[] };

async function putLinks(draft: Draft, former: Former, pairs: ReadonlyMap<number, number>, phases: ReadonlySet<number>) {
  const own = await draft.all('costLink');
  const present = new Set(own.map(placeOf));
  const names = new Map(former.works.map(({ id, code, name }) => [id, `${code} ${name}`.trim()]));
  const counts = { taken: 0, stayed: 0 };
  const lost: { work: string; code: string; name: string }[] = [];
  for (const { id: _id, ...link } of former.links) {
    if (present.has(placeOf({ id: 0, ...link }))) {
      counts.stayed += 1;
      continue;
    }
    const itemId = link.itemId === null ? null : pairs.get(link.itemId);
    if (itemId === undefined || (itemId !== null && phases.has(itemId))) {
      lost.push({ work: names.get(link.itemId ?? 0) ?? '', code: link.rowCode, name: link.rowName });
      continue;
    }
    draft.insert('costLink', { ...link, id: draft.newId(), itemId });
    counts.taken += 1;
  }
  if (own.length + counts.taken > MOST_LINKS) fail('request.limit_reached', { most: MOST_LINKS });
  return { ...counts, lost: lost.slice(0, SHOWN_LOST), lost_count: lost.length };
}

import type { ExternalRelation } from '@gantry/contract';
import { type LagCalendar, type LinkSide, type RelationType, type VersionKind } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { pastReach } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { edit, readVersion } from '../edits/edits.service.ts';
import { type Place, refuseCycle } from '../relations/relations.cycles.service.ts';
import { findActual, getVersion } from '../version-heads/version-heads.service.ts';
import { lagCalendarOf, limitsOf } from './links.limits.service.ts';
import { requireAt } from './links.access.service.ts';
import { type LinkEnd, listEnds, listVisible } from './links.repository.ts';
import { notifyOthers } from './links.status.service.ts';

/** Lists relations to other schedules with the limits that they set at present. */
export async function listLinks(context: Context, scheduleId: number, versionId?: number, itemId?: number) {
  const version = versionId === undefined ? await findActual(context, scheduleId) : await getVersion(context, versionId);
  if (!version || version.schedule_id !== scheduleId) fail('version.not_found', { id: versionId ?? 0 });
  return readVersion(context, version.id, async (reader) => {
    const all = await pastReach(reader.db, () => listEnds(reader.db, reader.key));
    const ends = all.filter((end) => itemId === undefined || end.item_id === itemId);
    const limits = await limitsOf(reader.db, reader.key, ends, await lagCalendarOf(reader));
    const versions = ends.map(({ version_id }) => version_id);
    const visible = new Set(await listVisible(reader.db, reader.key.spaceId, versions));
    return {
      version_id: version.id,
      links: ends.map((end, index) => described(end.far_type === null || visible.has(end.version_id) ? end : hidden(end), limits[index])),
    };
  });
}

/** Reduces a link to a version that the caller may not see to what the own version stores about it. */
const hidden = (end: LinkEnd): LinkEnd => ({
  ...end,
  far_type: 'hidden',
  far_code: end.other_code,
  far_name: end.other_name,
  status: null,
  progress: null,
  start: null,
  finish: null,
  free_reserve: null,
  full_reserve: null,
  critical: null,
  version_name: null,
  version_kind: null,
  version_locked: null,
  schedule_name: null,
  project: null,
});

function described(end: LinkEnd, limit: ExternalRelation['limit']): ExternalRelation {
  return {
    id: `${end.owner_id}-${end.row_id}`,
    own: end.own,
    item: { id: end.item_id, code: end.item_code, name: end.item_name },
    side: end.side,
    type: end.type,
    lag_minutes: end.lag_minutes,
    lag_calendar: end.lag_calendar,
    limit,
    gone: end.far_type === null,
    hidden: end.far_type === 'hidden',
    other: {
      id: end.far_item_id,
      code: end.far_code ?? end.other_code,
      name: end.far_name ?? end.other_name,
      project: end.project ?? '',
      schedule: { id: end.schedule_id, name: end.schedule_name ?? '' },
      version: {
        id: end.version_id,
        name: end.version_name ?? '',
        kind: end.version_kind ?? ('version' satisfies VersionKind),
        locked: end.version_locked ?? false,
      },
      status: end.status ?? 'not_started',
      progress: end.progress ?? 0,
      start: end.start,
      finish: end.finish,
      free_reserve: end.free_reserve,
      full_reserve: end.full_reserve,
      critical: end.critical ?? false,
    },
  };
}

type LinkEnds = { item_id: number; other_item_id: number };
/** Which versions a link joins, and how. */
type Joint = {
  version_id: number;
  side: LinkSide;
  other_version_id: number;
  type: RelationType;
  lag_minutes: number;
  lag_calendar: LagCalendar | null;
};

/** Relates an item to one of another schedule; refused where it would close a cycle, through whichever schedules. */
export async function createLink(context: Context, link: Joint & LinkEnds) {
  const { ids, ...answer } = await createLinks(context, link, [link]);
  return { ...answer, id: ids[0] };
}

/** The same for several pairs of items of two versions, as one edit. */
export async function createLinks(context: Context, joint: Joint, pairs: readonly LinkEnds[]) {
  const own = await getVersion(context, joint.version_id);
  const other = await getVersion(context, joint.other_version_id);
  await requireAt(context, own.id, 'plan.edit');
  await requireAt(context, other.id, joint.side === 'successor' ? 'plan.edit' : 'plan.read');
  if (own.schedule_id === other.schedule_id) fail('link.same_schedule');
  // What waits for an item of this version gets other dates by it.
  if (joint.side === 'successor' && other.locked) fail('version.locked', { name: other.name });
  const farIds = pairs.map(({ other_item_id }) => other_item_id);
  const farRows = await readVersion(context, other.id, async ({ rows }) => rows('wbs', [...new Set(farIds)]));
  const farOf = new Map(farRows.map((row) => [row.id, row]));
  const done = await edit(context, own.id, 'link.create', async (draft) => {
    const known = await listEnds(draft.tx, draft.key);
    const taken = new Set(
      known
        .filter((end) => end.side === joint.side && end.type === joint.type && end.version_id === other.id)
        .map((end) => `${end.item_id} ${end.far_item_id}`),
    );
    const unwritten: { from: Place; to: Place }[] = [];
    const ids: number[] = [];
    for (const { item_id, other_item_id } of pairs) {
      const [item, far] = [await draft.find('wbs', item_id), farOf.get(other_item_id)];
      if (!item) fail('link.unknown_item', { id: item_id });
      if (!far) fail('link.unknown_item', { id: other_item_id });
      for (const one of [item, far]) if (one.type === 'sum') fail('relation.with_summary', { name: one.name });
      const pair = `${item.id} ${far.id}`;
      if (taken.has(pair)) fail('link.exists', { other: far.code || far.name });
      taken.add(pair);
      const ends = [
        { versionId: other.id, itemId: far.id },
        { versionId: own.id, itemId: item.id },
      ];
      const [predecessor, successor] = joint.side === 'predecessor' ? ends : ends.reverse();
      await refuseCycle(draft, predecessor, successor, { unwritten });
      unwritten.push({ from: predecessor, to: successor });
      const id = draft.newId();
      draft.insert('link', {
        id,
        itemId: item.id,
        side: joint.side,
        type: joint.type,
        lagMinutes: joint.lag_minutes,
        lagCalendar: joint.lag_calendar,
        otherScheduleId: other.schedule_id,
        otherVersionId: other.id,
        otherItemId: far.id,
        otherCode: far.code,
        otherName: far.name,
      });
      ids.push(id);
    }
    return ids;
  });
  await notifyOthers(context, own.id, [other.id]);
  return { ...answerOf(done, own.id), ids: done.result.map((id) => `${own.id}-${id}`) };
}

type Change = { type?: RelationType; lag_minutes?: number; lag_calendar?: LagCalendar | null };

/** Changes type or lag of a link, from whichever end. */
export async function updateLink(context: Context, id: string, change: Change) {
  return editLink(context, id, 'link.update', async (end) => {
    if (end.side === 'successor' && end.version_locked) fail('version.locked', { name: end.version_name ?? '' });
    return {
      ...(change.type === undefined ? {} : { type: change.type }),
      ...(change.lag_minutes === undefined ? {} : { lagMinutes: change.lag_minutes }),
      ...(change.lag_calendar === undefined ? {} : { lagCalendar: change.lag_calendar }),
    };
  });
}

/** Removes a link, from whichever end. */
export async function removeLink(context: Context, id: string) {
  return editLink(context, id, 'link.delete', async () => null);
}

type LinkPatch = { type?: RelationType; lagMinutes?: number; lagCalendar?: LagCalendar | null };

/** An edit of the version that keeps a link; null removes it. */
async function editLink(context: Context, id: string, name: string, change: (end: LinkEnd) => Promise<LinkPatch | null>) {
  const [versionId, linkId] = id.split('-').map(Number);
  const kept = await readVersion(context, versionId, async ({ rows }) => (await rows('link', [linkId]))[0]).catch(() => null);
  if (!kept) fail('link.not_found', { id });
  await requireAt(context, versionId, 'plan.edit');
  if (name === 'link.update' && kept.side === 'successor') await requireAt(context, kept.otherVersionId, 'plan.edit');
  const done = await edit(context, versionId, name, async (draft) => {
    const row = await draft.find('link', linkId);
    const ends = await listEnds(draft.tx, draft.key);
    const end = ends.find(({ own, row_id }) => own && row_id === linkId);
    if (!row || !end) fail('link.not_found', { id });
    const patch = await change(end);
    if (!patch) draft.remove('link', linkId);
    else {
      const type = patch.type ?? row.type;
      const twin = ends.find(
        (one) =>
          one !== end &&
          one.item_id === end.item_id &&
          one.side === end.side &&
          one.type === type &&
          one.version_id === end.version_id &&
          one.far_item_id === end.far_item_id,
      );
      if (twin) fail('link.exists', { other: row.otherCode || row.otherName });
      draft.update('link', linkId, patch);
    }
    return end.version_id;
  });
  await notifyOthers(context, versionId, [done.result]);
  return answerOf(done, versionId);
}

const answerOf = ({ revision, diff }: { revision: number; diff: Awaited<ReturnType<typeof edit>>['diff'] }, versionId: number) => ({
  revision,
  diff,
  version_id: versionId,
});

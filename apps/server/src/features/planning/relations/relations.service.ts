import { nextOffset, type PageOfRows, toWire } from '@gantry/contract';
import type { LagCalendar, RelationType, VersionRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, readVersion } from '../edits/edits.service.ts';
import { listPage, listRelated } from './relations.repository.ts';
import { type Ahead, pairsBeside, type ReachHere, refuseCycle } from './relations.cycles.service.ts';
import { countSound } from './relations.cycles.rules.ts';

/** Relations of a version, a page of them. */
export async function listRelations(context: Context, versionId: number, page: PageOfRows) {
  return readVersion(context, versionId, async ({ db, key, rows }) => {
    const { ids, total } = await listPage(db, key, page);
    return { total, next: nextOffset(page, total), relations: (await rows('relation', ids)).map(toWire) };
  });
}

/** Relations of one task, as the tab task_relations shows them. */
export async function listRelationsOfTask(context: Context, versionId: number, itemId: number) {
  return readVersion(context, versionId, async ({ db, key }) =>
    (await listRelated(db, key, itemId)).map(({ id, side, type, lag_minutes, lag_calendar, driving, other_id, ...other }) => ({
      id,
      side,
      type,
      lag_minutes,
      lag_calendar,
      driving,
      other: { id: other_id, ...other },
    })),
  );
}

type NewRelation = {
  predecessor_id: number;
  successor_id: number;
  type: RelationType;
  lag_minutes: number;
  lag_calendar: LagCalendar | null;
};

/** Relates two tasks; refused where it would close a cycle (with its path), double another or tie a task to itself. */
export async function createRelation(context: Context, versionId: number, relation: NewRelation) {
  const done = await edit(context, versionId, 'relation.create', async (draft) => {
    await refuseImpossible(draft, relation);
    const id = draft.newId();
    draft.insert('relation', {
      id,
      predecessorId: relation.predecessor_id,
      successorId: relation.successor_id,
      type: relation.type,
      lagMinutes: relation.lag_minutes,
      lagCalendar: relation.lag_calendar,
      driving: false,
    });
    return id;
  });
  return { revision: done.revision, diff: done.diff, id: done.result };
}

type Ends = Pick<NewRelation, 'predecessor_id' | 'successor_id' | 'type'>;

/** Refuses a relation that cannot be: to itself, with a summary, twice, or closing a cycle. */
export async function refuseImpossible(draft: Draft, relation: Ends, known: { ahead?: Ahead } = {}): Promise<void> {
  await refuseUnfit(draft, relation, () => draft.rowsBy('relation', 'predecessorId', [relation.predecessor_id]));
  const { versionId } = draft.key;
  await refuseCycle(draft, { versionId, itemId: relation.predecessor_id }, { versionId, itemId: relation.successor_id }, known);
}

/** Refuses a relation to itself, with a summary, or twice; `leaving` are those of its predecessor. */
async function refuseUnfit(
  draft: Draft,
  { predecessor_id, successor_id, type }: Ends,
  leaving: () => Promise<readonly VersionRow<'relation'>[]>,
): Promise<void> {
  if (predecessor_id === successor_id) fail('relation.to_itself');
  const ends = await draft.rows('wbs', [predecessor_id, successor_id]);
  for (const id of [predecessor_id, successor_id]) if (!ends.some((row) => row.id === id)) fail('relation.unknown_item', { id });
  const summary = ends.find((row) => row.type === 'sum');
  if (summary) fail('relation.with_summary', { name: summary.name });
  if ((await leaving()).some((row) => row.successorId === successor_id && row.type === type)) {
    fail('relation.exists', { predecessor: nameOf(ends, predecessor_id), successor: nameOf(ends, successor_id) });
  }
}

/** Gives relations other ends, all at once: each keeps its type and lag, and none may be impossible among those that come of it. */
export async function relink(
  draft: Draft,
  relinks: readonly { relation_id: number; predecessor_id: number; successor_id: number }[],
): Promise<void> {
  if (!relinks.length) return;
  const standing = new Map((await draft.all('relation')).map((relation) => [relation.id, relation]));
  const before = relinks.map(({ relation_id: id }) => standing.get(id) ?? fail('relation.not_found', { id }));
  for (const { id } of new Set(before)) draft.remove('relation', id);
  for (const { id } of before) standing.delete(id);
  const next = Map.groupBy(standing.values(), ({ predecessorId }) => predecessorId);
  const reachHere: ReachHere = (from) => {
    const via = new Map<number, number | null>(from.map((id) => [id, null]));
    for (const [id] of via) for (const { successorId } of next.get(id) ?? []) if (!via.has(successorId)) via.set(successorId, id);
    return [...via].map(([id, before]) => ({ id, via: before }));
  };
  const { versionId } = draft.key;
  const ends = relinks.map(({ predecessor_id: predecessorId, successor_id: successorId }) => ({ predecessorId, successorId }));
  await draft.rows('wbs', [...new Set(ends.flatMap(({ predecessorId, successorId }) => [predecessorId, successorId]))]);
  const sound = countSound([...standing.values(), ...(await pairsBeside(draft))], ends);
  for (const [index, { predecessorId, successorId }] of ends.entries()) {
    const relation = { ...before[index], id: draft.newId(), predecessorId, successorId, driving: false };
    const leaving = next.get(predecessorId) ?? [];
    next.set(predecessorId, leaving);
    await refuseUnfit(draft, { predecessor_id: predecessorId, successor_id: successorId, type: relation.type }, async () => leaving);
    if (index >= sound) await refuseCycle(draft, { versionId, itemId: predecessorId }, { versionId, itemId: successorId }, { reachHere });
    draft.insert('relation', relation);
    leaving.push(relation);
  }
}

function nameOf(rows: { id: number; code: string; name: string }[], id: number): string {
  const row = rows.find((candidate) => candidate.id === id);
  return row ? row.code || row.name : String(id);
}

/** Changes type or lag of a relation. */
export async function updateRelation(
  context: Context,
  versionId: number,
  relationId: number,
  change: { type?: RelationType; lag_minutes?: number; lag_calendar?: LagCalendar | null },
) {
  const done = await edit(context, versionId, 'relation.update', async (draft) => {
    const relation = await draft.find('relation', relationId);
    if (!relation) fail('relation.not_found', { id: relationId });
    const twins = await draft.rowsBy('relation', 'predecessorId', [relation.predecessorId]);
    const type = change.type ?? relation.type;
    if (twins.some((twin) => twin.id !== relationId && twin.successorId === relation.successorId && twin.type === type))
      fail('relation.exists');
    draft.update('relation', relationId, {
      type,
      lagMinutes: change.lag_minutes ?? relation.lagMinutes,
      lagCalendar: change.lag_calendar === undefined ? relation.lagCalendar : change.lag_calendar,
    });
  });
  return { revision: done.revision, diff: done.diff };
}

export async function removeRelation(context: Context, versionId: number, relationId: number) {
  const done = await edit(context, versionId, 'relation.delete', async (draft) => {
    if (!(await draft.find('relation', relationId))) fail('relation.not_found', { id: relationId });
    draft.remove('relation', relationId);
  });
  return { revision: done.revision, diff: done.diff };
}

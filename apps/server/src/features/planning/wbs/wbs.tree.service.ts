import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit, firstMissing } from '../edits/edits.service.ts';
import { listSubtreeIds } from './wbs.repository.ts';
import { areTooClose, positionsBetween } from './wbs.rules.ts';

/** Where rows go among the children of their parent: behind a sibling (null: before all), or to the end. */
export type Place = { after: number | null } | 'last';

/** Ids of the children of a row as the draft has them, in order. */
export async function childrenOf(draft: Draft, parentId: number | null): Promise<number[]> {
  return (await draft.children(parentId)).map(({ id }) => id);
}

/** Puts rows of the draft under a parent at a place; siblings get new positions only where there is no room left. */
export async function place(draft: Draft, ids: readonly number[], parentId: number | null, where: Place): Promise<void> {
  await makeSummary(draft, parentId);
  const moving = new Set(ids);
  const places = (await draft.children(parentId)).filter(({ id }) => !moving.has(id));
  const siblings = places.map(({ id }) => id);
  const index = where === 'last' ? siblings.length : where.after === null ? 0 : siblings.indexOf(where.after) + 1;
  if (where !== 'last' && where.after !== null && index === 0) fail('wbs.not_found', { id: where.after });
  const [before, after] = [index > 0 ? places[index - 1].position : null, index < places.length ? places[index].position : null];
  const positions = positionsBetween(before, after, ids.length);
  for (const [at, id] of ids.entries()) draft.update('wbs', id, { parentId, position: positions[at] });
  if (areTooClose([...(before === null ? [] : [before]), ...positions, ...(after === null ? [] : [after])])) {
    await draft.rows('wbs', siblings);
    siblings.splice(index, 0, ...ids);
    for (const [position, id] of siblings.entries()) draft.update('wbs', id, { position: position + 1 });
  }
}

/** A task that gets rows below it becomes a summary; a milestone or work cannot. */
async function makeSummary(draft: Draft, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  const parent = await draft.find('wbs', parentId);
  if (!parent) fail('wbs.not_found', { id: parentId });
  if (parent.type === 'sum' || parent.type === 'draft') return;
  if (parent.type !== 'task') fail('wbs.wrong_parent', { name: parent.name, type: parent.type });
  const relations = [
    ...(await draft.rowsBy('relation', 'predecessorId', [parentId])),
    ...(await draft.rowsBy('relation', 'successorId', [parentId])),
    ...(await draft.rowsBy('link', 'itemId', [parentId])),
  ];
  if (relations.length) return;
  draft.update('wbs', parentId, { type: 'sum' });
}

/** Tasks that became summaries kept their duration: those without rows below them are tasks again. A summary of the plan has none. */
export async function makeTasksAgain(draft: Draft, parentIds: Iterable<number | null>): Promise<void> {
  const parents = await draft.rows(
    'wbs',
    [...new Set(parentIds)].filter((id) => id !== null),
  );
  const ids = parents.flatMap((row) => (row.type === 'sum' && row.durationMinutes ? [row.id] : []));
  if (!ids.length) return;
  const withRows = await draft.referred({ table: 'wbs', field: 'parentId' }, ids);
  for (const id of ids) if (!withRows.has(id)) draft.update('wbs', id, { type: 'task' });
}

type Step = 'indent' | 'outdent' | 'up' | 'down';

/** Moves a row one step in the tree. */
export async function shiftItem(context: Context, versionId: number, id: number, step: Step) {
  const done = await edit(context, versionId, `wbs.${step}`, async (draft) => {
    const row = await draft.find('wbs', id);
    if (!row) fail('wbs.not_found', { id });
    const siblings = await childrenOf(draft, row.parentId);
    const index = siblings.indexOf(id);
    if (step === 'indent') {
      if (index === 0) fail('wbs.cannot_indent', { name: row.name });
      return place(draft, [id], siblings[index - 1], 'last');
    }
    if (step === 'outdent') {
      if (row.parentId === null) fail('wbs.cannot_outdent', { name: row.name });
      const parent = await draft.find('wbs', row.parentId);
      await place(draft, [id], parent?.parentId ?? null, { after: row.parentId });
      return makeTasksAgain(draft, [row.parentId]);
    }
    const target = step === 'up' ? index - 2 : index + 1;
    if (step === 'up' ? index === 0 : index === siblings.length - 1) fail('wbs.cannot_move', { name: row.name });
    return place(draft, [id], row.parentId, { after: siblings[target] ?? null });
  });
  return { revision: done.revision, diff: done.diff };
}

/** Moves a row below a parent and behind a sibling; refused into its own descendants. */
export async function moveItem(context: Context, versionId: number, id: number, parentId: number | null, index: number) {
  const done = await edit(context, versionId, 'wbs.move', async (draft) => {
    const row = await draft.find('wbs', id);
    if (!row) fail('wbs.not_found', { id });
    if (parentId !== null && (await listSubtreeIds(draft.tx, draft.key, [id])).includes(parentId))
      fail('wbs.wrong_parent', { name: row.name, type: row.type });
    const siblings = (await childrenOf(draft, parentId)).filter((sibling) => sibling !== id);
    await place(draft, [id], parentId, index === 0 ? { after: null } : index >= siblings.length ? 'last' : { after: siblings[index - 1] });
    await makeTasksAgain(draft, [row.parentId]);
  });
  return { revision: done.revision, diff: done.diff };
}

/** Moves rows to a parent, behind one of its children (null: before all) or to the end, in the order given; refused into themselves. */
export async function moveItems(
  context: Context,
  versionId: number,
  ids: readonly number[],
  parentId: number | null,
  afterId: number | null | 'last',
  name = ids.length === 1 ? 'wbs.move' : 'wbs.move_many',
) {
  const done = await edit(context, versionId, name, async (draft) => {
    const rows = await draft.rows('wbs', ids);
    const missing = firstMissing(ids, rows);
    if (missing !== undefined) fail('wbs.not_found', { id: missing });
    const inside = new Set(await listSubtreeIds(draft.tx, draft.key, ids));
    if (parentId !== null && inside.has(parentId)) fail('wbs.wrong_parent', { name: rows[0].name, type: rows[0].type });
    await place(
      draft,
      [...new Set(ids)],
      parentId,
      afterId === 'last' ? 'last' : { after: afterId !== null && ids.includes(afterId) ? null : afterId },
    );
    await makeTasksAgain(
      draft,
      rows.map((row) => row.parentId),
    );
  });
  return { revision: done.revision, diff: done.diff };
}

import { CHECKLIST_ITEMS, CHECKLISTS_OF_WORK } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { findWork, hasPhotos, scheduleOfVersion } from '../storage/storage.service.ts';
import {
  changeChecklist,
  changeItem,
  countByWork,
  countChecklists,
  countItems,
  deleteChecklists,
  deleteItems,
  findChecklists,
  findItems,
  type ItemFields,
  type KeptChecklist,
  listChecklists,
  listForCopy,
  lockChecklists,
  saveChecklist,
  saveItems,
  type Work,
} from './checklists.repository.ts';

/** The work that a version and a row of it name; it is the same in every version of the schedule. */
async function workAt(context: Context, db: Db, versionId: number, rowId: number): Promise<Work> {
  const nodeId = await scheduleOfVersion(db, context.spaceId, versionId);
  const row = nodeId === null ? null : await findWork(db, context.spaceId, versionId, rowId);
  if (nodeId === null || !row) fail('checklist.row_not_found');
  return { nodeId, rowId: row.id, rowCode: row.code };
}

async function requireAt(context: Context, db: Db, nodeId: number, right: SpaceRight): Promise<void> {
  if (!(await holdsAt(context, db, nodeId, right))) fail('auth.forbidden', { right });
}

/** The checklists with the given ids, as far as the caller reads boards there; one that is missing refuses all. */
async function mustFind(context: Context, db: Db, ids: readonly number[]): Promise<KeptChecklist[]> {
  const kept = await findChecklists(db, context.spaceId, ids);
  if (kept.length < new Set(ids).size) fail('checklist.not_found');
  for (const node of new Set(kept.map(({ node_id }) => node_id)))
    if (!(await holdsAt(context, db, node, 'boards.read'))) fail('checklist.not_found');
  return kept;
}

/** Checklists of a work, in order. */
export async function readChecklists(context: Context, versionId: number, rowId: number) {
  return context.read(async (db) => {
    const { nodeId, rowCode } = await workAt(context, db, versionId, rowId);
    const works = { version_id: versionId, ids: [rowId], codes: [rowCode] };
    return { checklists: await listChecklists(db, context.spaceId, nodeId, works) };
  });
}

/** How far the checklists of the works of a version are; works without items are left out. */
export async function readCounts(context: Context, versionId: number) {
  return context.read(async (db) => {
    const nodeId = await scheduleOfVersion(db, context.spaceId, versionId);
    return { rows: nodeId === null ? [] : await countByWork(db, context.spaceId, nodeId, versionId) };
  });
}

type NewChecklist = { version_id: number; wbs_id: number; name: string; items: readonly string[]; template?: number };

/** Adds a checklist to a work. A copy of another one comes unticked. */
export async function createChecklist(context: Context, { version_id, wbs_id, name, items, template }: NewChecklist) {
  return context.write(async (tx) => {
    const work = await workAt(context, tx, version_id, wbs_id);
    await requireAt(context, tx, work.nodeId, 'boards.edit');
    const source = template === undefined ? null : (await mustFind(context, tx, [template]))[0];
    await lockChecklists(tx, context.spaceId, work.nodeId);
    if ((await countChecklists(tx, context.spaceId, work)) >= CHECKLISTS_OF_WORK) fail('checklist.too_many', { most: CHECKLISTS_OF_WORK });
    const id = await saveChecklist(tx, context.spaceId, work, { name, by: context.userId });
    const copied = source ? await listForCopy(tx, context.spaceId, source.id) : [];
    const all = [...copied, ...items.map((text) => ({ text }))];
    if (all.length > CHECKLIST_ITEMS) fail('checklist.too_many', { most: CHECKLIST_ITEMS });
    await saveItems(tx, context.spaceId, { id, node_id: work.nodeId }, all);
    context.note({ name, node: work.nodeId });
    await notify(context, tx, work.nodeId, work.rowId);
    return { id };
  });
}

/** Renames a checklist or puts it behind another one of the same work. */
export async function updateChecklist(context: Context, id: number, changes: { name?: string; after_id?: number | null }): Promise<void> {
  await context.write(async (tx) => {
    const [kept] = await mustFind(context, tx, [id]);
    await requireAt(context, tx, kept.node_id, 'boards.edit');
    await lockChecklists(tx, context.spaceId, kept.node_id);
    if (!(await changeChecklist(tx, context.spaceId, kept, changes))) fail('checklist.not_found');
    context.note({ name: kept.name, node: kept.node_id });
    await notify(context, tx, kept.node_id, kept.row_id);
  });
}

export async function removeChecklists(context: Context, ids: readonly number[]): Promise<void> {
  await context.write(async (tx) => {
    const kept = await mustFind(context, tx, ids);
    for (const node of new Set(kept.map(({ node_id }) => node_id))) await requireAt(context, tx, node, 'boards.edit');
    await deleteChecklists(tx, context.spaceId, ids);
    context.note({ names: kept.map(({ name }) => name) });
    await notifyAll(context, tx, kept);
  });
}

type NewItem = { text: string; after_id?: number | null } & ItemFields;

/** Adds an item to a checklist of the schedule whose version the call names. */
export async function createItem(context: Context, versionId: number, checklistId: number, { after_id, ...item }: NewItem) {
  return context.write(async (tx) => {
    const [kept] = await mustFind(context, tx, [checklistId]);
    if (kept.node_id !== (await scheduleOfVersion(tx, context.spaceId, versionId))) fail('checklist.not_found');
    await requirePerson(context, tx, kept.node_id, item.person_id);
    await lockChecklists(tx, context.spaceId, kept.node_id);
    if ((await countItems(tx, context.spaceId, checklistId)) >= CHECKLIST_ITEMS) fail('checklist.too_many', { most: CHECKLIST_ITEMS });
    const made = await saveItems(tx, context.spaceId, kept, [item], after_id);
    if (!made) fail('checklist.not_found');
    context.note({ name: kept.name, node: kept.node_id });
    await notify(context, tx, kept.node_id, kept.row_id);
    return { id: made[0] };
  });
}

/** Ticks an item, for who reports work done; changes what it says, for who changes checklists. */
export async function updateItem(
  context: Context,
  checklistId: number,
  itemId: number,
  { done, after_id, ...fields }: ItemFields & { done?: boolean; after_id?: number | null },
): Promise<void> {
  await context.write(async (tx) => {
    const [kept] = await mustFind(context, tx, [checklistId]);
    const [item] = await findItems(tx, context.spaceId, [itemId]);
    if (item?.checklist_id !== kept.id) fail('checklist.not_found');
    if (done !== undefined) await requireAt(context, tx, kept.node_id, 'plan.report');
    if (after_id !== undefined || Object.keys(fields).length) await requireAt(context, tx, kept.node_id, 'boards.edit');
    await requirePerson(context, tx, kept.node_id, fields.person_id);
    await lockChecklists(tx, context.spaceId, kept.node_id);
    const photoRequired = fields.photo_required ?? item.photo_required;
    if (
      done &&
      photoRequired &&
      !(await hasPhotos(tx, context.spaceId, kept.node_id, { version_id: 0, ids: [kept.row_id], codes: [kept.row_code] }))
    )
      fail('checklist.photo_missing');
    // What is ticked already keeps its day and who did it.
    const ticked =
      done === undefined || done === (item.done_at !== null)
        ? {}
        : { done_at: done ? context.now() : null, done_by: done ? context.userId : null };
    if (!(await changeItem(tx, context.spaceId, item, { ...fields, ...ticked }, after_id))) fail('checklist.not_found');
    context.note({ name: kept.name, node: kept.node_id, ...(done === undefined ? {} : { done }) });
    await notify(context, tx, kept.node_id, kept.row_id);
  });
}

export async function removeItems(context: Context, ids: readonly number[]): Promise<void> {
  await context.write(async (tx) => {
    const items = await findItems(tx, context.spaceId, ids);
    if (items.length < new Set(ids).size) fail('checklist.not_found');
    const kept = await mustFind(context, tx, [...new Set(items.map(({ checklist_id }) => checklist_id))]);
    for (const node of new Set(kept.map(({ node_id }) => node_id))) await requireAt(context, tx, node, 'boards.edit');
    await deleteItems(tx, context.spaceId, ids);
    context.note({ names: kept.map(({ name }) => name) });
    await notifyAll(context, tx, kept);
  });
}

/** Only who sees the schedule can have an item of it. */
async function requirePerson(context: Context, tx: Tx, nodeId: number, personId: number | null | undefined): Promise<void> {
  if (personId === null || personId === undefined) return;
  if (!(await readersAt(tx, context.spaceId, nodeId, 'boards.read', [personId])).has(personId)) fail('space.member_not_found');
}

async function notifyAll(context: Context, tx: Tx, kept: readonly KeptChecklist[]): Promise<void> {
  const works = new Map(kept.map(({ node_id, row_id }) => [`${node_id} ${row_id}`, { node_id, row_id }]));
  for (const { node_id, row_id } of works.values()) await notify(context, tx, node_id, row_id);
}

const notify = (context: Context, tx: Tx, nodeId: number, rowId: number): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, topic: `checklists ${nodeId}` }, 'checklist_updated', {
    eps_id: nodeId,
    wbs_id: rowId,
  });

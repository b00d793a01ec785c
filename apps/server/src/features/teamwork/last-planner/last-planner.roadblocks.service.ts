import type { Roadblock } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { listReportedIds, listReportedRows, whereReporting } from '../../planning/reports/reports.service.ts';
import { notify } from '../notices/notices.service.ts';
import { findWork, scheduleOfVersion } from '../storage/storage.service.ts';
import {
  changeRoadblock,
  deleteRoadblock,
  type KeptRoadblock,
  listRoadblocks,
  type RoadblockChange,
  saveRoadblock,
} from './last-planner.roadblocks.repository.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

/** The schedule of a version that the caller sees. */
export async function scheduleAt(context: Context, db: Db, versionId: number): Promise<number> {
  return (await scheduleOfVersion(db, context.spaceId, versionId)) ?? fail('version.not_found', { id: versionId });
}

/** Those who say, own or carry out what is blocked change a roadblock; who said it removes it; planners do both. */
async function shown(context: Context, db: Db, nodeId: number, list: readonly KeptRoadblock[]): Promise<Roadblock[]> {
  const plans = await holdsAt(context, db, nodeId, 'plan.edit');
  const reports = await holdsAt(context, db, nodeId, 'plan.report');
  return list.map(({ executor_id, ...one }) => {
    const isOf = (...people: (number | null)[]): boolean => people.includes(context.userId);
    return {
      ...one,
      overdue: one.cleared_at === null && one.needed_by !== null && one.needed_by < context.today,
      may_change: plans || (reports && isOf(one.author_id, one.owner_id, executor_id)),
      may_remove: plans || (reports && isOf(one.author_id)),
    };
  });
}

/** Roadblocks of a schedule, or of one work. */
export async function readRoadblocks(context: Context, versionId: number, { item, open }: { item?: number; open: boolean }) {
  return context.read(async (db) => {
    const nodeId = await scheduleAt(context, db, versionId);
    return {
      roadblocks: await shown(context, db, nodeId, await listRoadblocks(db, context.spaceId, { versionId, nodeId, itemId: item, open })),
    };
  });
}

type New = Pick<Roadblock, 'category' | 'text' | 'owner_id' | 'lead_days' | 'promised'> & { item_id: number };

/** Says what keeps a work from beginning; who is to clear it hears so. */
export async function createRoadblock(context: Context, versionId: number, { item_id, ...fields }: New) {
  return context.write(async (tx) => {
    const nodeId = await scheduleAt(context, tx, versionId);
    const work = await findWork(tx, context.spaceId, versionId, item_id);
    if (!work) fail('roadblock.row_not_found');
    await requireReader(context, tx, nodeId, fields.owner_id);
    const row = { node_id: nodeId, row_id: work.id, row_code: work.code, row_name: work.name };
    const { id } = await saveRoadblock(tx, context.spaceId, { ...row, ...fields, created_by: context.userId });
    await notifyOwner(context, tx, id, { ...row, owner_id: fields.owner_id });
    await publishRoadblocks(context, tx, nodeId);
    context.note({ node: nodeId, roadblock: id });
    return { id };
  });
}

async function requireReader(context: Context, tx: Tx, nodeId: number, userId: number | null | undefined): Promise<void> {
  if (userId != null && !(await readersAt(tx, context.spaceId, nodeId, 'plan.read', [userId])).has(userId))
    fail('roadblock.stranger', { id: userId });
}

type OfRow = { node_id: number; row_id: number; row_code: string; row_name: string; owner_id: number | null };

async function notifyOwner(context: Context, tx: Tx, id: number, { node_id, row_id, row_code, row_name, owner_id }: OfRow): Promise<void> {
  if (owner_id === null || owner_id === context.userId) return;
  await notify(context, tx, context.spaceId, {
    userIds: [owner_id],
    kind: 'roadblock_assigned',
    actorId: context.actorId,
    nodeId: node_id,
    itemId: row_id,
    rowCode: row_code,
    data: { name: row_name, count: 1, date: null },
    dedupe: `roadblock_assigned ${id} ${owner_id}`,
  });
}

async function find(context: Context, tx: Tx, versionId: number, id: number) {
  const nodeId = await scheduleAt(context, tx, versionId);
  const list = await listRoadblocks(tx, context.spaceId, { versionId, nodeId, id });
  const [one] = await shown(context, tx, nodeId, list);
  if (!one) fail('roadblock.not_found', { id });
  return { nodeId, one };
}

type Change = Partial<Omit<New, 'item_id'>> & { cleared?: boolean };

/** Changes a roadblock, promises it, clears it or opens it again. */
export async function updateRoadblock(context: Context, versionId: number, id: number, { cleared, ...fields }: Change) {
  return context.write(async (tx) => {
    const { nodeId, one } = await find(context, tx, versionId, id);
    if (!one.may_change) fail('roadblock.not_yours');
    await requireReader(context, tx, nodeId, fields.owner_id);
    const change: RoadblockChange = { ...fields };
    if (cleared !== undefined && cleared !== (one.cleared_at !== null)) change.cleared_at = cleared ? context.now() : null;
    await changeRoadblock(tx, context.spaceId, id, change);
    if (fields.owner_id != null && fields.owner_id !== one.owner_id)
      await notifyOwner(context, tx, id, {
        node_id: nodeId,
        row_id: one.row_id ?? 0,
        row_code: one.row_code,
        row_name: one.row_name,
        owner_id: fields.owner_id,
      });
    await publishRoadblocks(context, tx, nodeId);
    return { roadblock: (await find(context, tx, versionId, id)).one };
  });
}

export async function removeRoadblock(context: Context, versionId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    const { nodeId, one } = await find(context, tx, versionId, id);
    if (!one.may_remove) fail('roadblock.not_yours');
    await deleteRoadblock(tx, context.spaceId, id);
    await publishRoadblocks(context, tx, nodeId);
  });
}

/** Open roadblocks of the works on which the caller reports. */
export async function readOwnRoadblocks(caller: Context) {
  const context = await whereReporting(caller);
  return context.read(async (db) => {
    const roadblocks: Roadblock[] = [];
    for (const { schedule_id: nodeId, version_id: versionId, ids } of await listReportedIds(db, context)) {
      if (!(await holdsAt(context, db, nodeId, 'plan.report'))) continue;
      const wanted = { versionId, nodeId, itemIds: ids, open: true };
      roadblocks.push(...(await shown(context, db, nodeId, await listRoadblocks(db, context.spaceId, wanted))));
    }
    return { roadblocks };
  });
}

/** Works that have the same code. */
const MOST_ALIKE = 100;

type Reported = Pick<Roadblock, 'category' | 'text'> & { key: string; schedule_id: number; row_id: number; row_code: string };

/** Takes a roadblock from the site: of a work on which the caller reports, once however often it is sent. */
export async function reportRoadblock(caller: Context, { schedule_id: nodeId, row_id, row_code, ...fields }: Reported) {
  const context = await whereReporting(caller);
  return context.write(async (tx) => {
    const versionId = (await holdsAt(context, tx, nodeId, 'plan.report')) ? await findCountedVersion(tx, context.spaceId, nodeId) : null;
    const of = { ids: [row_id], codes: row_code === '' ? [] : [row_code] };
    const own = versionId === null ? [] : (await listReportedRows(tx, { ...context, versionId }, { most: MOST_ALIKE, of })).rows;
    const row = own.find(({ code }) => row_code !== '' && code === row_code) ?? own.find(({ id }) => id === row_id);
    if (!row) fail('roadblock.row_not_found');
    const work = { node_id: nodeId, row_id: row.id, row_code: row.code, row_name: row.name };
    const { id, isNew } = await saveRoadblock(tx, context.spaceId, {
      ...work,
      ...fields,
      owner_id: null,
      lead_days: 0,
      promised: null,
      created_by: context.userId,
    });
    if (isNew) await publishRoadblocks(context, tx, nodeId);
    context.note({ node: nodeId, roadblock: id });
    return { id };
  });
}

const publishRoadblocks = (context: Context, tx: Tx, nodeId: number): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, topic: `roadblocks ${nodeId}` }, 'roadblocks_changed', { eps_id: nodeId });

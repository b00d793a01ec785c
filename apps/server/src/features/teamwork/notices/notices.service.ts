import { DUE_WORKS_SHOWN, type Notice } from '@gantry/contract';
import { AREA_KINDS, type NoticeKind } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { activeMemberOf, rightsAt } from '../../access/roles/roles.access.service.ts';
import { unreportedWorks } from '../../access/users/users.service.ts';
import {
  countUnchecked,
  findNotice,
  findWork,
  hideNotices,
  listNotices,
  markChecked,
  type Mine,
  type NewNotice,
  type NoticeRow,
  saveNotices,
} from './notices.repository.ts';
import { findSettings } from './notices.letters.repository.ts';
import { queuePushes } from './notices.push.service.ts';
import { isOnDesktop, statusOf } from './notices.rules.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

const keyOf = ({ spaceId, userId }: Context): Mine => ({ spaceId, userId });

/** Nodes whose notices a person may read by name: what is out of reach now names nothing. */
export async function readableNodes(db: Db, { spaceId, userId }: Mine, rows: readonly NoticeRow[]): Promise<ReadonlySet<number>> {
  const member = await activeMemberOf(db, spaceId, userId);
  const seen = new Set<number>();
  if (!member) return seen;
  for (const node of new Set(rows.map(({ node_id }) => node_id))) {
    const rights = await rightsAt(db, spaceId, member.access, { kind: 'node', param: 'id' }, () => node);
    if (rights.has('structure.read') || rights.has('plan.read')) seen.add(node);
  }
  return seen;
}

function shown({ data, at, ...row }: NoticeRow, named: boolean): Notice {
  const { count, date, name } = data;
  const about = { ...row, count, date, at: at.toISOString(), row_name: name || null };
  return named
    ? about
    : { ...about, actor: null, node_id: null, node_name: null, row_id: null, row_code: null, row_name: null, date: null };
}

type Paging = { before?: number; limit: number };

async function listPage(context: Context, only: readonly NoticeKind[] | null, { before, limit }: Paging) {
  return context.read(async (db) => {
    const rows = await listNotices(db, keyOf(context), { only, before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const named = await readableNodes(db, keyOf(context), page);
    return {
      notices: page.map((row) => shown(row, named.has(row.node_id))),
      next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

export { listSpaceZones } from './notices.repository.ts';

/** Notices of the caller, newest first. */
export const listAll = (context: Context, paging: Paging) => listPage(context, null, paging);

/** Notices that await an act of the caller, newest first. */
export const listArea = (context: Context, paging: Paging) => listPage(context, AREA_KINDS, paging);

export const readStatus = (context: Context) => context.read(async (db) => statusOf(await countUnchecked(db, keyOf(context)), AREA_KINDS));

type Needs = Pick<Services, 'push' | 'jobs' | 'now' | 'webPush'>;

/** Makes a notice for each of some people, in the transaction of its reason; one that exists for the same reason is not made again. */
export const notify = (services: Needs, tx: Tx, spaceId: number, notice: NewNotice): Promise<number> =>
  notifyAll(services, tx, spaceId, [notice]);

/** The same for what one act says differently to many. */
export async function notifyAll(services: Needs, tx: Tx, spaceId: number, notices: readonly NewNotice[]): Promise<number> {
  const made = await saveNotices(tx, spaceId, notices);
  for (const { id, user_id } of made) await services.push.send(tx, { spaceId, userId: user_id }, 'notices_status', { id });
  for (const [kind, ofKind] of Map.groupBy(made, (one) => one.kind)) await queuePushes(services, tx, spaceId, ofKind, kind);
  return made.length;
}

/** A page hears the counts of its person in full, and the notice that came. */
export function expandNotices({ push, database }: Services): void {
  push.expand('notices_status', async ({ id }, { spaceId, userId = 0 }) => {
    const key = { spaceId, userId };
    return database.read(key, async (db) => {
      const row = id === null ? null : await findNotice(db, key, id);
      const named = row ? await readableNodes(db, key, [row]) : new Set<number>();
      const latest = row && named.has(row.node_id) ? shown(row, true) : null;
      const desktop = latest !== null && isOnDesktop((await findSettings(db, key)).desktop, latest.kind);
      return { ...statusOf(await countUnchecked(db, key), AREA_KINDS), latest, desktop };
    });
  });
}

/** Where a notice leads now; it counts as looked at. */
export async function openNotice(context: Context, id: number) {
  return context.write(async (tx) => {
    const key = keyOf(context);
    const notice = await findNotice(tx, key, id);
    if (!notice) fail('notice.not_found');
    await markChecked(tx, key, id);
    await publish(context, tx);
    if (!(await readableNodes(tx, key, [notice])).has(notice.node_id)) fail('notice.gone');
    const version_id = await findCountedVersion(tx, context.spaceId, notice.node_id);
    const work = notice.row_id === null ? null : { id: notice.row_id, code: notice.row_code };
    const row_id = version_id === null || !work ? null : await findWork(tx, context.spaceId, version_id, work);
    return { schedule_id: notice.node_id, version_id, row_id };
  });
}

/** Lists the caller's works without a report for a day, in all schedules or in the schedule of a notice. */
export async function readDueWorks(context: Context, noticeId: number | null, day = context.today) {
  return context.read(async (db) => {
    const key = keyOf(context);
    const notice = noticeId === null ? null : await findNotice(db, key, noticeId);
    if (noticeId !== null && !notice) fail('notice.not_found');
    if (notice && !(await readableNodes(db, key, [notice])).has(notice.node_id)) fail('notice.gone');
    return { period: { from: day, to: day }, ...(await unreportedWorks(context, db, day, notice?.node_id ?? null, DUE_WORKS_SHOWN)) };
  });
}

/** Takes notices out of the list or out of the personal area. */
export async function hide(context: Context, where: 'list' | 'area', which: { id?: number; until?: number }): Promise<void> {
  await context.write(async (tx) => {
    const hidden = await hideNotices(tx, keyOf(context), where, which);
    if (which.id !== undefined && !hidden) fail('notice.not_found');
    await publish(context, tx);
  });
}

const publish = (context: Context, tx: Tx): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'notices_status', { id: null });

/** A notice to oneself, to see that notices arrive. */
export async function sendTest(context: Context, nodeId: number): Promise<number> {
  return context.write(async (tx) => {
    const about = { kind: 'mention' as const, actorId: context.actorId, nodeId, itemId: null, rowCode: null };
    const data = { name: '', count: 1, date: null };
    const notice = { ...about, userIds: [context.userId], data, dedupe: `test ${context.requestId}` };
    const [made] = await saveNotices(tx, context.spaceId, [notice]);
    await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'notices_status', { id: made.id });
    return made.id;
  });
}

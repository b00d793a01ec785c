import type { ActionItem } from '@gantry/contract';
import { type ActionItemStatus, type ActionItemStep, actsOn, type NoticeKind, statusAfter } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { notify } from '../notices/notices.service.ts';
import { findWork, scheduleOfVersion } from '../storage/storage.service.ts';
import {
  type ActionItemFields,
  changeActionItem,
  deleteActionItem,
  type KeptActionItem,
  listActionItems,
  lockActionItem,
  saveActionItems,
} from './action-items.repository.ts';

const MOST_OF_WORK = 200;

type Right = Parameters<typeof holdsAt>[3];
type Holds = (nodeId: number, right: Right) => Promise<boolean>;

/** Asks for each right of the caller once a node. */
function holdsOnce(context: Context, db: Db): Holds {
  const known = new Map<string, boolean>();
  return async (nodeId, right) => {
    const key = `${nodeId} ${right}`;
    const held = known.get(key) ?? (await holdsAt(context, db, nodeId, right));
    known.set(key, held);
    return held;
  };
}

/** What the caller is to an action item, and what follows from that. */
async function roleIn(context: Context, db: Db, item: KeptActionItem, holds: Holds = holdsOnce(context, db)) {
  const isPerson = item.people.some(({ user_id }) => user_id === context.userId);
  return { isPerson, manages: item.author_id === context.userId || (await holds(item.schedule_id, 'plan.edit')) };
}

async function shown(context: Context, db: Db, items: readonly KeptActionItem[], holds = holdsOnce(context, db)): Promise<ActionItem[]> {
  const list: ActionItem[] = [];
  for (const item of items) {
    const mayWrite = await holds(item.schedule_id, 'chat.write');
    list.push({ ...item, acts: actsOn(item.status, await roleIn(context, db, item, holds), mayWrite) });
  }
  return list;
}

/** Action items of a work, the newest first. */
export async function readOfRow(context: Context, versionId: number, itemId: number) {
  return context.read(async (db) => {
    const nodeId = await scheduleOfVersion(db, context.spaceId, versionId);
    const work = nodeId === null ? null : await findWork(db, context.spaceId, versionId, itemId);
    if (nodeId === null || !work) fail('action_item.row_not_found');
    if (!(await holdsAt(context, db, nodeId, 'plan.read'))) fail('auth.forbidden', { right: 'plan.read' });
    const works = { version_id: versionId, ids: [work.id], codes: [work.code] };
    return { items: await shown(context, db, await listActionItems(db, context.spaceId, { nodeId, works, limit: MOST_OF_WORK })) };
  });
}

type OwnQuery = { role: 'given' | 'gave'; open: boolean; status?: ActionItemStatus; overdue: boolean; offset: number; limit: number };

/** Action items that the caller was given or gave. */
export async function readOwn(context: Context, { role, open, status, overdue, offset, limit }: OwnQuery) {
  return context.read(async (db) => {
    const items = await listActionItems(db, context.spaceId, {
      own: { userId: context.userId, role },
      open: open && status === undefined,
      status,
      dueBefore: overdue ? context.today : undefined,
      offset,
      limit,
    });
    const seen: KeptActionItem[] = [];
    const holds = holdsOnce(context, db);
    for (const item of items) if (await holds(item.schedule_id, 'plan.read')) seen.push(item);
    return { items: await shown(context, db, seen, holds) };
  });
}

type NewItems = ActionItemFields & { item_ids: readonly number[]; people: readonly number[] };

/** Asks people to do something about works: one action item for each, one notice a person. */
export async function createActionItems(context: Context, versionId: number, { item_ids, people, ...fields }: NewItems) {
  return context.write(async (tx) => {
    const nodeId = await scheduleOfVersion(tx, context.spaceId, versionId);
    if (nodeId === null) fail('action_item.row_not_found');
    await requirePeople(context, tx, nodeId, people);
    const works = [];
    for (const id of new Set(item_ids)) {
      const work = await findWork(tx, context.spaceId, versionId, id);
      if (!work) fail('action_item.row_not_found');
      works.push({ ...fields, node_id: nodeId, row_id: work.id, row_code: work.code, row_name: work.name, created_by: context.userId });
    }
    const ids = await saveActionItems(tx, context.spaceId, works, people);
    context.note({ title: fields.title, node: nodeId });
    await notifyOf(context, tx, { schedule_id: nodeId, ...works[0] }, 'assignment_created', people, ids.length);
    for (const [at, id] of ids.entries())
      await publish(context, tx, 'assignment_created', { schedule_id: nodeId, id, row_id: works[at].row_id });
    return { ids };
  });
}

async function mustFind(context: Context, db: Db, nodeId: number, id: number): Promise<KeptActionItem> {
  const [item] = await listActionItems(db, context.spaceId, { nodeId, only: id, limit: 1 });
  if (!item) fail('action_item.not_found', { id });
  return item;
}

/** Locks an action item and answers it as it stands. */
async function open(context: Context, tx: Tx, nodeId: number, id: number): Promise<KeptActionItem> {
  if (!(await lockActionItem(tx, context.spaceId, nodeId, id))) fail('action_item.not_found', { id });
  return mustFind(context, tx, nodeId, id);
}

/** Takes a step with an action item: its people accept, decline or do it, who asked closes or reopens it. */
export async function stepActionItem(
  context: Context,
  nodeId: number,
  id: number,
  { act, reason }: { act: ActionItemStep; reason?: string },
) {
  return context.write(async (tx) => {
    const item = await open(context, tx, nodeId, id);
    const status = statusAfter(act, item.status, await roleIn(context, tx, item));
    if (status === null) fail('action_item.not_allowed', { status: item.status, title: item.title });
    if (act === 'decline' && !reason) fail('action_item.no_reason');
    await changeActionItem(tx, context.spaceId, item, { status, reason: act === 'decline' ? reason : null });
    context.note({ title: item.title, node: nodeId, act });
    const listeners = [...item.people.map(({ user_id }) => user_id), ...(item.author_id === null ? [] : [item.author_id])];
    await notifyOf(context, tx, item, act === 'accept' ? 'assignment_accepted' : 'assignment_changed', listeners, 1);
    return done(context, tx, nodeId, id);
  });
}

/** Changes what an action item says, by whom and by when it is done. Who is new to it hears of it as of a new one. */
export async function editActionItem(
  context: Context,
  nodeId: number,
  id: number,
  { people, ...fields }: Partial<ActionItemFields> & { people?: readonly number[] },
) {
  return context.write(async (tx) => {
    const item = await open(context, tx, nodeId, id);
    const acts = actsOn(item.status, await roleIn(context, tx, item), false);
    if (!acts.includes('change')) fail('action_item.not_allowed', { status: item.status, title: item.title });
    if (people) await requirePeople(context, tx, nodeId, people);
    await changeActionItem(tx, context.spaceId, item, { ...fields, ...(people ? { people } : {}) });
    context.note({ title: item.title, node: nodeId });
    const before = new Set(item.people.map(({ user_id }) => user_id));
    const now = people ?? [...before];
    const named = { ...item, ...fields };
    await notifyOf(
      context,
      tx,
      named,
      'assignment_created',
      now.filter((one) => !before.has(one)),
      1,
    );
    await notifyOf(
      context,
      tx,
      named,
      'assignment_changed',
      now.filter((one) => before.has(one)),
      1,
    );
    return done(context, tx, nodeId, id);
  });
}

/** Refuses whoever may not write comments at the schedule. */
export async function requireComment(context: Context, nodeId: number): Promise<void> {
  if (!(await context.read((db) => holdsAt(context, db, nodeId, 'chat.write')))) fail('auth.forbidden', { right: 'chat.write' });
}

/** An action item as the caller sees it. */
export async function readActionItem(context: Context, nodeId: number, id: number): Promise<ActionItem> {
  return context.read(async (db) => (await shown(context, db, [await mustFind(context, db, nodeId, id)]))[0]);
}

/** Deletes an action item with its comments. */
export async function removeActionItem(context: Context, nodeId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    const item = await open(context, tx, nodeId, id);
    if (!actsOn(item.status, await roleIn(context, tx, item), false).includes('remove')) fail('auth.forbidden', { right: 'plan.edit' });
    await deleteActionItem(tx, context.spaceId, id);
    context.note({ title: item.title, node: nodeId });
    await publish(context, tx, 'assignment_changed', item);
  });
}

async function done(context: Context, tx: Tx, nodeId: number, id: number) {
  const item = await mustFind(context, tx, nodeId, id);
  await publish(context, tx, 'assignment_changed', item);
  return { item: (await shown(context, tx, [item]))[0], comment: null };
}

/** Only who reads the plan can be asked to do something about it. */
async function requirePeople(context: Context, tx: Tx, nodeId: number, people: readonly number[]): Promise<void> {
  const readers = await readersAt(tx, context.spaceId, nodeId, 'plan.read', people);
  if (!people.every((one) => readers.has(one))) fail('action_item.nobody');
}

type About = Pick<KeptActionItem, 'schedule_id' | 'row_id' | 'row_code' | 'title'>;

/** Nobody hears of their own act. */
async function notifyOf(context: Context, tx: Tx, about: About, kind: NoticeKind, people: readonly number[], count: number): Promise<void> {
  await notify(context, tx, context.spaceId, {
    userIds: [...new Set(people)].filter((one) => one !== context.userId),
    kind,
    actorId: context.userId,
    nodeId: about.schedule_id,
    itemId: about.row_id,
    rowCode: about.row_code,
    data: { name: about.title, count, date: null },
    dedupe: `${kind} ${context.requestId}`,
  });
}

const publish = (
  context: Context,
  tx: Tx,
  name: 'assignment_created' | 'assignment_changed',
  { schedule_id, id, row_id }: Pick<KeptActionItem, 'schedule_id' | 'id' | 'row_id'>,
): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, topic: `assignments ${schedule_id}` }, name, {
    eps_id: schedule_id,
    assignment_id: id,
    wbs_id: row_id,
  });

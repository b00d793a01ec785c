import { CHAT_PEOPLE, type ChatHead, type ChatNotify, type ChatSettings } from '@gantry/contract';
import type { Context, Services } from '../../../platform/context.ts';
import { type Db, pastReach, perDatabase, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { readersAt, readersOf } from '../../access/grants/grants.service.ts';
import { accessAtEntry, holdsInReach, nodesAbove, nodesWith, ownRightsAt } from '../../access/roles/roles.access.service.ts';
import { listPeople } from '../comments/comments.service.ts';
import { nameOfNode } from '../storage/storage.service.ts';
import {
  activeMembers,
  type Chat,
  findChat,
  findChatOfNode,
  findHead,
  findSettings,
  listHeads,
  openDirectChat,
  openNodeChat,
  peopleOf,
  savePerson,
  saveSettings,
} from './chat.repository.ts';

const CHATS_LISTED = 1000;
const PEOPLE_LISTED = 500;

/** A chat that the caller reads, or may write to; one that is not theirs is not there for them. */
export async function mustRead(context: Context, db: Db, id: number, right: 'chat.read' | 'chat.write' = 'chat.read'): Promise<Chat> {
  const chat = await findChat(db, context.spaceId, id);
  if (!chat) fail('chat.not_found');
  if (chat.kind === 'direct') {
    if (!(await peopleOf(db, context.spaceId, id)).includes(context.userId)) fail('chat.not_found');
    return chat;
  }
  const rights = await ownRightsAt(context, db, chat.node_id ?? 0);
  if (!rights.has('chat.read')) fail('chat.not_found');
  if (!rights.has(right)) fail('auth.forbidden', { right });
  return chat;
}

/** Chats that the caller reads, and how much of them is new. */
export async function listChats(context: Context, search: string) {
  return context.read(async (db) => {
    const access = await accessAtEntry(context, db);
    const nodes = holdsInReach(access, 'chat.read') ? null : await nodesWith(db, context.spaceId, access, 'chat.read');
    const readable = nodes && new Set(nodes);
    const chats: ChatHead[] = [];
    const wanted = search.trim().toLocaleLowerCase();
    let [unread, mentions] = [0, 0];
    for (const head of await listHeads(db, context.spaceId, context.userId, CHATS_LISTED)) {
      if (readable && head.node_id !== null && !readable.has(head.node_id)) continue;
      if (head.notify !== 'none') unread += head.notify === 'mentions' ? head.mentions : head.unread;
      mentions += head.mentions;
      if (!wanted || head.name.toLocaleLowerCase().includes(wanted)) chats.push(head);
    }
    return { chats, unread, mentions };
  });
}

/** The chat of a node, also where nobody wrote yet. */
export async function describeOfNode(context: Context, nodeId: number): Promise<ChatHead> {
  return context.read(async (db) => {
    const id = await findChatOfNode(db, context.spaceId, nodeId);
    const head = id === null ? null : await findHead(db, context.spaceId, context.userId, id);
    if (head) return head;
    if (!(await nodesAbove(db, context.spaceId, nodeId)).length) fail('node.not_found', { id: nodeId });
    const { notify } = await findSettings(db, context.spaceId, context.userId);
    const name = await nameOfNode(db, context.spaceId, nodeId);
    const nothing = { last_seq: 0, last_change: 0, last_read_seq: 0, unread: 0, mentions: 0, pinned: false, last: null };
    return { id: null, kind: 'node', node_id: nodeId, name, notify, ...nothing };
  });
}

/** The chat that a message goes to: one that is named, that of a node, or that of some people. */
export async function openTarget(
  context: Context,
  tx: Tx,
  { chat_id, eps_id, user_ids }: { chat_id?: number; eps_id?: number; user_ids?: string },
): Promise<Chat> {
  if (chat_id !== undefined) return mustRead(context, tx, chat_id, 'chat.write');
  if (eps_id !== undefined) {
    const there = (await nodesAbove(tx, context.spaceId, eps_id)).length > 0;
    const rights = there ? await ownRightsAt(context, tx, eps_id) : null;
    if (!rights?.has('chat.read')) fail('node.not_found', { id: eps_id });
    if (!rights.has('chat.write')) fail('auth.forbidden', { right: 'chat.write' });
    return openNodeChat(tx, context.spaceId, eps_id);
  }
  const people = [...new Set([context.userId, ...(user_ids ?? '').split(',').filter(Boolean).map(Number)])];
  if (people.length < 2) fail('chat.not_found');
  if (people.length > CHAT_PEOPLE) fail('chat.too_many_people', { most: CHAT_PEOPLE });
  if ((await activeMembers(tx, context.spaceId, people)).length < people.length) fail('chat.person_not_found');
  return openDirectChat(tx, context.spaceId, people);
}

/** Who reads a chat, at this moment, or who of some people does. */
export async function readersOfChat(
  db: Db,
  spaceId: number,
  { id, node_id }: Pick<Chat, 'id' | 'node_id'>,
  among?: readonly number[],
): Promise<ReadonlySet<number>> {
  if (node_id === null) return new Set(await peopleOf(db, spaceId, id));
  return pastReach(db, () => readersAt(db, spaceId, node_id, 'chat.read', among));
}

/** Who reads a chat, by name. */
export async function listReaders(context: Context, id: number, search: string) {
  return context.read(async (db) => {
    const readers = await readersOfChat(db, context.spaceId, await mustRead(context, db, id));
    return { people: await listPeople(db, context.spaceId, [...readers], { search, limit: PEOPLE_LISTED }) };
  });
}

export const readSettings = (context: Context) =>
  context.read(async (db) => ({ defaults: await findSettings(db, context.spaceId, context.userId) }));

export async function changeSettings(
  context: Context,
  change: { chat_id: number; notify?: ChatNotify; pinned?: boolean } | Partial<ChatSettings>,
): Promise<void> {
  await context.write(async (tx) => {
    if (!('chat_id' in change)) return saveSettings(tx, context.spaceId, context.userId, change);
    const { chat_id, ...ofChat } = change;
    await mustRead(context, tx, chat_id);
    await savePerson(tx, context.spaceId, chat_id, context.userId, ofChat);
  });
}

/** Notes how far the caller has read; without `exact` it never goes back. */
export async function setRead(context: Context, { chat_id, seq, exact }: { chat_id: number; seq: number; exact: boolean }) {
  return context.write(async (tx) => {
    const chat = await mustRead(context, tx, chat_id);
    const before = await findHead(tx, context.spaceId, context.userId, chat_id);
    const wanted = { last_read_seq: Math.min(seq, chat.last_seq), exact };
    const last_read_seq = await savePerson(tx, context.spaceId, chat_id, context.userId, wanted);
    if (last_read_seq !== before?.last_read_seq)
      await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'chat_read', { chat_id, last_read_seq });
    const head = await findHead(tx, context.spaceId, context.userId, chat_id);
    return { unread: head?.unread ?? 0, mentions: head?.mentions ?? 0 };
  });
}

/** The node of each chat by space and id, null for a direct one: no chat ever goes elsewhere. */
const nodesOfChats = perDatabase(() => new Map<string, number | null>());
const CHATS_REMEMBERED = 10_000;

/** Readers of a chat for the delivery of its messages; those of a node are remembered for some seconds. */
export async function hearersOf(services: Services, spaceId: number, chatId: number): Promise<ReadonlySet<number>> {
  const [nodes, key] = [nodesOfChats(services), `${spaceId} ${chatId}`];
  const read = <T>(work: (db: Db) => Promise<T>) => services.database.read({ spaceId, userId: null }, work);
  if (!nodes.has(key)) {
    const chat = await read((db) => findChat(db, spaceId, chatId));
    if (!chat) return new Set();
    if (nodes.size >= CHATS_REMEMBERED) nodes.clear();
    nodes.set(key, chat.node_id);
  }
  const node_id = nodes.get(key) ?? null;
  return node_id === null
    ? read((db) => readersOfChat(db, spaceId, { id: chatId, node_id }))
    : readersOf(services, spaceId, node_id, 'chat.read');
}

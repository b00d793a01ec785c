import { CHAT_FILES, CHAT_REACTIONS, chatChangeForm, chatMessageForm, type ChatMessage, COMMENT_MENTIONS } from '@gantry/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { asAttachment } from '../../../platform/http/attachments.ts';
import type { Context, Services } from '../../../platform/context.ts';
import { Collision, type Db, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { parse } from '../../../platform/http/http.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { mentionsOf } from '../comments/comments.service.ts';
import { notify } from '../notices/notices.service.ts';
import { readContent, sendPart, sendSmall } from '../storage/storage.service.ts';
import { storeContent } from '../storage/storage.upload.service.ts';
import {
  attachFiles,
  changeMessage,
  countOn,
  emptyMessage,
  findFile,
  findSent,
  keepFiles,
  listMessages,
  saveFile,
  saveMessage,
  setReaction,
  touchMessage,
} from './chat.messages.repository.ts';
import { type Chat, lockChat, savePerson } from './chat.repository.ts';
import { hearersOf, mustRead, openTarget, readersOfChat } from './chat.service.ts';

/** More messages of one person in a chat no hand writes: a script holds everybody's screens. */
const PACE = { messages: 60, seconds: 10 };

type Paging = { before?: number; after?: number; around?: number; changed_after?: number; limit: number };

/** Messages of a chat in the order of their numbers. */
export async function readMessages(context: Context, chatId: number, { before, after, around, changed_after, limit }: Paging) {
  return context.read(async (db) => {
    const { last_seq, last_change } = await mustRead(context, db, chatId);
    const list = (wanted: Omit<Parameters<typeof listMessages>[3], 'limit'>, count = limit) =>
      listMessages(db, context.spaceId, chatId, { ...wanted, reader: context.userId, limit: count });
    let messages: ChatMessage[];
    if (changed_after !== undefined) messages = await list({ changedAfter: changed_after, backwards: false });
    else if (around !== undefined) {
      const half = Math.ceil(limit / 2);
      messages = [...(await list({ before: around, backwards: true }, half)), ...(await list({ from: around, backwards: false }, half))];
    } else if (after !== undefined) messages = await list({ from: after + 1, backwards: false });
    else messages = await list({ backwards: true, ...(before === undefined ? {} : { before }) });
    return { messages, last_seq, last_change };
  });
}

async function mustFind(context: Context, db: Db, chatId: number, id: number): Promise<ChatMessage> {
  const [message] = await listMessages(db, context.spaceId, chatId, { reader: context.userId, ids: [id], backwards: false, limit: 1 });
  if (!message) fail('chat.message_not_found');
  return message;
}

export async function readMessage(context: Context, chatId: number, id: number) {
  return context.read(async (db) => {
    await mustRead(context, db, chatId);
    return { message: await mustFind(context, db, chatId, id) };
  });
}

/** The fields of a form, which stand before its files, and the files, stored one after the other as they arrive. */
async function readForm<S extends z.ZodType>(context: Context, request: FastifyRequest, schema: S) {
  if (!request.isMultipart()) fail('request.unsupported_media');
  const fields: Record<string, unknown> = {};
  const files: number[] = [];
  let parsed: z.output<S> | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (parsed === null && Object.hasOwn(formKeys(schema), part.fieldname)) fields[part.fieldname] = part.value;
      continue;
    }
    parsed ??= parse(schema, fields, 'form');
    if (files.length === CHAT_FILES) fail('chat.too_many_files', { most: CHAT_FILES });
    files.push(
      await storeContent(context, part, (tx, blob, name) =>
        saveFile(tx, context.spaceId, { blob_id: blob.id, name, created_by: context.userId }),
      ),
    );
  }
  return { fields: parsed ?? parse(schema, fields, 'form'), files };
}
const formKeys = (schema: z.ZodType): object => ('shape' in schema ? (schema.shape as object) : {});

/** Those whom a text mentions and who read the chat. */
async function mentionedIn(context: Context, db: Db, chat: Chat, text: string): Promise<number[]> {
  const wanted = mentionsOf(text);
  if (wanted.length > COMMENT_MENTIONS) fail('comment.too_many_mentions', { most: COMMENT_MENTIONS });
  if (!wanted.length) return [];
  const readers = await readersOfChat(db, context.spaceId, chat, wanted);
  return wanted.filter((one) => readers.has(one));
}

/** Writes a message. Sent again under its key it is the message of before, and what was stored with it the second time goes. */
export async function createMessage(context: Context, request: FastifyRequest) {
  const { fields, files } = await readForm(context, request, chatMessageForm);
  return writeMessage(context, fields, files);
}

/** The same with files that are stored already. */
export async function writeMessage(context: Context, fields: z.output<typeof chatMessageForm>, files: readonly number[]) {
  const { text, reply_to = null, client_key } = fields;
  if (!text && !files.length) fail('chat.empty_message');
  return context.write(async (tx) => {
    // All is asked for before the chat is held by the number that the message takes: everybody who writes there waits for the rest.
    const chat = await openTarget(context, tx, fields);
    const mentions = await mentionedIn(context, tx, chat, text);
    const sent = await findSent(tx, context.spaceId, { chatId: chat.id, authorId: context.userId, key: client_key }, PACE);
    if (sent.under) return { message: await mustFind(context, tx, sent.under.chat_id, sent.under.id) };
    if (reply_to !== null) await mustFind(context, tx, chat.id, reply_to);
    if (sent.tooFast) fail('chat.too_fast', { seconds: PACE.seconds });
    const message = { author_id: context.userId, text, mentions, reply_to, client_key };
    const place = await countOn(tx, context.spaceId, chat.id, true);
    const id = await saveMessage(tx, context.spaceId, chat.id, place, message);
    if (id === null) throw new Collision('a message is sent twice at once');
    // Who writes has read what stands before.
    await savePerson(tx, context.spaceId, chat.id, context.userId, { last_read_seq: place.seq });
    await attachFiles(tx, context.spaceId, id, files);
    if (mentions.length) await notifyMentioned(context, tx, chat, id, mentions);
    await publish(context, tx, 'chat_message_created', chat.id, id, place.change);
    return { message: await mustFind(context, tx, chat.id, id) };
  });
}

async function notifyMentioned(context: Context, tx: Tx, chat: Chat, id: number, mentions: readonly number[]): Promise<void> {
  if (chat.node_id === null) return;
  await notify(context, tx, context.spaceId, {
    userIds: mentions.filter((one) => one !== context.userId),
    kind: 'mention',
    actorId: context.userId,
    nodeId: chat.node_id,
    itemId: null,
    rowCode: null,
    data: { name: '', count: 1, date: null },
    dedupe: `chat mention ${id}`,
  });
}

/** Changes one's own message: its words, and which of its files stay. */
export async function updateMessage(context: Context, request: FastifyRequest) {
  const { fields, files } = await readForm(context, request, chatChangeForm);
  const kept = fields.keep_files.split(',').filter(Boolean).map(Number);
  return context.write(async (tx) => {
    const chat = await mustRead(context, tx, fields.chat_id, 'chat.write');
    const mentions = await mentionedIn(context, tx, chat, fields.text);
    await lockChat(tx, context.spaceId, chat.id);
    const message = await mustFind(context, tx, chat.id, fields.message_id);
    if (message.deleted) fail('chat.message_not_found');
    if (message.author_id !== context.userId) fail('chat.not_author');
    const staying = message.files.filter(({ id }) => kept.includes(id));
    if (!fields.text && !staying.length && !files.length) fail('chat.empty_message');
    if (staying.length + files.length > CHAT_FILES) fail('chat.too_many_files', { most: CHAT_FILES });
    const { change } = await countOn(tx, context.spaceId, chat.id, false);
    await changeMessage(tx, context.spaceId, message, { text: fields.text, mentions, change });
    await keepFiles(tx, context.spaceId, message.id, kept);
    await attachFiles(tx, context.spaceId, message.id, files);
    await notifyMentioned(context, tx, chat, message.id, mentions);
    await publish(context, tx, 'chat_message_updated', chat.id, message.id, change);
    return { message: await mustFind(context, tx, chat.id, message.id) };
  });
}

/** Deletes a message for who wrote it or may moderate; its number stays, so that counts hold. */
export async function removeMessage(context: Context, chatId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    const chat = await mustRead(context, tx, chatId, 'chat.write');
    await lockChat(tx, context.spaceId, chatId);
    const message = await mustFind(context, tx, chatId, id);
    if (message.deleted) fail('chat.message_not_found');
    if (message.author_id !== context.userId && !(chat.node_id !== null && (await holdsAt(context, tx, chat.node_id, 'chat.moderate'))))
      fail('auth.forbidden', { right: 'chat.moderate' });
    context.note({ chat: chatId });
    const { change } = await countOn(tx, context.spaceId, chatId, false);
    await emptyMessage(tx, context.spaceId, id, { by: context.userId, change });
    await publish(context, tx, 'chat_message_deleted', chatId, id, change);
  });
}

/** Reacts to a message, or takes that back. */
export async function react(context: Context, chatId: number, id: number, { emoji, on }: { emoji: string; on: boolean }): Promise<void> {
  await context.write(async (tx) => {
    await mustRead(context, tx, chatId, 'chat.write');
    await lockChat(tx, context.spaceId, chatId);
    const message = await mustFind(context, tx, chatId, id);
    if (message.deleted) fail('chat.message_not_found');
    const known = message.reactions.find((one) => one.emoji === emoji);
    if ((known?.user_ids.includes(context.userId) ?? false) === on) return;
    if (on && !known && message.reactions.length >= CHAT_REACTIONS) fail('chat.too_many_reactions', { most: CHAT_REACTIONS });
    await setReaction(tx, context.spaceId, id, context.userId, emoji, on);
    const { change } = await countOn(tx, context.spaceId, chatId, false);
    await touchMessage(tx, context.spaceId, id, change);
    await publish(context, tx, 'chat_message_updated', chatId, id, change);
  });
}

async function mustFindFile(context: Context, chatId: number, fileId: number) {
  const file = await context.read(async (db) => {
    await mustRead(context, db, chatId);
    return findFile(db, context.spaceId, chatId, fileId);
  });
  return file ?? fail('chat.file_not_found');
}

/** What a file of a message shows without being saved. */
export const readFileContent = async (context: Context, { id, fileId }: { id: number; fileId: number }) =>
  readContent(context, await mustFindFile(context, id, fileId));

/** Sends a file of a message, or a small picture of it. */
export async function sendFile(
  context: Context,
  { id, fileId }: { id: number; fileId: number },
  size: '256' | '1600' | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await mustFindFile(context, id, fileId);
  if (size) return sendSmall(context, file, size, reply);
  if ((await context.files.size(file.file_key)) === null) fail('chat.file_not_found');
  asAttachment(reply, file.name).type(file.media).header('etag', `"${file.file_key}"`);
  return sendPart(request, reply, file.bytes, (part) => context.files.open(file.file_key, part));
}

/** Messages of a chat arrive in the order of its changes and wait for no other chat. */
const audienceOf = (spaceId: number, chatId: number) => ({ spaceId, topic: `chat ${chatId}` });
const publish = (
  context: Context,
  tx: Tx,
  event: 'chat_message_created' | 'chat_message_updated' | 'chat_message_deleted',
  chatId: number,
  id: number,
  change: number,
): Promise<void> => context.push.send(tx, audienceOf(context.spaceId, chatId), event, { chat_id: chatId, message_id: id }, change);

/** Only who reads a chat hears of it. */
export function expandChat(services: Services): void {
  services.push.admit('chat', (spaceId, id) => hearersOf(services, spaceId, id));
  for (const event of ['chat_message_created', 'chat_message_updated'] as const)
    services.push.gather(event, async (sent, { spaceId }) => {
      const [{ chat_id }] = sent;
      const ids = sent.map(({ message_id }) => message_id);
      const messages = await services.database.read({ spaceId, userId: null }, (db) =>
        listMessages(db, spaceId, chat_id, { ids, backwards: false, limit: ids.length }),
      );
      const byId = new Map(messages.map((message) => [message.id, message]));
      return ids.map((id) => {
        const message = byId.get(id);
        return message ? { chat_id, message } : null;
      });
    });
}

import { CHAT_REACTED, type ChatFile, type ChatMessage } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

const REPLY_SHOWN = 200;

/** Which messages of a chat; `backwards` takes the last ones that fit. `reader`: who is named among those who reacted, however late. */
export type Wanted = {
  reader?: number;
  before?: number;
  from?: number;
  changedAfter?: number;
  ids?: readonly number[];
  backwards: boolean;
  limit: number;
};

/** Messages of a chat in the order of their numbers. */
export async function listMessages(db: Db, spaceId: number, chatId: number, wanted: Wanted): Promise<ChatMessage[]> {
  const { reader = null, before, from, changedAfter, ids, backwards, limit } = wanted;
  const { rows } = await sql<ChatMessage & { created_at: Date; edited_at: Date | null }>`
    select m.id, m.chat_id, m.seq, m.change, m.author_id, coalesce(${personName('u')}, '') as author, m.text, m.created_at, m.edited_at,
           m.deleted_at is not null as deleted, m.client_key,
           coalesce((select jsonb_agg(jsonb_build_object('user_id', mu.id, 'name', ${personName('mu')}) order by mu.id)
                     from app_user mu where mu.id = any (m.mentions)), '[]') as mentions,
           case when r.id is not null then jsonb_build_object('id', r.id, 'seq', r.seq, 'author', coalesce(${personName('ru')}, ''),
             'text', case when r.deleted_at is null then left(r.text, ${REPLY_SHOWN}) end) end as reply,
           coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'bytes', b.bytes, 'media', b.media,
                       'width', case when b.thumb_key is not null then b.width end,
                       'height', case when b.thumb_key is not null then b.height end) order by f.id)
                     from chat_file f join storage_blob b on b.space_id = f.space_id and b.id = f.blob_id
                     where f.space_id = m.space_id and f.message_id = m.id), '[]') as files,
           coalesce((select jsonb_agg(jsonb_build_object('emoji', k.emoji, 'count', k.count, 'user_ids', k.user_ids) order by k.first_at, k.emoji)
                     from (select e.emoji, count(*) as count, min(e.at) as first_at, jsonb_agg(e.user_id order by e.at, e.user_id)
                             filter (where e.place <= ${CHAT_REACTED} or e.user_id = ${reader}) as user_ids
                           from (select c.emoji, c.user_id, c.at, row_number() over (partition by c.emoji order by c.at, c.user_id) as place
                                 from chat_reaction c where c.space_id = m.space_id and c.message_id = m.id) e group by e.emoji) k), '[]') as reactions
    from chat_message m
    left join app_user u on u.id = m.author_id
    left join chat_message r on r.space_id = m.space_id and r.id = m.reply_to
    left join app_user ru on ru.id = r.author_id
    where m.space_id = ${spaceId} and m.chat_id = ${chatId}
      ${before === undefined ? sql`` : sql`and m.seq < ${before}`} ${from === undefined ? sql`` : sql`and m.seq >= ${from}`}
      ${changedAfter === undefined ? sql`` : sql`and m.change > ${changedAfter}`} ${ids === undefined ? sql`` : sql`and m.id = any(${[...ids]})`}
    order by ${changedAfter === undefined ? sql`m.seq` : sql`m.change`} ${backwards ? sql`desc` : sql`asc`} limit ${limit}`.execute(db);
  const messages = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  }));
  return messages.sort((a, b) => a.seq - b.seq);
}

export type NewMessage = { author_id: number; text: string; mentions: number[]; reply_to: number | null; client_key: string };

/** What a person has sent: the message under a key, and how many of the last ones of a chat within the last seconds. */
export async function findSent(
  db: Db,
  spaceId: number,
  { chatId, authorId, key }: { chatId: number; authorId: number; key: string },
  { messages, seconds }: { messages: number; seconds: number },
): Promise<{ under: { id: number; chat_id: number } | null; tooFast: boolean }> {
  const { rows } = await sql<{ id: number | null; chat_id: number | null; lately: number }>`
    select s.id, s.chat_id, l.lately from (
      select count(*)::int as lately from (
        select author_id, created_at from chat_message where space_id = ${spaceId} and chat_id = ${chatId} order by seq desc limit ${2 * messages}
      ) last where author_id = ${authorId} and created_at > now() - make_interval(secs => ${seconds})) l
    left join chat_message s on s.space_id = ${spaceId} and s.author_id = ${authorId} and s.client_key = ${key}`.execute(db);
  const [{ id, chat_id, lately }] = rows;
  return { under: id === null || chat_id === null ? null : { id, chat_id }, tooFast: lately >= messages };
}

/** The next change of a chat, held until the transaction ends; with a message also its next number. */
export async function countOn(tx: Tx, spaceId: number, chatId: number, message: boolean): Promise<{ seq: number; change: number }> {
  const { rows } = await sql<{ seq: number; change: number }>`
    update chat set last_change = last_change + 1 ${message ? sql`, last_seq = last_seq + 1, last_at = now()` : sql``}
    where space_id = ${spaceId} and id = ${chatId} returning last_seq as seq, last_change as change`.execute(tx);
  return rows[0];
}

/** Writes a message at its place; null where the same one has been sent meanwhile: its number is then given back by a rollback. */
export async function saveMessage(
  tx: Tx,
  spaceId: number,
  chatId: number,
  place: { seq: number; change: number },
  message: NewMessage,
): Promise<number | null> {
  const made = await tx
    .insertInto('chat_message')
    .values({ ...message, ...place, space_id: spaceId, chat_id: chatId })
    .onConflict((conflict) => conflict.columns(['space_id', 'author_id', 'client_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Writes what a message says now; what it said before stays in its history. */
export async function changeMessage(
  tx: Tx,
  spaceId: number,
  { id, text: before }: { id: number; text: string },
  { text, mentions, change }: { text: string; mentions: number[]; change: number },
): Promise<void> {
  await tx.insertInto('chat_version').values({ space_id: spaceId, message_id: id, text: before }).execute();
  await tx
    .updateTable('chat_message')
    .set({ text, mentions, change, edited_at: sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

/** Takes the words, files, history and reactions of a message away; its number stays. */
export async function emptyMessage(tx: Tx, spaceId: number, id: number, { by, change }: { by: number; change: number }): Promise<void> {
  await tx.deleteFrom('chat_file').where('space_id', '=', spaceId).where('message_id', '=', id).execute();
  await tx.deleteFrom('chat_version').where('space_id', '=', spaceId).where('message_id', '=', id).execute();
  await tx.deleteFrom('chat_reaction').where('space_id', '=', spaceId).where('message_id', '=', id).execute();
  await tx
    .updateTable('chat_message')
    .set({ text: '', mentions: [], change, deleted_at: sql<Date>`now()`, deleted_by: by })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function touchMessage(tx: Tx, spaceId: number, id: number, change: number): Promise<void> {
  await tx.updateTable('chat_message').set({ change }).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export async function setReaction(tx: Tx, spaceId: number, messageId: number, userId: number, emoji: string, on: boolean): Promise<void> {
  const mine = { space_id: spaceId, message_id: messageId, user_id: userId, emoji };
  if (on)
    await tx
      .insertInto('chat_reaction')
      .values(mine)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await tx
      .deleteFrom('chat_reaction')
      .where('space_id', '=', spaceId)
      .where('message_id', '=', messageId)
      .where('user_id', '=', userId)
      .where('emoji', '=', emoji)
      .execute();
}

/** A file that is stored before the message that carries it. */
export async function saveFile(tx: Tx, spaceId: number, file: { blob_id: number; name: string; created_by: number }): Promise<number> {
  await sql`delete from chat_file where space_id = ${spaceId} and message_id is null and created_at < now() - interval '1 day'`.execute(tx);
  const { id } = await tx
    .insertInto('chat_file')
    .values({ ...file, space_id: spaceId, message_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives stored files to a message. */
export async function attachFiles(tx: Tx, spaceId: number, messageId: number, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  await tx.updateTable('chat_file').set({ message_id: messageId }).where('space_id', '=', spaceId).where('id', 'in', ids).execute();
}

/** Takes the files of a message away that do not stay. */
export async function keepFiles(tx: Tx, spaceId: number, messageId: number, kept: readonly number[]): Promise<void> {
  await sql`delete from chat_file where space_id = ${spaceId} and message_id = ${messageId} and not id = any (${[...kept]}::bigint[])`.execute(
    tx,
  );
}

export type KeptFile = Pick<ChatFile, 'name' | 'bytes' | 'media'> & { file_key: string; thumb_key: string | null; view_key: string | null };

/** A file of a message of a chat. */
export async function findFile(db: Db, spaceId: number, chatId: number, fileId: number): Promise<KeptFile | null> {
  const { rows } = await sql<KeptFile>`
    select f.name, b.bytes, b.media, b.file_key, b.thumb_key, b.view_key
    from chat_file f join chat_message m on m.space_id = f.space_id and m.id = f.message_id
    join storage_blob b on b.space_id = f.space_id and b.id = f.blob_id
    where f.space_id = ${spaceId} and f.id = ${fileId} and m.chat_id = ${chatId}`.execute(db);
  return rows[0] ?? null;
}

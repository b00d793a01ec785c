import { CHAT_UNREAD_COUNTED, type ChatHead, type ChatNotify, type ChatSettings } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { Collision, type Db, type Tx } from '../../../platform/postgres/database.ts';

export type Chat = Pick<Row<'chat'>, 'id' | 'kind' | 'node_id' | 'last_seq' | 'last_change'>;

const LAST_SHOWN = 120;

/**
 * The number of the last message that a person has read in a chat `c`. Without a row of `chat_person` it is the last message sent
 * before the person joined the space.
 */
const lastRead = (spaceId: number, userId: number) => sql<number>`coalesce(p.last_read_seq, (
  select old.seq from chat_message old where old.space_id = c.space_id and old.chat_id = c.id
    and old.created_at < (select su.created_at from space_user su where su.space_id = ${spaceId} and su.user_id = ${userId})
  order by old.created_at desc, old.seq desc limit 1), 0)`;

/** Numbers of messages have no gaps: what is unread is counted by those that do not count, which are few. */
const heads = (spaceId: number, userId: number) => sql`
  select c.id, c.kind, c.node_id, c.last_seq, c.last_change, r.seq as last_read_seq, coalesce(p.pinned, false) as pinned,
         coalesce(p.notify, s.notify, 'all') as notify,
         case when c.kind = 'node' then coalesce(n.name, '') else coalesce((
           select string_agg(${personName('u')}, ', ' order by u.id) from chat_person cp join app_user u on u.id = cp.user_id
           where cp.space_id = c.space_id and cp.chat_id = c.id and cp.user_id <> ${userId}), '') end as name,
         case when c.last_seq > r.seq then least(${CHAT_UNREAD_COUNTED}, c.last_seq - r.seq
           - (select count(*) from chat_message m where m.space_id = c.space_id and m.chat_id = c.id and m.author_id = ${userId}
              and m.seq > r.seq and m.deleted_at is null)
           - (select count(*) from chat_message m where m.space_id = c.space_id and m.chat_id = c.id and m.seq > r.seq
              and m.deleted_at is not null))::int else 0 end as unread,
         case when c.last_seq > r.seq then (select count(*)::int from (
           select 1 from chat_message m where m.space_id = c.space_id and m.chat_id = c.id and m.seq > r.seq and m.deleted_at is null
             and m.author_id is distinct from ${userId} and m.mentions <> '{}' and ${userId} = any (m.mentions) limit ${CHAT_UNREAD_COUNTED}) counted) else 0 end as mentions,
         (select jsonb_build_object('author', coalesce(${personName('la')}, ''), 'text', left(m.text, ${LAST_SHOWN}), 'at', to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
          from chat_message m left join app_user la on la.id = m.author_id
          where m.space_id = c.space_id and m.chat_id = c.id and m.deleted_at is null order by m.seq desc limit 1) as last
  from chat c
  left join eps_node n on n.space_id = c.space_id and n.id = c.node_id
  left join chat_person p on p.space_id = c.space_id and p.chat_id = c.id and p.user_id = ${userId}
  left join chat_setting s on s.space_id = c.space_id and s.user_id = ${userId}
  cross join lateral (select ${lastRead(spaceId, userId)} as seq offset 0) r
  where c.space_id = ${spaceId} and (c.kind = 'node' or p.user_id is not null)`;

/** Chats of nodes in reach and those of the person, pinned ones first, then by their last message. */
export async function listHeads(db: Db, spaceId: number, userId: number, limit: number): Promise<(ChatHead & { id: number })[]> {
  const { rows } = await sql<ChatHead & { id: number }>`
    ${heads(spaceId, userId)} order by pinned desc, c.last_at desc nulls last, c.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findHead(db: Db, spaceId: number, userId: number, chatId: number): Promise<ChatHead | null> {
  const { rows } = await sql<ChatHead>`${heads(spaceId, userId)} and c.id = ${chatId}`.execute(db);
  return rows[0] ?? null;
}

const chatColumns = ['id', 'kind', 'node_id', 'last_seq', 'last_change'] as const;

/** A chat; locked against other writers where it is about to be written. */
export async function findChat(db: Db, spaceId: number, id: number): Promise<Chat | null> {
  const row = await db.selectFrom('chat').select(chatColumns).where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function lockChat(tx: Tx, spaceId: number, id: number): Promise<Chat> {
  return tx
    .selectFrom('chat')
    .select(chatColumns)
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function findChatOfNode(db: Db, spaceId: number, nodeId: number): Promise<number | null> {
  const row = await db.selectFrom('chat').select('id').where('space_id', '=', spaceId).where('node_id', '=', nodeId).executeTakeFirst();
  return row?.id ?? null;
}

/** The chat of a node, made where nobody wrote yet. */
export async function openNodeChat(tx: Tx, spaceId: number, nodeId: number): Promise<Chat> {
  const find = () =>
    tx.selectFrom('chat').select(chatColumns).where('space_id', '=', spaceId).where('node_id', '=', nodeId).executeTakeFirst();
  const there = await find();
  if (there) return there;
  const made = await tx
    .insertInto('chat')
    .values({ space_id: spaceId, kind: 'node', node_id: nodeId, people_key: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(chatColumns)
    .executeTakeFirst();
  if (made) return made;
  // Somebody else made it meanwhile.
  return (await find()) ?? Promise.reject(new Collision('the chat of a node came and went'));
}

/** The direct chat of some people, made where they have none. */
export async function openDirectChat(tx: Tx, spaceId: number, people: readonly number[]): Promise<Chat> {
  const people_key = [...people].sort((a, b) => a - b).join(',');
  const made = await tx
    .insertInto('chat')
    .values({ space_id: spaceId, kind: 'direct', node_id: null, people_key })
    .onConflict((conflict) => conflict.doNothing())
    .returning(chatColumns)
    .executeTakeFirst();
  if (made) {
    await tx
      .insertInto('chat_person')
      .values(people.map((user_id) => ({ space_id: spaceId, chat_id: made.id, user_id })))
      .execute();
    return made;
  }
  return tx
    .selectFrom('chat')
    .select(chatColumns)
    .where('space_id', '=', spaceId)
    .where('people_key', '=', people_key)
    .executeTakeFirstOrThrow();
}

/** Those of some people who are active members of the space. */
export async function activeMembers(db: Db, spaceId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('space_user')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('status', '=', 'active')
    .where('user_id', 'in', ids)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The people of a direct chat. */
export async function peopleOf(db: Db, spaceId: number, chatId: number): Promise<number[]> {
  const rows = await db.selectFrom('chat_person').select('user_id').where('space_id', '=', spaceId).where('chat_id', '=', chatId).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Keeps what a person says of a chat; what is left out stays. Two pages of one person may say it at once: only `exact` goes back. */
export async function savePerson(
  tx: Tx,
  spaceId: number,
  chatId: number,
  userId: number,
  change: { last_read_seq?: number; exact?: boolean; notify?: ChatNotify; pinned?: boolean },
): Promise<number> {
  const { last_read_seq = null, exact = false, notify = null, pinned = null } = change;
  const before = await sql<{ seq: number }>`
    select ${lastRead(spaceId, userId)} as seq
    from chat c left join chat_person p on p.space_id = c.space_id and p.chat_id = c.id and p.user_id = ${userId}
    where c.space_id = ${spaceId} and c.id = ${chatId}`.execute(tx);
  const first = exact ? last_read_seq : Math.max(last_read_seq ?? 0, before.rows[0].seq);
  const { rows } = await sql<{ last_read_seq: number }>`
    insert into chat_person (space_id, chat_id, user_id, last_read_seq, notify, pinned)
    values (${spaceId}, ${chatId}, ${userId}, ${first}, ${notify}, ${pinned ?? false})
    on conflict (space_id, chat_id, user_id) do update set
      last_read_seq = case when ${exact} then ${last_read_seq}::bigint else greatest(${last_read_seq}::bigint, chat_person.last_read_seq) end,
      notify = coalesce(${notify}, chat_person.notify), pinned = coalesce(${pinned}, chat_person.pinned)
    returning last_read_seq`.execute(tx);
  return rows[0].last_read_seq;
}

const DEFAULTS: ChatSettings = { notify: 'all', sound: false, desktop: false, preview: true, enter_sends: true };

export async function findSettings(db: Db, spaceId: number, userId: number): Promise<ChatSettings> {
  const row = await db
    .selectFrom('chat_setting')
    .select(['notify', 'sound', 'desktop', 'preview', 'enter_sends'])
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? DEFAULTS;
}

export async function saveSettings(tx: Tx, spaceId: number, userId: number, change: Partial<ChatSettings>): Promise<void> {
  const settings = { ...(await findSettings(tx, spaceId, userId)), ...change };
  await tx
    .insertInto('chat_setting')
    .values({ space_id: spaceId, user_id: userId, ...settings })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet(settings))
    .execute();
}

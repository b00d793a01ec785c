import type { Comment } from '@gantry/contract';
import { sql } from 'kysely';
import { personLogin, personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { ofWorks, type Works } from '../storage/storage.service.ts';

/** Where comments stand: at a node itself, at one work of it, at one card of a board there, or at one action item. */
export type Place = { nodeId: number; works: Works | null; cardId: number | null; actionItemId: number | null };

export type NewComment = Pick<
  Row<'comment'>,
  'node_id' | 'row_id' | 'row_code' | 'card_id' | 'action_item_id' | 'text' | 'reply_to' | 'client_key'
> & {
  created_by: number;
};

/** What decides about a comment. */
export type KeptComment = Pick<Row<'comment'>, 'id' | 'created_by' | 'deleted_at' | 'card_id'>;

const REPLY_SHOWN = 200;

/** Comments of a place, newest first. */
export async function listComments(
  db: Db,
  spaceId: number,
  { nodeId, works, cardId, actionItemId }: Place,
  { before, limit, only }: { before?: number; limit: number; only?: number },
): Promise<Comment[]> {
  const { rows } = await sql<Comment & { created_at: Date }>`
    select c.id, c.node_id, c.row_id, c.card_id, c.action_item_id as assignment_id, c.text, c.created_by as author_id, coalesce(${personName('u')}, '') as author, c.created_at, c.client_key,
           case when r.id is not null then jsonb_build_object('id', r.id, 'author', coalesce(${personName('ru')}, ''),
             'text', case when r.deleted_at is null then left(r.text, ${REPLY_SHOWN}) end) end as reply,
           coalesce((select jsonb_agg(jsonb_build_object('user_id', m.user_id, 'name', ${personName('mu')}) order by m.id)
                     from mention m join app_user mu on mu.id = m.user_id
                     where m.space_id = c.space_id and m.comment_id = c.id), '[]') as mentions
    from comment c
    left join app_user u on u.id = c.created_by
    left join comment r on r.space_id = c.space_id and r.id = c.reply_to
    left join app_user ru on ru.id = r.created_by
    where c.space_id = ${spaceId} and c.node_id = ${nodeId} and c.deleted_at is null
      and ${actionItemId === null ? sql`${works ? ofWorks('c', spaceId, works) : sql`c.row_id is null`} and c.action_item_id is null` : sql`c.action_item_id = ${actionItemId}`}
      and ${cardId === null ? sql`c.card_id is null` : sql`c.card_id = ${cardId}`}
      ${before === undefined ? sql`` : sql`and c.id < ${before}`} ${only === undefined ? sql`` : sql`and c.id = ${only}`}
    order by c.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** The action item that comments stand at, with its people and who asked for it; null where there is none at the node. */
export async function findActionItem(db: Db, spaceId: number, nodeId: number, id: number) {
  const { rows } = await sql<{ id: number; row_id: number; row_code: string; title: string; people: number[] }>`
    select a.id, a.row_id, a.row_code, a.title, array_remove(array_append(coalesce((select array_agg(p.user_id) from action_item_person p
             where p.space_id = a.space_id and p.item_id = a.id), '{}'), a.created_by), null)::bigint[] as people
    from action_item a where a.space_id = ${spaceId} and a.node_id = ${nodeId} and a.id = ${id}`.execute(db);
  const [found] = rows;
  return found ? { ...found, people: found.people.map(Number) } : null;
}

/** A comment of a node by its id, deleted or not. */
export async function findComment(db: Db, spaceId: number, nodeId: number, id: number): Promise<KeptComment | null> {
  const row = await db
    .selectFrom('comment')
    .select(['id', 'created_by', 'deleted_at', 'card_id'])
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps a comment; one that was sent before under the same key answers that one's id. */
export async function saveComment(tx: Tx, spaceId: number, comment: NewComment): Promise<{ id: number; made: boolean }> {
  const made = await tx
    .insertInto('comment')
    .values({ ...comment, space_id: spaceId })
    .onConflict((conflict) => conflict.columns(['space_id', 'created_by', 'client_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, made: true };
  const { id } = await tx
    .selectFrom('comment')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('created_by', '=', comment.created_by)
    .where('client_key', '=', comment.client_key)
    .executeTakeFirstOrThrow();
  return { id, made: false };
}

export async function saveMentions(
  tx: Tx,
  spaceId: number,
  comment: { node_id: number; comment_id: number },
  userIds: readonly number[],
): Promise<void> {
  if (!userIds.length) return;
  await tx
    .insertInto('mention')
    .values(userIds.map((user_id) => ({ ...comment, space_id: spaceId, user_id })))
    .execute();
}

/** Marks a comment deleted or takes that back, and forgets what was deleted longer ago than 30 days. */
export async function markDeleted(tx: Tx, spaceId: number, id: number, by: number | null): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ deleted_by: by, deleted_at: by === null ? null : sql<Date>`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
  await forgottenComments(spaceId).execute(tx);
}

/** The statement that removes comments deleted longer ago than 30 days. */
export const forgottenComments = (spaceId: number) =>
  sql`delete from comment where space_id = ${spaceId} and deleted_at < now() - interval '30 days'`;

/** Members of the space among some people, by name. */
export async function listPeople(
  db: Db,
  spaceId: number,
  ids: readonly number[],
  { search = '', limit }: { search?: string; limit: number },
): Promise<{ user_id: number; name: string; login: string | null }[]> {
  const like = `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<{ user_id: number; name: string; login: string | null }>`
    select u.id as user_id, ${personName('u')} as name, ${personLogin('u')} as login from app_user u
    join space_user m on m.user_id = u.id and m.space_id = ${spaceId}
    where u.id = any(${[...ids]}) and (${personName('u')} ilike ${like} or ${personLogin('u')} ilike ${like})
    order by name, u.id limit ${limit}`.execute(db);
  return rows;
}

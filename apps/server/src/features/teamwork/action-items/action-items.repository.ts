import type { ActionItem } from '@gantry/contract';
import type { ActionItemStatus } from '@gantry/domain';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { ofWorks, type Works } from '../storage/storage.service.ts';

export type ActionItemFields = { title: string; text: string; due: string | null; remind_days: number };
/** An action item without what depends on who asks. */
export type KeptActionItem = Omit<ActionItem, 'acts'>;

/** Which ones a list shows: of works of a node, of a person, or one. */
type Wanted = {
  nodeId?: number;
  works?: Works;
  only?: number;
  own?: { userId: number; role: 'given' | 'gave' };
  open?: boolean;
  status?: ActionItemStatus;
  /** Those not done whose date lies before a day. */
  dueBefore?: string;
  offset?: number;
  limit: number;
};

/** Action items, those of a person by their date, others the newest first. */
export async function listActionItems(
  db: Db,
  spaceId: number,
  { nodeId, works, only, own, open, status, dueBefore, offset = 0, limit }: Wanted,
): Promise<KeptActionItem[]> {
  const mine =
    own &&
    (own.role === 'gave'
      ? sql`and a.created_by = ${own.userId}`
      : sql`and exists (select 1 from action_item_person p where p.space_id = a.space_id and p.item_id = a.id and p.user_id = ${own.userId})`);
  const { rows } = await sql<KeptActionItem>`
    select a.id, a.node_id as schedule_id, coalesce(n.name, '') as schedule_name, a.row_id, a.row_code, a.row_name, a.title, a.text,
           to_char(a.due, 'YYYY-MM-DD') as due, a.remind_days, a.status, a.reason, a.created_by as author_id, coalesce(${personName('u')}, '') as author,
           to_char(a.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
           coalesce((select jsonb_agg(jsonb_build_object('user_id', p.user_id, 'name', ${personName('pu')}) order by pu.last_name, p.user_id)
                     from action_item_person p join app_user pu on pu.id = p.user_id
                     where p.space_id = a.space_id and p.item_id = a.id), '[]') as people,
           (select count(*)::int from comment c where c.space_id = a.space_id and c.action_item_id = a.id and c.deleted_at is null) as comments
    from action_item a
    left join eps_node n on n.space_id = a.space_id and n.id = a.node_id
    left join app_user u on u.id = a.created_by
    where a.space_id = ${spaceId} ${nodeId === undefined ? sql`` : sql`and a.node_id = ${nodeId}`}
      ${works ? sql`and ${ofWorks('a', spaceId, works)}` : sql``} ${only === undefined ? sql`` : sql`and a.id = ${only}`} ${mine ?? sql``}
      ${open ? sql`and a.status in ('new', 'accepted'${own?.role === 'gave' ? sql`, 'declined', 'done'` : sql``})` : sql``}
      ${status === undefined ? sql`` : sql`and a.status = ${status}`}
      ${dueBefore === undefined ? sql`` : sql`and a.due < ${dueBefore}::date and a.status in ('new', 'accepted')`}
    order by ${own ? sql`a.due nulls last,` : sql``} a.id desc offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

export type NewActionItem = ActionItemFields & { node_id: number; row_id: number; row_code: string; row_name: string; created_by: number };

export async function saveActionItems(
  tx: Tx,
  spaceId: number,
  items: readonly NewActionItem[],
  people: readonly number[],
): Promise<number[]> {
  const made = await tx
    .insertInto('action_item')
    .values(items.map((item) => ({ ...item, space_id: spaceId })))
    .returning(['id', 'node_id'])
    .execute();
  for (const { id, node_id } of made) await savePeople(tx, spaceId, { id, node_id }, people);
  return made.map(({ id }) => id);
}

async function savePeople(
  tx: Tx,
  spaceId: number,
  { id, node_id }: { id: number; node_id: number },
  people: readonly number[],
): Promise<void> {
  await tx
    .insertInto('action_item_person')
    .values([...new Set(people)].map((user_id) => ({ space_id: spaceId, item_id: id, node_id, user_id })))
    .execute();
}

/** One after another, so that two who act at once do not both act on what it was. */
export async function lockActionItem(tx: Tx, spaceId: number, nodeId: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('action_item')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function changeActionItem(
  tx: Tx,
  spaceId: number,
  { id, schedule_id: node_id }: Pick<KeptActionItem, 'id' | 'schedule_id'>,
  { people, ...fields }: Partial<ActionItemFields> & { people?: readonly number[]; status?: ActionItemStatus; reason?: string | null },
): Promise<void> {
  if (Object.keys(fields).length)
    await tx.updateTable('action_item').set(fields).where('space_id', '=', spaceId).where('id', '=', id).execute();
  if (!people) return;
  await tx.deleteFrom('action_item_person').where('space_id', '=', spaceId).where('item_id', '=', id).execute();
  await savePeople(tx, spaceId, { id, node_id }, people);
}

export async function deleteActionItem(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('action_item').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

export type DueActionItem = Pick<Row<'action_item'>, 'space_id' | 'id' | 'node_id' | 'row_id' | 'row_code' | 'title'> & {
  due: string;
  user_ids: number[];
  passed: boolean;
};

/** Open action items of some spaces whose date comes near, or has passed, and whose people have not heard so yet. */
export async function listDueActionItems(db: Db, spaceIds: readonly number[], today: string, limit: number): Promise<DueActionItem[]> {
  const { rows } = await sql<DueActionItem>`
    select a.space_id, a.id, a.node_id, a.row_id, a.row_code, a.title, to_char(a.due, 'YYYY-MM-DD') as due, a.due < ${today}::date as passed,
           coalesce((select array_agg(p.user_id) from action_item_person p where p.space_id = a.space_id and p.item_id = a.id), '{}')::bigint[] as user_ids
    from action_item a
    where a.space_id = any(${[...spaceIds]}) and a.status in ('new', 'accepted') and a.due is not null
      and case when a.due < ${today}::date then a.passed_of is distinct from a.due
          else a.due - a.remind_days <= ${today}::date and a.reminded_of is distinct from a.due end
    order by a.space_id, a.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, user_ids: row.user_ids.map(Number) }));
}

export async function markHeard(tx: Tx, { space_id, id, due, passed }: DueActionItem): Promise<void> {
  await tx
    .updateTable('action_item')
    .set(passed ? { passed_of: due } : { reminded_of: due })
    .where('space_id', '=', space_id)
    .where('id', '=', id)
    .execute();
}

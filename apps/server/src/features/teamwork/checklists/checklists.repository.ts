import type { Checklist, ChecklistItem } from '@gantry/contract';
import { sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { worksOfEntries } from '../../../database/works-of-entries.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { ranksAtEnd, ranksBehind } from '../../../platform/postgres/ranks.ts';
import { ofWorks, type Works } from '../storage/storage.service.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';

/** A work of a schedule, in every version. */
export type Work = { nodeId: number; rowId: number; rowCode: string };

export type KeptChecklist = Pick<Row<'checklist'>, 'id' | 'node_id' | 'row_id' | 'row_code' | 'name'>;
export type KeptItem = Pick<Row<'checklist_item'>, 'id' | 'node_id' | 'checklist_id' | 'photo_required' | 'done_at'>;
export type ItemFields = Partial<Pick<ChecklistItem, 'text' | 'required' | 'photo_required' | 'due' | 'person_id'>>;

/** Checklists of a work with their items, in order. */
export async function listChecklists(db: Db, spaceId: number, nodeId: number, works: Works): Promise<Checklist[]> {
  const { rows } = await sql<Checklist>`
    select c.id, c.name, coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'text', i.text, 'required', i.required, 'photo_required', i.photo_required,
               'due', i.due, 'person_id', i.person_id, 'person', ${personName('p')},
               'done_at', to_char(i.done_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'done_by', ${personName('d')})
             order by i.rank, i.id)
      from checklist_item i left join app_user p on p.id = i.person_id left join app_user d on d.id = i.done_by
      where i.space_id = c.space_id and i.checklist_id = c.id), '[]') as items
    from checklist c
    where c.space_id = ${spaceId} and c.node_id = ${nodeId} and ${ofWorks('c', spaceId, works)}
    order by c.rank, c.id`.execute(db);
  return rows;
}

export async function findChecklists(db: Db, spaceId: number, ids: readonly number[]): Promise<KeptChecklist[]> {
  return db
    .selectFrom('checklist')
    .select(['id', 'node_id', 'row_id', 'row_code', 'name'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', ids)
    .execute();
}

export async function findItems(db: Db, spaceId: number, ids: readonly number[]): Promise<KeptItem[]> {
  return db
    .selectFrom('checklist_item')
    .select(['id', 'node_id', 'checklist_id', 'photo_required', 'done_at'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', ids)
    .execute();
}

/** Checklists of a node change one after another, so that no two get the same place. */
export async function lockChecklists(tx: Tx, spaceId: number, nodeId: number): Promise<void> {
  await lockInSpace(tx, spaceId, `checklists ${nodeId}`);
}

const listsOf = (spaceId: number, { nodeId, rowId }: Work) =>
  sql<boolean>`space_id = ${spaceId} and node_id = ${nodeId} and row_id = ${rowId}`;
const itemsOf = (spaceId: number, checklistId: number) => sql<boolean>`space_id = ${spaceId} and checklist_id = ${checklistId}`;

export async function saveChecklist(tx: Tx, spaceId: number, work: Work, { name, by }: { name: string; by: number }): Promise<number> {
  const [rank] = await ranksAtEnd(tx, 'checklist', listsOf(spaceId, work), 1);
  const { id } = await tx
    .insertInto('checklist')
    .values({ space_id: spaceId, node_id: work.nodeId, row_id: work.rowId, row_code: work.rowCode, name, rank, created_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Renames a checklist or puts it elsewhere; false where the one behind which it should go is not of the same work. */
export async function changeChecklist(
  tx: Tx,
  spaceId: number,
  { id, node_id, row_id, row_code }: KeptChecklist,
  { name, after_id }: { name?: string; after_id?: number | null },
): Promise<boolean> {
  const place = { nodeId: node_id, rowId: row_id, rowCode: row_code };
  const ranks = after_id === undefined ? [] : await ranksBehind(tx, 'checklist', listsOf(spaceId, place), after_id, 1);
  if (!ranks) return false;
  const changed = { ...(name === undefined ? {} : { name }), ...(ranks.length ? { rank: ranks[0] } : {}) };
  if (!Object.keys(changed).length) return true;
  await tx.updateTable('checklist').set(changed).where('space_id', '=', spaceId).where('id', '=', id).execute();
  return true;
}

export async function deleteChecklists(tx: Tx, spaceId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('checklist').where('space_id', '=', spaceId).where('id', 'in', ids).execute();
}

export async function countItems(db: Db, spaceId: number, checklistId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from checklist_item where ${itemsOf(spaceId, checklistId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds items, at the end unless they name one behind which they go; null where that one is not in the list. */
export async function saveItems(
  tx: Tx,
  spaceId: number,
  { id, node_id }: { id: number; node_id: number },
  items: readonly ({ text: string } & ItemFields)[],
  afterId?: number | null,
): Promise<number[] | null> {
  if (!items.length) return [];
  const scope = itemsOf(spaceId, id);
  const ranks =
    afterId === undefined
      ? await ranksAtEnd(tx, 'checklist_item', scope, items.length)
      : await ranksBehind(tx, 'checklist_item', scope, afterId, items.length);
  if (!ranks) return null;
  const made = await tx
    .insertInto('checklist_item')
    .values(
      items.map((item, place) => ({
        due: null,
        person_id: null,
        done_at: null,
        done_by: null,
        ...item,
        space_id: spaceId,
        node_id,
        checklist_id: id,
        rank: ranks[place],
      })),
    )
    .returning('id')
    .execute();
  return made.map((row) => row.id);
}

/** Items of a checklist as a copy takes them. */
export async function listForCopy(db: Db, spaceId: number, checklistId: number): Promise<({ text: string } & ItemFields)[]> {
  return db
    .selectFrom('checklist_item')
    .select(['text', 'required', 'photo_required'])
    .where('space_id', '=', spaceId)
    .where('checklist_id', '=', checklistId)
    .orderBy('rank')
    .orderBy('id')
    .execute();
}

/** Changes an item; false where the one behind which it should go is not in the list. */
export async function changeItem(
  tx: Tx,
  spaceId: number,
  { id, checklist_id }: KeptItem,
  fields: ItemFields & { done_at?: Date | null; done_by?: number | null },
  afterId?: number | null,
): Promise<boolean> {
  const ranks = afterId === undefined ? [] : await ranksBehind(tx, 'checklist_item', itemsOf(spaceId, checklist_id), afterId, 1);
  if (!ranks) return false;
  const changed = { ...fields, ...(ranks.length ? { rank: ranks[0] } : {}) };
  if (!Object.keys(changed).length) return true;
  await tx.updateTable('checklist_item').set(changed).where('space_id', '=', spaceId).where('id', '=', id).execute();
  return true;
}

export async function deleteItems(tx: Tx, spaceId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('checklist_item').where('space_id', '=', spaceId).where('id', 'in', ids).execute();
}

/** How many checklists a work has. */
export async function countChecklists(db: Db, spaceId: number, work: Work): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from checklist where ${listsOf(spaceId, work)}`.execute(db);
  return rows[0]?.count ?? 0;
}

type WorkCount = { wbs_id: number; done: number; count: number; required_open: number };

/** Items of the checklists of a schedule by the rows of a version: a work is the row with its code, else the one with its id. */
export async function countByWork(db: Db, spaceId: number, nodeId: number, versionId: number): Promise<WorkCount[]> {
  const { rows } = await sql<WorkCount>`
    with own as (select * from checklist where space_id = ${spaceId} and node_id = ${nodeId}),
    named as (${worksOfEntries(sql`own`, { spaceId, versionId })})
    select w.id as wbs_id, (count(*) filter (where i.done_at is not null))::int as done, count(*)::int as count,
           (count(*) filter (where i.required and i.done_at is null))::int as required_open
    from own c
    join checklist_item i on i.space_id = c.space_id and i.checklist_id = c.id
    join named w on w.row_id = c.row_id and w.row_code = c.row_code
    group by w.id order by w.id`.execute(db);
  return rows;
}

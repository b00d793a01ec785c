import type { UnsavedChange } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';
import { FOLLOWERS } from './catalog-changes.repository.ts';

export type ActRecord = Omit<Row<'catalog_act'>, 'space_id' | 'author_id'>;
/** An edit that an act made in a version, and whether the version was calculated before it. */
export type ActEdit = ActRecord['edits'][number];

/** Keeps a change in the place of an earlier one of the same author that was not saved. */
export async function saveAct(
  tx: Tx,
  spaceId: number,
  authorId: number,
  { source, source_id, change }: UnsavedChange,
  of: { name: string; before: JsonValue },
): Promise<number> {
  await tx
    .deleteFrom('catalog_act')
    .where('space_id', '=', spaceId)
    .where('author_id', '=', authorId)
    .where('source', '=', source)
    .where('source_id', '=', source_id)
    .where('state', 'in', ['looking', 'ready'])
    .execute();
  const { id } = await tx
    .insertInto('catalog_act')
    .values({
      space_id: spaceId,
      author_id: authorId,
      source,
      source_id,
      name: of.name,
      change: storableJson(change),
      before: storableJson(of.before),
      left_alone: '[]',
      edits: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An act of its author, optionally locked until the transaction ends; acts of others are not found. */
export async function findAct(db: Db, spaceId: number, authorId: number, id: number, lock = false): Promise<ActRecord | null> {
  const { rows } = await sql<ActRecord>`
    select id, source, source_id, name, state, change, before, after, left_alone, unchanged, edits, created_at
    from catalog_act where space_id = ${spaceId} and author_id = ${authorId} and id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

type Changed = Partial<Pick<ActRecord, 'state' | 'after' | 'left_alone' | 'unchanged' | 'edits'>>;

export async function updateAct(tx: Tx, spaceId: number, id: number, { after, left_alone, edits, ...plain }: Changed): Promise<void> {
  await tx
    .updateTable('catalog_act')
    .set({
      ...plain,
      ...(after === undefined ? {} : { after: storableJson(after) }),
      ...(left_alone === undefined ? {} : { left_alone: storableJson(left_alone) }),
      ...(edits === undefined ? {} : { edits: storableJson(edits) }),
    })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

/** Forgets an act that was not saved; answers whether there was one. */
export async function deleteAct(tx: Tx, spaceId: number, authorId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('catalog_act')
    .where('space_id', '=', spaceId)
    .where('author_id', '=', authorId)
    .where('id', '=', id)
    .where('state', 'in', ['looking', 'ready'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Keeps others from changing a source until the transaction ends. */
export async function lockSource(tx: Tx, spaceId: number, { source, source_id }: Pick<ActRecord, 'source' | 'source_id'>): Promise<void> {
  await sql`select id from ${sql.table(FOLLOWERS[source].table)} where space_id = ${spaceId} and id = ${source_id} for update`.execute(tx);
}

/** Forgets what an act proposed to some versions, or to all. */
export async function deleteProposalsOf(tx: Tx, spaceId: number, actId: number, versionIds?: readonly number[]): Promise<void> {
  const some = versionIds ? sql`and version_id = any(${[...versionIds]}::bigint[])` : sql``;
  await sql`delete from catalog_proposal where space_id = ${spaceId} and act_id = ${actId} ${some}`.execute(tx);
}

/** How many versions an act would change. */
export async function countProposalsOf(db: Db, spaceId: number, actId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from catalog_proposal where space_id = ${spaceId} and act_id = ${actId}`.execute(db);
  return rows[0].count;
}

/** The name of a version that an act would change and that was edited since; null where there is none. */
export async function findEdited(db: Db, spaceId: number, actId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select v.name from catalog_proposal p join version v on v.space_id = p.space_id and v.id = p.version_id
    where p.space_id = ${spaceId} and p.act_id = ${actId} and p.revision <> v.revision and not v.locked
    order by v.id limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** Those that nobody has answered, and those taken back, go after so many days; those saved can be taken back for a year. */
const KEPT_DAYS = { open: 30, saved: 366 };

/** Forgets up to `most` old acts with what they propose. */
export const deleteOldActs = (most: number): RawBuilder<unknown> => sql`
  delete from catalog_act where (space_id, id) in (select space_id, id from catalog_act
    where created_at < now() - make_interval(days => case state when 'accepted' then ${KEPT_DAYS.saved}::int else ${KEPT_DAYS.open}::int end)
    limit ${most} for update skip locked)`;

/** Forgets up to `most` old proposals that stand alone. */
export const deleteOldProposals = (most: number): RawBuilder<unknown> => sql`
  delete from catalog_proposal where (space_id, id) in (select space_id, id from catalog_proposal
    where act_id is null and created_at < now() - make_interval(days => ${KEPT_DAYS.open}::int)
    limit ${most} for update skip locked)`;

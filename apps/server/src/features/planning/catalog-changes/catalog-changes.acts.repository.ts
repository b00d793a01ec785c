import type { UnsavedChange } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { sql } from 'kysely';
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

export async function deleteProposalsOf(tx: Tx, spaceId: number, actId: number): Promise<void> {
  await tx.deleteFrom('catalog_proposal').where('space_id', '=', spaceId).where('act_id', '=', actId).execute();
}

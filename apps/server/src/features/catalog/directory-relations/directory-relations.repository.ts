import type { DirectoryRelation, DirectoryRelationOptions, DirectoryRelationRow } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { lockInSpace } from '../../../platform/postgres/locks.ts';
import { columnsNamed, insertions } from '../../../platform/postgres/insertions.ts';

/** A relation without its pairs, which take a pass over all of them to count. */
export type PlainRelation = Omit<DirectoryRelation, 'updated_at' | 'rows'> & { updated_at: Date };
export type RelationRecord = PlainRelation & { rows: number };

const END = (side: string) => sql`json_build_object('id', ${sql.ref(`${side}.id`)}, 'name', ${sql.ref(`${side}.name`)},
  'kind', ${sql.ref(`${side}.kind`)}, 'node_id', ${sql.ref(`${side}.node_id`)})`;

type Filter = { id?: number; directoryId?: number };

/** Lists relations whose two directories are visible: all, one, or those of a directory. */
export const listRelations = (db: Db, spaceId: number, filter: Filter = {}): Promise<PlainRelation[]> =>
  relationsWith<PlainRelation>(db, spaceId, filter, sql``);

/** The same with the numbers of their pairs. */
export const listCountedRelations = (db: Db, spaceId: number, filter: Filter = {}): Promise<RelationRecord[]> =>
  relationsWith<RelationRecord>(
    db,
    spaceId,
    filter,
    sql`, (select count(*) from directory_relation_row p where p.space_id = r.space_id and p.relation_id = r.id) as rows`,
  );

async function relationsWith<R>(db: Db, spaceId: number, filter: Filter, more: RawBuilder<unknown>): Promise<R[]> {
  const only =
    filter.id !== undefined
      ? sql`and r.id = ${filter.id}`
      : filter.directoryId !== undefined
        ? sql`and ${filter.directoryId} in (r.from_id, r.to_id)`
        : sql``;
  const { rows } = await sql<R>`
    select r.id, r.name, ${END('a')} as "from", ${END('b')} as "to", r.options, r.updated_at ${more}
    from directory_relation r
    join directory a on a.space_id = r.space_id and a.id = r.from_id
    join directory b on b.space_id = r.space_id and b.id = r.to_id
    where r.space_id = ${spaceId} ${only} order by r.name, r.id`.execute(db);
  return rows;
}

/** Directories by id, with their names, as far as they are in sight. */
export async function listEnds(db: Db, spaceId: number, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('directory')
    .select(['id', 'name'])
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Takes turns with everybody who relates directories of the space, so that two halves of a cycle do not miss each other. */
export const lockRelations = (tx: Tx, spaceId: number): Promise<unknown> => lockInSpace(tx, spaceId, 'directory relations');

export async function saveRelation(
  tx: Tx,
  spaceId: number,
  relation: { name: string; from_id: number; to_id: number; options: DirectoryRelationOptions },
): Promise<number> {
  const { id } = await tx
    .insertInto('directory_relation')
    .values({ ...relation, options: JSON.stringify(relation.options), space_id: spaceId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRelation(
  tx: Tx,
  spaceId: number,
  id: number,
  change: { name?: string | undefined; options?: DirectoryRelationOptions | undefined },
): Promise<void> {
  await tx
    .updateTable('directory_relation')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.options === undefined ? {} : { options: JSON.stringify(change.options) }),
      updated_at: sql<Date>`now()`,
    })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteRelation(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('directory_relation').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Versions whose works use values of a relation. */
export async function listVersionsByRelation(db: Db, spaceId: number, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select v.id, s.name || ' / ' || v.name as name from version v
    join eps_node s on s.space_id = v.space_id and s.id = v.schedule_id
    where v.space_id = ${spaceId} and exists (select 1 from directory_value d
      where d.space_id = v.space_id and d.version_id = v.id and d.relation_id = ${id}) order by v.id`.execute(db);
  return rows;
}

const SIDE = (side: string) => sql`json_build_object('id', ${sql.ref(`${side}.id`)}, 'code', ${sql.ref(`${side}.code`)},
  'name', ${sql.ref(`${side}.name`)}, 'unit', coalesce((select sign from measure m
    where m.space_id = ${sql.ref(`${side}.space_id`)} and m.id = ${sql.ref(`${side}.measure_id`)}), ''))`;

export type RowFilter = { row_a_ids?: readonly number[] | undefined; search: string; offset: number; limit: number };

type Related = { id: number; fromId: number; toId: number };
type PageOfPairs = { total: number; rows: DirectoryRelationRow[] };

/** Pairs are in the order in which the index of rows by their codes has those of the first directory. */
const ORDER = sql`(a.code = ''), lower(a.code), a.id, (b.code = ''), lower(b.code), b.id`;
const FIELDS = sql`k.id, k.quantity, to_jsonb(k.coefficient_ids) as coefficient_ids, k.options, ${SIDE('a')} as row_a, ${SIDE('b')} as row_b`;

/** More pairs than that are not sorted for a page: it is read along the index of rows by their codes. */
const MOST_SORTED = 20_000;

/** A page of the rows of a relation with how many there are; pairs of which a row is gone are left out, and count where there are very many. */
export async function listPairs(
  db: Db,
  spaceId: number,
  relation: Related,
  { row_a_ids, search, offset, limit }: RowFilter,
  most = MOST_SORTED,
): Promise<PageOfPairs> {
  if (row_a_ids || search) return listSortedPairs(db, spaceId, relation, { row_a_ids, search, offset, limit });
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from directory_relation_row where space_id = ${spaceId} and relation_id = ${relation.id}`.execute(db);
  const [{ total }] = rows;
  if (total <= most) return listSortedPairs(db, spaceId, relation, { row_a_ids, search, offset, limit });
  return { total, rows: (await pairsInOrder(spaceId, relation, { offset, limit }).execute(db)).rows };
}

/** A page of pairs along the rows of the first directory: what is behind the page is not read. */
export const pairsInOrder = (spaceId: number, relation: Related, { offset, limit }: Pick<RowFilter, 'offset' | 'limit'>) => {
  const rowsOf = (directoryId: number) => sql`directory_row where space_id = ${spaceId} and directory_id = ${directoryId}`;
  // The page is read once, whatever the planner believes of tables that have just grown.
  return sql<DirectoryRelationRow>`
    with k as materialized (
      select p.* from (select id, code from ${rowsOf(relation.fromId)}) a
      cross join lateral (
        select * from directory_relation_row where space_id = ${spaceId} and relation_id = ${relation.id} and row_a_id = a.id offset 0
      ) p
      cross join lateral (select id, code from ${rowsOf(relation.toId)} and id = p.row_b_id offset 0) b
      order by ${ORDER} offset ${offset} limit ${limit}
    )
    select ${FIELDS} from k
    cross join lateral (select * from ${rowsOf(relation.fromId)} and id = k.row_a_id offset 0) a
    cross join lateral (select * from ${rowsOf(relation.toId)} and id = k.row_b_id offset 0) b
    order by ${ORDER}`;
};

async function listSortedPairs(
  db: Db,
  spaceId: number,
  relation: Related,
  { row_a_ids, search, offset, limit }: RowFilter,
): Promise<PageOfPairs> {
  const text = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  // Each row is looked up by its key, whatever the planner believes of tables that have just grown.
  const rowOf = (directoryId: number, field: string) => sql`(select id, code, name, space_id, measure_id from directory_row
    where space_id = p.space_id and directory_id = ${directoryId} and id = ${sql.ref(`p.${field}`)} offset 0)`;
  const { rows } = await sql<DirectoryRelationRow & { total: number }>`
    select ${FIELDS}, k.total from (
      select p.*, row_number() over (order by ${ORDER}) as place, count(*) over () as total
      from directory_relation_row p
      cross join lateral ${rowOf(relation.fromId, 'row_a_id')} a cross join lateral ${rowOf(relation.toId, 'row_b_id')} b
      where p.space_id = ${spaceId} and p.relation_id = ${relation.id}
        ${row_a_ids ? sql`and p.row_a_id = any(${[...row_a_ids]})` : sql``}
        ${search ? sql`and (a.code ilike ${text} or a.name ilike ${text} or b.code ilike ${text} or b.name ilike ${text})` : sql``}
      order by place offset ${offset} limit ${limit}
    ) k
    join directory_row a on a.space_id = k.space_id and a.directory_id = ${relation.fromId} and a.id = k.row_a_id
    join directory_row b on b.space_id = k.space_id and b.directory_id = ${relation.toId} and b.id = k.row_b_id
    order by k.place`.execute(db);
  // A page past the end returns no total, so it is counted separately.
  if (!rows.length && offset > 0)
    return { ...(await listSortedPairs(db, spaceId, relation, { row_a_ids, search, offset: 0, limit: 1 })), rows: [] };
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) };
}

/** After so many new pairs the statistics of their table mislead. */
const MANY = 1000;

export type PairRecord = Pick<Row<'directory_relation_row'>, 'id' | 'row_a_id' | 'row_b_id' | 'quantity'> & {
  coefficient_ids: number[];
  options: DirectoryRelationRow['options'];
};

/** Pairs of a relation, all or those of some rows of the first directory. */
export async function listPairRecords(db: Db, spaceId: number, relationId: number, rowIds?: readonly number[]): Promise<PairRecord[]> {
  const { rows } = await sql<PairRecord>`
    select id, row_a_id, row_b_id, quantity, to_jsonb(coefficient_ids) as coefficient_ids, options from directory_relation_row
    where space_id = ${spaceId} and relation_id = ${relationId} ${rowIds ? sql`and row_a_id = any(${[...rowIds]})` : sql``} order by id`.execute(
    db,
  );
  return rows;
}

export async function listKnownRows(db: Db, spaceId: number, directoryId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from directory_row where space_id = ${spaceId} and directory_id = ${directoryId} and id = any(${[...ids]})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const PAIR = columnsNamed(['row_a_id', 'row_b_id', 'quantity', 'coefficient_ids', 'options'], ['options']);

/** Adds pairs; answers their ids in the given order. */
export async function insertPairs(
  tx: Tx,
  spaceId: number,
  relationId: number,
  pairs: readonly Omit<PairRecord, 'id'>[],
): Promise<number[]> {
  const rows: { id: number }[] = [];
  const place = { space_id: spaceId, relation_id: relationId };
  for (const insertion of insertions<object, { id: number }>('directory_relation_row', PAIR, pairs, { place, ending: 'returning id' }))
    rows.push(...(await insertion.execute(tx)).rows);
  if (pairs.length > MANY) await sql`analyze (skip_locked) directory_relation_row`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Changes pairs; answers how many of them the relation has. */
export async function updatePairs(
  tx: Tx,
  spaceId: number,
  relationId: number,
  changes: readonly { id: number; quantity?: number | undefined; coefficient_ids?: number[] | undefined; options?: unknown }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update directory_relation_row set quantity = coalesce(c.quantity, directory_relation_row.quantity),
      coefficient_ids = coalesce(c.coefficient_ids, directory_relation_row.coefficient_ids),
      options = coalesce(c.options, directory_relation_row.options)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (id bigint, quantity double precision, coefficient_ids bigint[], options jsonb)
    where space_id = ${spaceId} and relation_id = ${relationId} and directory_relation_row.id = c.id`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function deletePairs(tx: Tx, spaceId: number, relationId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from directory_relation_row
    where space_id = ${spaceId} and relation_id = ${relationId} and id = any(${[...ids]})`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Codes of all rows of a directory that have one. */
export async function listCodes(db: Db, spaceId: number, directoryId: number): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from directory_row where space_id = ${spaceId} and directory_id = ${directoryId} and code <> '' order by id`.execute(
    db,
  );
  return rows;
}

import type { EstimateRowKind } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { columnsNamed, insertions } from '../../../platform/postgres/insertions.ts';

/** Amounts in minor units; they fit whole numbers of the language, which the reader of files sees to. */
export type StoredRow = {
  id: number;
  parent_id: number | null;
  kind: EstimateRowKind;
  number: string;
  code: string;
  name: string;
  unit: string;
  quantity: string;
  base: number | null;
  current: number | null;
  volume_code: string;
  /** Elements of models that it is of. */
  guids: string[];
  stated: Record<string, string | null>;
  /** What `current` and `base` are made of, in the order of `COST_PARTS`; null: each is one part by the kind of the row. */
  parts: number[] | null;
  base_parts: number[] | null;
};

/** The place of a row: of which estimate of which project. */
export type EstimateKey = { spaceId: number; estimateId: number; projectId: number };

const keyed = ({ spaceId, estimateId }: Pick<EstimateKey, 'spaceId' | 'estimateId'>) =>
  sql<boolean>`space_id = ${spaceId} and estimate_id = ${estimateId}`;

/** An estimate without what was found in its file. */
export type EstimateHead = Omit<Row<'estimate'>, 'findings'>;
const HEAD = [
  'space_id', 'id', 'project_id', 'parent_id', 'number', 'name', 'format', 'profile', 'currency', 'digits', 'status', 'revision', 'edition',
  'last_row_id', 'row_count', 'stated_base', 'stated_current', 'counted_base', 'counted_current', 'file_name', 'created_by', 'created_at',
  'updated_at', 'counted_revision', 'details',
] as const; // prettier-ignore

export async function listEstimates(db: Db, spaceId: number, projectId: number): Promise<EstimateHead[]> {
  return db
    .selectFrom('estimate')
    .select(HEAD)
    .where('space_id', '=', spaceId)
    .where('project_id', '=', projectId)
    .orderBy('number')
    .orderBy('id')
    .execute();
}

/** Estimates by their ids. */
export async function findHeads(db: Db, spaceId: number, ids: readonly number[]): Promise<EstimateHead[]> {
  const own = db.selectFrom('estimate').select(HEAD).where('space_id', '=', spaceId);
  return own.where(sql<boolean>`id = any(${[...ids]}::bigint[])`).execute();
}

/** Estimates that are offers for contracts of a project. */
export async function listOffers(db: Db, spaceId: number, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct o.id::bigint as id from pdc p, jsonb_array_elements_text(p.offers) as o (id)
    where p.space_id = ${spaceId} and p.project_id = ${projectId}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findEstimate(db: Db, spaceId: number, id: number): Promise<Row<'estimate'> | null> {
  return (await db.selectFrom('estimate').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The estimate of an edit, held until the transaction ends. */
export async function lockEstimate(tx: Tx, spaceId: number, id: number): Promise<Row<'estimate'> | null> {
  const found = tx.selectFrom('estimate').selectAll().where('space_id', '=', spaceId).where('id', '=', id);
  return (await found.forUpdate().executeTakeFirst()) ?? null;
}

/** The ready estimate of a project with a number. */
export async function findByNumber(tx: Tx, spaceId: number, projectId: number, number: string): Promise<number | null> {
  const row = await tx
    .selectFrom('estimate')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('status', '=', 'ready')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function addEstimate(
  tx: Tx,
  spaceId: number,
  { projectId, name, userId }: { projectId: number; name: string; userId: number },
): Promise<number> {
  const values = { space_id: spaceId, project_id: projectId, name, file_name: name, status: 'processing' as const, created_by: userId };
  return (await tx.insertInto('estimate').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

type Head = Omit<Row<'estimate'>, 'space_id' | 'id' | 'project_id' | 'created_by' | 'created_at' | 'updated_at' | 'findings'>;

export async function updateEstimate(
  tx: Tx,
  spaceId: number,
  id: number,
  change: Partial<Head> & { findings?: Row<'estimate'>['findings'] },
): Promise<void> {
  const { findings, ...fields } = change;
  await tx
    .updateTable('estimate')
    .set({ ...fields, ...(findings ? { findings: JSON.stringify(findings) } : {}), updated_at: sql`now()` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute();
}

/** How many works of versions are linked with rows of an estimate. */
export async function countLinks(db: Db, spaceId: number, estimateId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct (version_id, item_id))::int as count from cost_link
    where space_id = ${spaceId} and estimate_id = ${estimateId}`.execute(db);
  return rows[0].count;
}

export async function deleteEstimate(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('estimate').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Estimates above one, from the nearest. */
export async function listAbove(db: Db, spaceId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select id, parent_id, 1 as depth from estimate where space_id = ${spaceId} and id = ${id}
      union all
      select e.id, e.parent_id, up.depth + 1 from estimate e join up on e.id = up.parent_id where e.space_id = ${spaceId} and up.depth < 64)
    select id from up order by depth`.execute(db);
  return rows.map((row) => row.id);
}

const AT_ONCE = 5000;
/** Rows as a table `n` of one statement. */
const listed = (rows: readonly (StoredRow & { position?: number })[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id int, parent_id int, position int, kind text, number text, code text, name text,
    unit text, quantity text, base bigint, current bigint, volume_code text, guids text[], stated jsonb, parts double precision[],
    base_parts double precision[])`;

const COLUMNS = [
  'id',
  'parent_id',
  'kind',
  'number',
  'code',
  'name',
  'unit',
  'quantity',
  'base',
  'current',
  'volume_code',
  'guids',
  'stated',
  'parts',
  'base_parts',
] as const;
const STORED = columnsNamed(['position', ...COLUMNS], ['stated']);

/** Replaces all rows of an estimate; their places are those of the list. */
export async function putRows(tx: Tx, key: EstimateKey, rows: readonly StoredRow[], reported?: (share: number) => Promise<void>) {
  await sql`delete from estimate_row where ${keyed(key)}`.execute(tx);
  const place = { space_id: key.spaceId, estimate_id: key.estimateId, project_id: key.projectId };
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const piece = rows.slice(from, from + AT_ONCE).map((row, at) => ({ ...row, position: from + at }));
    for (const insertion of insertions('estimate_row', STORED, piece, { place })) await insertion.execute(tx);
    await reported?.(Math.min(1, (from + AT_ONCE) / rows.length));
  }
}

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

export type RowsWanted = { parent?: number; search?: string; offset: number; limit: number };

/** Rows in their order, and how many there are. */
export async function listRows(db: Db, key: Pick<EstimateKey, 'spaceId' | 'estimateId'>, { parent, search, offset, limit }: RowsWanted) {
  let all = db.selectFrom('estimate_row').where(keyed(key));
  if (parent !== undefined) all = all.where('parent_id', parent === 0 ? 'is' : '=', parent === 0 ? null : parent);
  if (search) {
    const like = `%${literal(search.toLowerCase())}%`;
    all = all.where(
      sql<boolean>`lower(name) like ${like} or lower(code) like ${like} or lower(number) like ${like} or lower(volume_code) like ${like}`,
    );
  }
  const { count } = await all.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await all.select(COLUMNS).orderBy('position').offset(offset).limit(limit).execute();
  return { total: count, rows };
}

/** All rows of an estimate in their order. */
export async function allRows(db: Db, key: Pick<EstimateKey, 'spaceId' | 'estimateId'>): Promise<StoredRow[]> {
  return db.selectFrom('estimate_row').select(COLUMNS).where(keyed(key)).orderBy('position').execute();
}

export async function findRow(db: Db, key: Pick<EstimateKey, 'spaceId' | 'estimateId'>, id: number): Promise<StoredRow | null> {
  return (await db.selectFrom('estimate_row').select(COLUMNS).where(keyed(key)).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns the names of a row's sections, from the top. */
export async function listSectionNames(db: Db, key: Pick<EstimateKey, 'spaceId' | 'estimateId'>, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive up as (
      select parent_id, name, 0 as depth from estimate_row where ${keyed(key)} and id = ${id}
      union all
      select r.parent_id, r.name, up.depth + 1 from estimate_row r join up on r.id = up.parent_id
      where r.space_id = ${key.spaceId} and r.estimate_id = ${key.estimateId} and up.depth < 64)
    select name from up where depth > 0 order by depth desc`.execute(db);
  return rows.map(({ name }) => name);
}

/** The sections of an estimate, each behind those that it is in. */
export async function listSections(
  db: Db,
  key: Pick<EstimateKey, 'spaceId' | 'estimateId'>,
): Promise<Pick<StoredRow, 'id' | 'parent_id' | 'name'>[]> {
  const sections = db.selectFrom('estimate_row').select(['id', 'parent_id', 'name']).where(keyed(key)).where('kind', '=', 'section');
  return sections.orderBy('position').execute();
}

/** Some rows of an estimate by id. */
export async function findRows(db: Db, key: Pick<EstimateKey, 'spaceId' | 'estimateId'>, ids: readonly number[]): Promise<StoredRow[]> {
  return db
    .selectFrom('estimate_row')
    .select(COLUMNS)
    .where(keyed(key))
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .orderBy('position')
    .execute();
}

/** Writes fields of rows that stand, a statement for each piece of the list; their places and parents stay. */
export async function updateRows(tx: Tx, key: EstimateKey, rows: readonly StoredRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await sql`update estimate_row as r set kind = n.kind, number = n.number, code = n.code, name = n.name, unit = n.unit, quantity = n.quantity,
        base = n.base, current = n.current, volume_code = n.volume_code, stated = n.stated, parts = n.parts, base_parts = n.base_parts
      from ${listed(rows.slice(from, from + AT_ONCE))}
      where r.space_id = ${key.spaceId} and r.estimate_id = ${key.estimateId} and r.id = n.id`.execute(tx);
}

/** The sum of the amounts of all rows but sections, whose amounts are those below them. */
export async function sumRows(db: Db, key: EstimateKey): Promise<{ base: number | null; current: number | null }> {
  const { rows } = await sql<{
    base: number | null;
    current: number | null;
  }>`select sum(base)::bigint as base, sum(current)::bigint as current
    from estimate_row where ${keyed(key)} and kind <> 'section'`.execute(db);
  return rows[0];
}

/** Some rows of an estimate by id, with their amounts. */
export async function findLinkable(
  db: Db,
  key: Pick<EstimateKey, 'spaceId' | 'estimateId'>,
  ids: readonly number[],
): Promise<
  Pick<StoredRow, 'id' | 'parent_id' | 'kind' | 'code' | 'name' | 'unit' | 'quantity' | 'base' | 'current' | 'parts' | 'base_parts'>[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof findLinkable>>[number]>`
    select id, parent_id, kind, code, name, unit, quantity, base, current, parts, base_parts
    from estimate_row where ${keyed(key)} and id = any(${[...ids]}::int[])`.execute(db);
  return rows;
}

/** Which of some rows an estimate has. */
export async function listPresent(db: Db, key: Pick<EstimateKey, 'spaceId' | 'estimateId'>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from estimate_row where ${keyed(key)} and id = any(${[...ids]}::int[])`.execute(db);
  return rows.map(({ id }) => id);
}

const SECTIONS: readonly EstimateRowKind[] = ['section'];
const PRICED = ['id', 'number', 'code', 'name', 'unit', 'quantity', 'base', 'current'] as const;
/** What a row with an amount is compared by. */
export type PricedRow = Pick<StoredRow, (typeof PRICED)[number]>;

/** Rows of an estimate with an amount of their own, in their order; texts with an amount are among them where they are wanted. */
export async function listPriced(
  db: Db,
  key: Pick<EstimateKey, 'spaceId' | 'estimateId'>,
  { texts }: { texts: boolean },
): Promise<PricedRow[]> {
  const rows = db
    .selectFrom('estimate_row')
    .select(PRICED)
    .where(keyed(key))
    .where('kind', 'not in', texts ? SECTIONS : [...SECTIONS, 'text']);
  return rows
    .where(sql<boolean>`coalesce(current, base) is not null`)
    .orderBy('position')
    .execute();
}

/** Estimates that a version has links with, in the order of their first links. */
export async function listLinkedIds(db: Db, { spaceId, versionId }: { spaceId: number; versionId: number }): Promise<number[]> {
  const { rows } = await sql<{ estimate_id: number }>`select estimate_id from cost_link
    where space_id = ${spaceId} and version_id = ${versionId} group by estimate_id order by min(id)`.execute(db);
  return rows.map(({ estimate_id }) => estimate_id);
}

/** Rows `r` of some estimates with money and a volume code that no row carries that a version has a link with. */
const openForVolume = ({ spaceId, versionId, estimateIds }: LinkedEstimates) => sql`
  with carried as materialized (
    select distinct l.estimate_id, o.volume_code from cost_link l
      join estimate_row o on o.space_id = l.space_id and o.estimate_id = l.estimate_id and o.id = l.estimate_row_id
    where l.space_id = ${spaceId} and l.version_id = ${versionId} and l.estimate_id = any(${[...estimateIds]}::int[]) and o.volume_code <> ''),
  open as (
    select r.estimate_id, r.position, r.id, r.volume_code as code, r.number, r.name, coalesce(r.current, r.base) as amount from estimate_row r
    where r.space_id = ${spaceId} and r.estimate_id = any(${[...estimateIds]}::bigint[]) and r.volume_code <> ''
      and coalesce(r.current, r.base) is not null and r.kind not in ('section', 'text')
      and not exists (select from carried c where c.estimate_id = r.estimate_id and c.volume_code = r.volume_code))`;

export type LinkedEstimates = { spaceId: number; versionId: number; estimateIds: readonly number[] };

export async function listOpenVolumes(db: Db, linked: LinkedEstimates): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`${openForVolume(linked)} select distinct code from open`.execute(db);
  return rows.map(({ code }) => code);
}

export type RowOfVolume = { estimate_id: number; code: string; id: number; number: string; name: string; amount: number };

/** Those of the rows that carry some of the codes, in the order of the estimates as they are given and of their rows. */
export async function listRowsOfVolumes(db: Db, linked: LinkedEstimates, codes: readonly string[], most: number): Promise<RowOfVolume[]> {
  const { rows } = await sql<RowOfVolume>`${openForVolume(linked)}
    select estimate_id, code, id, number, name, amount from open where code = any(${[...codes]}::text[])
    order by array_position(${[...linked.estimateIds]}::bigint[], estimate_id::bigint), position, id limit ${most}`.execute(db);
  return rows;
}

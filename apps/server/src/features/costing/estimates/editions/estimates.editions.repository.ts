import { sql } from 'kysely';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import type { EstimateKey } from '../estimates.repository.ts';

type Key = Pick<EstimateKey, 'spaceId' | 'estimateId'>;
const keyed = ({ spaceId, estimateId }: Key) => sql<boolean>`space_id = ${spaceId} and estimate_id = ${estimateId}`;

export type NewEdition = Omit<Row<'estimate_edition'>, 'space_id' | 'estimate_id' | 'project_id' | 'created_at'>;

/** Editions that are kept beside the first; undo needs the newest few of them. */
export const MOST_EDITIONS = 50;

/** Adds an edition; one that is old by then goes, with the workbook that it alone came from. */
export async function addEdition(tx: Tx, { spaceId, estimateId, projectId }: EstimateKey, edition: NewEdition): Promise<void> {
  await tx
    .insertInto('estimate_edition')
    .values({ ...edition, space_id: spaceId, estimate_id: estimateId, project_id: projectId })
    .execute();
  const key = { spaceId, estimateId };
  await sql`with old as (
      delete from estimate_edition where ${keyed(key)} and edition > 1 and edition <= ${edition.edition - MOST_EDITIONS} returning edition, sha256)
    delete from estimate_source s where ${keyed(key)} and s.sha256 in (select sha256 from old)
      and not exists (select from estimate_edition e where ${keyed(key)} and e.sha256 = s.sha256 and e.edition not in (select edition from old))
      and not exists (select from estimate_proposal p where ${keyed(key)} and p.sha256 = s.sha256)`.execute(tx);
}

/** The editions of an estimate without their rows, the newest first. */
export async function listEditions(db: Db, key: Key) {
  return db
    .selectFrom('estimate_edition')
    .select([
      'edition',
      'file_name',
      'row_count',
      'stated_base',
      'stated_current',
      'counted_base',
      'counted_current',
      'author_name',
      'created_at',
    ])
    .where(keyed(key))
    .orderBy('edition', 'desc')
    .execute();
}

/** The packed rows of an edition. */
export async function findEdition(db: Db, key: Key, edition: number): Promise<Uint8Array | null> {
  const found = db.selectFrom('estimate_edition').select('content').where(keyed(key)).where('edition', '=', edition);
  return (await found.executeTakeFirst())?.content ?? null;
}

/** An edition with its packed rows. */
export async function findWholeEdition(db: Db, key: Key, edition: number): Promise<NewEdition | null> {
  const found = db.selectFrom('estimate_edition').selectAll().where(keyed(key)).where('edition', '=', edition);
  const row = await found.executeTakeFirst();
  if (!row) return null;
  const { space_id: _space, estimate_id: _estimate, project_id: _project, created_at: _at, ...rest } = row;
  return rest;
}

export async function removeEdition(tx: Tx, key: Key, edition: number): Promise<void> {
  await tx.deleteFrom('estimate_edition').where(keyed(key)).where('edition', '=', edition).execute();
}

type RowMoney = { id: number; before: number; after: number; gone: boolean };
export type LinkedMoney = { version_id: number; name: string; rows: number; lost: number; before: number; after: number };

/** Money of rows in two states by the versions, of those that the caller sees, whose works carry them. */
export async function listLinkedMoney(db: Db, { spaceId, estimateId }: Key, rows: readonly RowMoney[]): Promise<LinkedMoney[]> {
  const { rows: found } = await sql<LinkedMoney>`
    select v.id as version_id, n.name || ': ' || v.name as name, count(*)::int as rows, count(*) filter (where r.gone)::int as lost,
      sum(r.before)::bigint as before, sum(r.after)::bigint as after
    from (select distinct version_id, estimate_row_id from cost_link
        where space_id = ${spaceId} and estimate_id = ${estimateId} and item_id is not null) l
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, before bigint, after bigint, gone boolean) on r.id = l.estimate_row_id
      join version v on v.space_id = ${spaceId} and v.id = l.version_id
      join eps_node n on n.space_id = ${spaceId} and n.id = v.schedule_id
    group by v.id, n.name, v.name order by v.id`.execute(db);
  return found;
}

/** `created_at` is left out for what comes now. */
export type NewProposal = Omit<Row<'estimate_proposal'>, 'space_id' | 'estimate_id' | 'project_id' | 'created_at'> & {
  created_at?: Date | string;
};

/** Keeps what a file would change; the former one of the estimate gives way. */
export async function putProposal(tx: Tx, key: EstimateKey, proposal: NewProposal): Promise<void> {
  await deleteProposal(tx, key);
  const own = { space_id: key.spaceId, estimate_id: key.estimateId, project_id: key.projectId };
  await tx
    .insertInto('estimate_proposal')
    .values({ ...proposal, summary: JSON.stringify(proposal.summary), ...own })
    .execute();
}

export async function findProposal(db: Db, key: Key): Promise<Row<'estimate_proposal'> | null> {
  return (await db.selectFrom('estimate_proposal').selectAll().where(keyed(key)).executeTakeFirst()) ?? null;
}

/** What an estimate shows of the file that waits, without its rows. */
export async function findProposalHead(db: Db, key: Key) {
  const head = db.selectFrom('estimate_proposal').select(['revision', 'summary', 'file_name', 'author_name', 'created_at']);
  return (await head.where(keyed(key)).executeTakeFirst()) ?? null;
}

export async function deleteProposal(tx: Tx, key: Key): Promise<void> {
  await tx.deleteFrom('estimate_proposal').where(keyed(key)).execute();
}

export type RowFlags = { checked: number[]; folded: number[] };

/** Which rows of an estimate a person has ticked and folded. */
export async function findFlags(db: Db, key: Key, userId: number): Promise<RowFlags> {
  const row = await db
    .selectFrom('estimate_row_flags')
    .select(['checked', 'folded'])
    .where(keyed(key))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? { checked: [], folded: [] };
}

/** Sets a flag of rows that the estimate has, or takes it away; `ids` null means all of them. */
export async function saveFlag(
  tx: Tx,
  { spaceId, estimateId, projectId }: EstimateKey,
  userId: number,
  flag: keyof RowFlags,
  ids: readonly number[] | null,
  on: boolean,
): Promise<void> {
  const column = sql.ref(flag);
  const own = sql`select id from estimate_row where space_id = ${spaceId} and estimate_id = ${estimateId}`;
  const given = ids ? sql`array(${own} and id = any(${[...ids]}::int[]))` : sql`array(${own})`;
  const first = on ? given : sql`'{}'::int[]`;
  const next = on
    ? sql`array(select distinct unnest(f.${column} || ${given}))`
    : ids
      ? sql`array(select unnest(f.${column}) except select unnest(${given}))`
      : sql`'{}'::int[]`;
  await sql`insert into estimate_row_flags as f (space_id, estimate_id, user_id, project_id, ${column})
    values (${spaceId}, ${estimateId}, ${userId}, ${projectId}, ${first})
    on conflict (space_id, estimate_id, user_id) do update set ${column} = ${next}`.execute(tx);
}

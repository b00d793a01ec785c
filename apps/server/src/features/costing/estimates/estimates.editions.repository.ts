import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { EstimateKey } from './estimates.repository.ts';

type Key = Pick<EstimateKey, 'spaceId' | 'estimateId'>;
const keyed = ({ spaceId, estimateId }: Key) => sql<boolean>`space_id = ${spaceId} and estimate_id = ${estimateId}`;

export type NewEdition = Omit<Row<'estimate_edition'>, 'space_id' | 'estimate_id' | 'project_id' | 'created_at'>;

export async function addEdition(tx: Tx, { spaceId, estimateId, projectId }: EstimateKey, edition: NewEdition): Promise<void> {
  await tx
    .insertInto('estimate_edition')
    .values({ ...edition, space_id: spaceId, estimate_id: estimateId, project_id: projectId })
    .execute();
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

export type NewProposal = Omit<Row<'estimate_proposal'>, 'space_id' | 'estimate_id' | 'project_id' | 'created_at'>;

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

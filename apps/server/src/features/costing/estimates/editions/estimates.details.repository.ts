import type { RowDetails } from '@gantry/interchange';
import { sql } from 'kysely';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import { type Column, insertions } from '../../../../platform/postgres/insertions.ts';
import type { EstimateKey } from '../estimates.repository.ts';

type Key = Pick<EstimateKey, 'spaceId' | 'estimateId'>;
const keyed = ({ spaceId, estimateId }: Key) => sql<boolean>`space_id = ${spaceId} and estimate_id = ${estimateId}`;

/** Details of former files that an undo can bring back; older ones go. */
const MOST_BATCHES = 20;

export type NewDetails = { id: number; details: RowDetails | null };
const COLUMNS: Column<{ id: number; details: RowDetails }>[] = [
  { name: 'row_id', of: ({ id }) => id },
  { name: 'hours', of: ({ details }) => details.hours },
  { name: 'formula', of: ({ details }) => details.formula },
  { name: 'resources', of: ({ details }) => (details.resources === '' ? null : Buffer.from(details.resources, 'base64')) },
];

/** Keeps what a file says of its rows and returns the number of that batch; 0 where it says nothing. */
export async function putDetails(
  tx: Tx,
  { spaceId, estimateId, projectId }: EstimateKey,
  current: number,
  rows: readonly NewDetails[],
): Promise<number> {
  const filled = rows.flatMap(({ id, details }) => (details ? [{ id, details }] : []));
  if (!filled.length) return 0;
  const key = { spaceId, estimateId };
  const { rows: last } = await sql<{ batch: number }>`select coalesce(max(batch), 0) + 1 as batch
    from estimate_row_detail where ${keyed(key)}`.execute(tx);
  const [{ batch }] = last;
  const place = { space_id: spaceId, estimate_id: estimateId, project_id: projectId, batch };
  for (const insertion of insertions('estimate_row_detail', COLUMNS, filled, { place })) await insertion.execute(tx);
  await sql`delete from estimate_row_detail where ${keyed(key)} and batch <= ${batch - MOST_BATCHES} and batch <> ${current}`.execute(tx);
  return batch;
}

/** Gives rows that get another id as their file is taken over the details that they had under the former one. */
export async function copyDetails(
  tx: Tx,
  { spaceId, estimateId, projectId }: EstimateKey,
  batch: number,
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  const found = await tx
    .selectFrom('estimate_row_detail')
    .select(['row_id', 'hours', 'formula', 'resources'])
    .where(keyed({ spaceId, estimateId }))
    .where('batch', '=', batch)
    .where(sql<boolean>`row_id = any(${[...ids.keys()]}::int[])`)
    .execute();
  const rows = found.map((row) => ({ ...row, row_id: ids.get(row.row_id) ?? row.row_id }));
  const columns = (['row_id', 'hours', 'formula', 'resources'] as const).map((name) => ({
    name,
    of: (row: (typeof rows)[number]) => row[name],
  }));
  const place = { space_id: spaceId, estimate_id: estimateId, project_id: projectId, batch };
  const about = { place, ending: 'on conflict do nothing' };
  for (const insertion of insertions('estimate_row_detail', columns, rows, about)) await insertion.execute(tx);
}

export type FoundDetails = Pick<Row<'estimate_row_detail'>, 'hours' | 'formula' | 'resources'>;

export async function findDetails(db: Db, key: Key, batch: number, estimateRowId: number): Promise<FoundDetails | null> {
  const found = db.selectFrom('estimate_row_detail').select(['hours', 'formula', 'resources']).where(keyed(key));
  return (await found.where('batch', '=', batch).where('row_id', '=', estimateRowId).executeTakeFirst()) ?? null;
}

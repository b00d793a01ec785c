import type { EstimateMapping } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import type { EstimateKey } from '../estimates.repository.ts';

/** Larger workbooks are not kept. */
export const MOST_SOURCE = 20 << 20;

type EstimateSource = { sha256: string; mapping: EstimateMapping; bytes: Buffer };

/** Keeps the workbook that rows of an estimate were read from. */
export async function putSource(tx: Tx, { spaceId, estimateId, projectId }: EstimateKey, source: EstimateSource): Promise<void> {
  const { sha256, mapping, bytes } = source;
  await sql`insert into estimate_source (space_id, estimate_id, project_id, sha256, mapping, bytes)
    values (${spaceId}, ${estimateId}, ${projectId}, ${sha256}, ${JSON.stringify(mapping)}::jsonb, ${bytes})
    on conflict (space_id, estimate_id, sha256) do update set mapping = excluded.mapping`.execute(tx);
}

type Key = Pick<EstimateKey, 'spaceId' | 'estimateId'>;
const sourceOf = (db: Db, { spaceId, estimateId }: Key, edition: number) =>
  db
    .selectFrom('estimate_edition as e')
    .innerJoin('estimate_source as s', (join) =>
      join.onRef('s.space_id', '=', 'e.space_id').onRef('s.estimate_id', '=', 'e.estimate_id').onRef('s.sha256', '=', 'e.sha256'),
    )
    .where('e.space_id', '=', spaceId)
    .where('e.estimate_id', '=', estimateId)
    .where('e.edition', '=', edition);

/** Whether the workbook of an edition was kept. */
export async function hasSource(db: Db, key: Key, edition: number): Promise<boolean> {
  return (await sourceOf(db, key, edition).select('e.edition').executeTakeFirst()) !== undefined;
}

/** The workbook of an edition with its packed rows; null where none was kept. */
export async function findSource(
  db: Db,
  key: Key,
  edition: number,
): Promise<(Pick<EstimateSource, 'mapping' | 'bytes'> & { content: Buffer }) | null> {
  return (await sourceOf(db, key, edition).select(['s.mapping', 's.bytes', 'e.content']).executeTakeFirst()) ?? null;
}

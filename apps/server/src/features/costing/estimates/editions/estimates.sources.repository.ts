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

/** Deletes the workbooks of an estimate that neither an edition, nor the file that waits, nor an act that can be turned came from. */
export async function dropSources(tx: Tx, { spaceId, estimateId }: Key): Promise<void> {
  const named = (table: string) => sql`select from ${sql.table(table)} o where o.space_id = s.space_id and o.estimate_id = s.estimate_id`;
  await sql`delete from estimate_source s where s.space_id = ${spaceId} and s.estimate_id = ${estimateId}
    and not exists (${named('estimate_edition')} and o.sha256 = s.sha256)
    and not exists (${named('estimate_proposal')} and o.sha256 = s.sha256)
    and not exists (${named('estimate_edit')} and o.kind = 'edition' and (o.sources is null or s.sha256 = any(o.sources)))`.execute(tx);
}

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

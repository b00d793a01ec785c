import { toSnake } from '@gantry/contract';
import type { VersionTable } from '@gantry/domain';
import { sql } from 'kysely';
import { tableName } from '../../../database/version-content.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** Which of some ids a field of the stored rows of a table points at; some rows do not count. */
export async function listReferred(
  db: Db,
  { spaceId, versionId }: VersionKey,
  table: VersionTable,
  field: string,
  ids: readonly number[],
  besides: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from unnest(${[...ids]}::int[]) w (id) where exists (
      select from ${sql.table(tableName(table))} t
      where t.space_id = ${spaceId} and t.version_id = ${versionId} and t.${sql.ref(toSnake(field))} = w.id
        and t.id <> all(${[...besides]}::int[]))`.execute(db);
  return rows.map(({ id }) => id);
}

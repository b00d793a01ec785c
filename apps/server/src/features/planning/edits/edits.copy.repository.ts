import { toSnake } from '@gantry/contract';
import { fieldsOf, MONEY_MEASURES, TABLES_IN_ORDER } from '@gantry/domain';
import { sql } from 'kysely';
import { tableName } from '../../../database/version-content.ts';
import { renewStatistics } from '../../../platform/postgres/insertions.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { headColumns, type VersionHead, type VersionKey } from '../version-heads/version-heads.service.ts';

/**
 * Copies all content of a version into another of its space that is empty, inside the database; rows keep their ids. One statement reads head and content
 * from one snapshot, so that the source needs no lock and is edited meanwhile. Answers the head that was copied; null where there is none.
 */
export async function copyContent(tx: Tx, from: VersionKey, to: VersionKey): Promise<VersionHead | null> {
  // Only a deletion waits.
  await sql`select from version where space_id = ${from.spaceId} and id = ${from.versionId} for key share`.execute(tx);
  const parts = TABLES_IN_ORDER.map((table) => {
    const target = sql.table(tableName(table));
    const columns = sql.join(fieldsOf(table).map(({ name }) => sql.ref(toSnake(name))));
    return sql`${sql.ref(`${tableName(table)}_copy`)} as (
      insert into ${target} (space_id, version_id, ${columns})
      select space_id, ${to.versionId}, ${columns} from ${target} where space_id = ${from.spaceId} and version_id = ${from.versionId}
      returning 1)`;
  });
  const counts = TABLES_IN_ORDER.map((table) => sql`(select count(*) from ${sql.ref(`${tableName(table)}_copy`)})`);
  const { rows } = await sql<VersionHead & { copied: number[] }>`
    with ${sql.join(parts)}
    select ${headColumns}, array[${sql.join(counts)}]::float8[] as copied
    from version where space_id = ${from.spaceId} and id = ${from.versionId}`.execute(tx);
  if (!rows.length) return null;
  const [{ copied, ...head }] = rows;
  for (const [index, table] of TABLES_IN_ORDER.entries()) await renewStatistics(tx, tableName(table), copied[index]);
  return head;
}

/** Removes attributes and their values from a version that is not published yet. */
export async function dropAttributes(tx: Tx, { spaceId, versionId }: VersionKey, ids: readonly number[]): Promise<void> {
  const here = sql`space_id = ${spaceId} and version_id = ${versionId}`;
  await sql`delete from attribute_value where ${here} and attribute_id = any(${[...ids]})`.execute(tx);
  await sql`delete from attribute where ${here} and id = any(${[...ids]})`.execute(tx);
}

/** Takes prices and costs out of a version that nobody has seen yet. */
export async function dropMoney(tx: Tx, { spaceId, versionId }: VersionKey): Promise<void> {
  const here = sql`space_id = ${spaceId} and version_id = ${versionId}`;
  await sql`update resource set price_per_unit = null, rates = (
      select jsonb_agg(jsonb_set(rate, '{prices}', (select jsonb_agg(null::jsonb) from jsonb_array_elements(rate -> 'prices'))))
      from jsonb_array_elements(rates) rate)
    where ${here} and (price_per_unit is not null or rates is not null)`.execute(tx);
  await sql`update wbs_item set cost = null where ${here} and cost is not null`.execute(tx);
  await sql`update assignment set planned_cost = 0, actual_cost = 0, remaining_cost = 0 where ${here}`.execute(tx);
  await sql`update directory_value set cost = 0, norm = jsonb_set(norm, '{norm,price}', '0') where ${here}`.execute(tx);
  await sql`delete from cost_base where ${here}`.execute(tx);
  await sql`delete from day_series where ${here} and measure = any(${[...MONEY_MEASURES]})`.execute(tx);
}

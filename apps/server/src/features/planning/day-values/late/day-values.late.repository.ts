import type { ResourceMeasure } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';

const ROWS_A_STATEMENT = 1000;

export type LateRow = {
  item_id: number;
  resource_id: number | null;
  measure: ResourceMeasure;
  of_day: string;
  day: string;
  amount: number;
};

/** Late facts of works, or of all, that stand, in the order in which they came. */
export async function listLateFacts(db: Db, { spaceId, versionId }: VersionKey, itemIds?: readonly number[]): Promise<LateRow[]> {
  if (itemIds?.length === 0) return [];
  const only = itemIds ? sql`and item_id = any(${[...itemIds]})` : sql``;
  const { rows } = await sql<LateRow>`
    select item_id, resource_id, measure, of_day::text as of_day, day::text as day, amount from late_fact
    where space_id = ${spaceId} and version_id = ${versionId} ${only} and undone_revision is null
    order by seq`.execute(db);
  return rows;
}

export async function saveLateFacts(
  tx: Tx,
  { spaceId, versionId }: VersionKey,
  facts: readonly LateRow[],
  by: Pick<Row<'late_fact'>, 'revision' | 'reporter'>,
): Promise<void> {
  for (let from = 0; from < facts.length; from += ROWS_A_STATEMENT) {
    const part = facts.slice(from, from + ROWS_A_STATEMENT);
    const rows = part.map((fact) => ({ space_id: spaceId, version_id: versionId, ...fact, ...by }));
    await tx.insertInto('late_fact').values(rows).execute();
  }
}

/** Of an edit that was taken back they do not count any more; `redoes` takes them up again. */
export async function takeLateFactsBack(
  tx: Tx,
  { spaceId, versionId }: VersionKey,
  { revision, undoes, redoes }: { revision: number; undoes: number | null; redoes: number | null },
): Promise<void> {
  const of = tx.updateTable('late_fact').where('space_id', '=', spaceId).where('version_id', '=', versionId);
  if (undoes !== null) await of.set({ undone_revision: revision }).where('revision', '=', undoes).execute();
  if (redoes !== null) await of.set({ revision, undone_revision: null }).where('undone_revision', '=', redoes).execute();
}

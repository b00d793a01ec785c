import type { ResourceMeasure } from '@gantry/domain';
import { sql } from 'kysely';
import { personName } from '../../../../database/person-name.ts';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import { byFewKeys } from '../../../../platform/postgres/named-statements.ts';

const ROWS_A_STATEMENT = 1000;

export type LateRow = {
  item_id: number;
  resource_id: number | null;
  measure: ResourceMeasure;
  of_day: string;
  day: string;
  amount: number;
  /** Who has entered it, and when. */
  reporter: number | null;
  at: Date;
};

/** Late facts of works, or of all, that stand, in the order in which they came, with the names of their people. */
export async function listLateFacts(
  db: Db,
  { spaceId, versionId }: VersionKey,
  itemIds?: readonly number[],
): Promise<(LateRow & { name: string | null })[]> {
  if (itemIds?.length === 0) return [];
  const only = itemIds ? sql`and l.item_id = any(${[...itemIds]})` : sql``;
  const { rows } = await sql<LateRow & { name: string | null }>`
    select l.item_id, l.resource_id, l.measure, l.of_day::text as of_day, l.day::text as day, l.amount, l.reporter, l.at,
      ${personName('u')} as name
    from late_fact l left join app_user u on u.id = l.reporter
    where l.space_id = ${spaceId} and l.version_id = ${versionId} ${only} and l.undone_revision is null
    order by l.seq ${itemIds ? byFewKeys(itemIds) : sql``}`.execute(db);
  return rows;
}

export async function saveLateFacts(
  tx: Tx,
  { spaceId, versionId }: VersionKey,
  facts: readonly LateRow[],
  revision: Row<'late_fact'>['revision'],
): Promise<void> {
  for (let from = 0; from < facts.length; from += ROWS_A_STATEMENT) {
    const part = facts.slice(from, from + ROWS_A_STATEMENT);
    const place = { space_id: spaceId, version_id: versionId, revision };
    const rows = part.map(({ item_id, resource_id, measure, of_day, day, amount, reporter, at }) => {
      const fact = { item_id, resource_id, measure, of_day, day, amount, reporter, at };
      return { ...place, ...fact };
    });
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

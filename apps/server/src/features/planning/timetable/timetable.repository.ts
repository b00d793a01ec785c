import { CALCULATION_STATUS, type CalculationStatus } from '@gantry/domain';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database.ts';
import type { VersionKey } from '../edits/edits.service.ts';

/** What the last calculation of a version said of itself, as stored. */
export type StoredCalculation = {
  finish: string | null;
  calculatedAt: string;
  inputRevision: number;
  hash: string;
  criticalCount: number;
  issues: { code: string; parameters: Record<string, never>; items: number[] }[];
};

export async function findCalculation(db: Db, key: VersionKey): Promise<StoredCalculation | null> {
  const row = await db
    .selectFrom('version')
    .select('calculation')
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .executeTakeFirst();
  return (row?.calculation as StoredCalculation | null | undefined) ?? null;
}

/** Sets the status without an edit. */
export async function saveStatus(tx: Tx, key: VersionKey, status: CalculationStatus): Promise<void> {
  await tx
    .updateTable('version')
    .set({ calculation_status: status })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .execute();
}

/** Sets the status back to calculated where the version still has the revision that was, else to not calculated; answers which. */
export async function restoreStatus(tx: Tx, key: VersionKey, calculatedRevision: number | null): Promise<CalculationStatus> {
  const { calculated, notCalculated } = CALCULATION_STATUS;
  const row = await tx
    .updateTable('version')
    .set({
      calculation_status: sql<CalculationStatus>`case when revision = ${calculatedRevision}::int then ${calculated}::int else ${notCalculated}::int end`,
    })
    .where('space_id', '=', key.spaceId)
    .where('id', '=', key.versionId)
    .returning('calculation_status')
    .executeTakeFirst();
  return row?.calculation_status ?? notCalculated;
}

import type { Db } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** The stored outcome of a version's last calculation. */
export type StoredCalculation = {
  finish: string | null;
  calculatedAt: string;
  inputRevision: number;
  hash: string;
  criticalCount: number;
  issues: { code: string; parameters: Record<string, never>; items: number[] }[];
  /** Versions that wait for dates which it has moved, until they are marked. */
  moved?: number[];
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

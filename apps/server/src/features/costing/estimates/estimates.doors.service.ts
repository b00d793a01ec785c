import type { Row } from '../../../database/schema.generated.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findEstimate, findLinkable, type LinkableRow, listOpenVolumes } from './estimates.repository.ts';

/** Rows of an estimate that links name, by id, with their amounts in minor units at one level. */
export async function rowsForLinks(
  db: Db,
  spaceId: number,
  estimateId: number,
  ids: readonly number[],
  level: 'base' | 'current',
): Promise<Map<number, LinkableRow>> {
  return new Map((await findLinkable(db, { spaceId, estimateId }, ids, level)).map((row) => [row.id, row]));
}

/** Estimates that links name, by id; one that is gone is left out. */
export async function estimatesForCosts(context: Context, db: Db, ids: readonly number[]): Promise<Map<number, Row<'estimate'>>> {
  const found = new Map<number, Row<'estimate'>>();
  for (const id of ids) {
    const row = await findEstimate(db, context.spaceId, id);
    if (row) found.set(id, row);
  }
  return found;
}

/** Volume codes of rows with money that no link takes. */
export const openVolumes = (db: Db, spaceId: number, estimateId: number, linked: readonly number[]): Promise<string[]> =>
  listOpenVolumes(db, { spaceId, estimateId }, linked);

export type { LinkableRow } from './estimates.repository.ts';

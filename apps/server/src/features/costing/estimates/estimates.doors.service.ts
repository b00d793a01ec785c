import type { Row } from '../../../database/schema.generated.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import {
  allRows,
  findEstimate,
  findRow,
  findRows,
  findLinkable,
  type LinkableRow,
  listEstimates,
  listOffers,
  listOpenVolumes,
  type StoredRow,
} from './estimates.repository.ts';

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

/**
 * Estimates of a project whose money counts: those that stand and are no offers for a contract. Of one that has others below it only what comes
 * on top of them counts (`isAbove`): their rows are in it once more.
 */
export async function countedEstimates(
  db: Db,
  spaceId: number,
  projectId: number,
): Promise<{ estimate: Row<'estimate'>; isAbove: boolean }[]> {
  const ready = (await listEstimates(db, spaceId, projectId)).filter(({ status }) => status === 'ready');
  const parents = new Set(ready.map(({ parent_id }) => parent_id));
  const offers = new Set(await listOffers(db, spaceId, projectId));
  return ready.filter(({ id }) => !offers.has(id)).map((estimate) => ({ estimate, isAbove: parents.has(estimate.id) }));
}

/** All rows of an estimate in their order. */
export const rowsOfEstimate = (db: Db, spaceId: number, estimateId: number): Promise<StoredRow[]> => allRows(db, { spaceId, estimateId });

export const rowOfEstimate = (db: Db, spaceId: number, estimateId: number, id: number): Promise<StoredRow | null> =>
  findRow(db, { spaceId, estimateId }, id);

/** Some rows of an estimate, in their order. */
export const rowsById = (db: Db, spaceId: number, estimateId: number, ids: readonly number[]): Promise<StoredRow[]> =>
  findRows(db, { spaceId, estimateId }, ids);

/** Volume codes of rows with money that no link takes. */
export const openVolumes = (db: Db, spaceId: number, estimateId: number, linked: readonly number[]): Promise<string[]> =>
  listOpenVolumes(db, { spaceId, estimateId }, linked);

export type { LinkableRow, StoredRow } from './estimates.repository.ts';
export { dividedAnew } from './editions/estimates.match.rules.ts';
export { changedRow } from './estimates.rules.ts';
export { levelsOf } from './estimates.storing.service.ts';

import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { ownAccess, rightsAtEach } from '../../access/roles/roles.access.service.ts';
import {
  allRows,
  type EstimateHead,
  findHeads,
  findRow,
  findRows,
  findLinkable,
  listEstimates,
  listOffers,
  listPresent,
  listPriced,
  type PricedRow,
  listSectionNames,
  listSections,
  type StoredRow,
  sumRows,
} from './estimates.repository.ts';
import { atPrices, pricesIn, type RowPrices } from './estimates.prices.rules.ts';

/** Rows of an estimate that links name, by id, with their amounts in minor units at some prices. */
export async function rowsForLinks(
  db: Db,
  spaceId: number,
  estimateId: number,
  ids: readonly number[],
  prices: RowPrices,
): Promise<Map<number, LinkableRow>> {
  const rows = await findLinkable(db, { spaceId, estimateId }, ids);
  const own = await pricesOfEstimate(db, spaceId, estimateId, prices);
  return new Map(
    rows.map((row) => {
      const { id, kind, code, name, unit, quantity } = row;
      return [id, { id, kind, code, name, unit, quantity, ...atPrices(row, own) }];
    }),
  );
}

/** Prices for the rows of one estimate. */
export const pricesOfEstimate = (db: Db, spaceId: number, estimateId: number, prices: RowPrices): Promise<RowPrices> =>
  pricesIn(prices, () => listSections(db, { spaceId, estimateId }));

/** Estimates that links name, by id in the order that they are named in; one that is gone is left out. */
export async function estimatesForCosts(context: Context, db: Db, ids: readonly number[]): Promise<Map<number, EstimateHead>> {
  const found = new Map((ids.length ? await findHeads(db, context.spaceId, ids) : []).map((row) => [row.id, row]));
  return new Map(ids.flatMap((id) => found.get(id) ?? []).map((row) => [row.id, row]));
}

/** Of some estimates those that the caller may not read; rights are asked for at once. */
export async function unreadable(context: Context, db: Db, estimates: Iterable<EstimateHead>): Promise<EstimateHead[]> {
  const all = [...estimates];
  if (!all.length) return [];
  const places = all.map(({ project_id }) => ({ kind: 'node' as const, id: project_id }));
  const rightsOf = await rightsAtEach(db, context.spaceId, await ownAccess(context, db), places);
  return all.filter((_one, at) => !rightsOf(places[at]).has('estimate.read'));
}

/**
 * Estimates of a project whose money counts: those that stand and are no offers for a contract. Of one that has others below it only what comes
 * on top of them counts (`isAbove`): their rows are in it once more.
 */
export async function countedEstimates(
  db: Db,
  spaceId: number,
  projectId: number,
): Promise<{ estimate: EstimateHead; isAbove: boolean }[]> {
  const ready = (await listEstimates(db, spaceId, projectId)).filter(({ status }) => status === 'ready');
  const parents = new Set(ready.map(({ parent_id }) => parent_id));
  const offers = new Set(await listOffers(db, spaceId, projectId));
  return ready.filter(({ id }) => !offers.has(id)).map((estimate) => ({ estimate, isAbove: parents.has(estimate.id) }));
}

/** What the rows of an estimate come to at its levels of prices. */
export const levelsOfRows = (db: Db, { space_id, project_id, id }: EstimateHead) =>
  sumRows(db, { spaceId: space_id, projectId: project_id, estimateId: id });

/** All rows of an estimate in their order. */
export const rowsOfEstimate = (db: Db, spaceId: number, estimateId: number): Promise<StoredRow[]> => allRows(db, { spaceId, estimateId });

export const rowOfEstimate = (db: Db, spaceId: number, estimateId: number, id: number): Promise<StoredRow | null> =>
  findRow(db, { spaceId, estimateId }, id);

/** Returns the path of a row's sections, such as `Building/Walls`. */
export const sectionOfRow = async (db: Db, spaceId: number, estimateId: number, id: number): Promise<string> =>
  (await listSectionNames(db, { spaceId, estimateId }, id)).join('/');

/** Some rows of an estimate, in their order. */
export const rowsById = (db: Db, spaceId: number, estimateId: number, ids: readonly number[]): Promise<StoredRow[]> =>
  findRows(db, { spaceId, estimateId }, ids);

/** Rows of an estimate with an amount of their own, in their order: works, and texts where they are wanted. */
export const pricedRows = (db: Db, spaceId: number, estimateId: number, wanted: { texts: boolean }): Promise<PricedRow[]> =>
  listPriced(db, { spaceId, estimateId }, wanted);

/** Which of some rows an estimate has. */
export const presentRows = (db: Db, spaceId: number, estimateId: number, ids: readonly number[]): Promise<number[]> =>
  listPresent(db, { spaceId, estimateId }, ids);

/** A row with its amount at some prices, and what that is made of. */
export type LinkableRow = Pick<StoredRow, 'id' | 'kind' | 'code' | 'name' | 'unit' | 'quantity' | 'parts'> & { amount: number | null };

export {
  type EstimateHead,
  listLinkedIds,
  listOpenVolumes,
  listRowsOfVolumes,
  type PricedRow,
  type StoredRow,
} from './estimates.repository.ts';
export { atPrices, type IndexLine, type RowPrices } from './estimates.prices.rules.ts';
export { dividedAnew } from './editions/estimates.match.rules.ts';
export { changedRow } from './estimates.rules.ts';
export { levelsOf } from './estimates.storing.service.ts';

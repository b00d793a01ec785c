import { distribute, exceedsWhole, type Fraction, fractionOf, type Taking } from '@gantry/engine';
import type { CostWeight, VersionRow } from '@gantry/domain';

export type CostLink = VersionRow<'costLink'>;
export type LinkedRow = { id: number; amount: number | null };
export type WeightOf = (itemId: number, by: CostWeight) => number;

/** Digits that a weight keeps behind the point. */
const WEIGHT_SCALE = 1e6;
const weightOf = (value: number): bigint => BigInt(Math.round(Math.max(0, value) * WEIGHT_SCALE));
const shareOf = ({ share }: Pick<CostLink, 'share'>): Fraction | null => (share === '' ? null : fractionOf(share));

/** Whether the parts of a row's links are more than the row. */
export const isOverlinked = (links: readonly Pick<CostLink, 'share'>[]): boolean =>
  exceedsWhole(links.map((link) => ({ share: shareOf(link), weight: 0n })));

/** Links by their estimate and row, in the order of their ids: ties go to the older one. */
export function byRow(links: readonly CostLink[]): Map<number, CostLink[]> {
  const rows = new Map<number, CostLink[]>();
  for (const link of links.toSorted((a, b) => a.id - b.id)) {
    const list = rows.get(link.estimateRowId);
    if (list) list.push(link);
    else rows.set(link.estimateRowId, [link]);
  }
  return rows;
}

export type Distribution = {
  /** Minor units by the id of the link; a lost row gives none. */
  amounts: Map<number, bigint>;
  /** What works take, and what is left out on purpose. */
  linked: bigint;
  ignored: bigint;
  lost: number;
};

/** How the links of one row take of it; a link to nothing has no weight. */
export const takingsOf = (links: readonly CostLink[], usual: CostWeight, weight: WeightOf): Taking[] =>
  links.map((link) => ({
    share: shareOf(link),
    weight: link.itemId === null ? 0n : weightOf(weight(link.itemId, link.by ?? usual)),
  }));

/** What each link of one estimate takes: amounts of a row and what it leaves add up to the row. */
export function distributeRows(
  links: readonly CostLink[],
  rows: ReadonlyMap<number, LinkedRow>,
  usual: CostWeight,
  weight: WeightOf,
): Distribution {
  const amounts = new Map<number, bigint>();
  let [linked, ignored] = [0n, 0n];
  let lost = 0;
  for (const [rowOf, own] of byRow(links)) {
    const row = rows.get(rowOf);
    if (!row) {
      lost += own.length;
      continue;
    }
    const takings = takingsOf(own, usual, weight);
    const split = distribute(BigInt(row.amount ?? 0), takings);
    for (const [at, link] of own.entries()) {
      amounts.set(link.id, split.amounts[at]);
      if (link.itemId === null) ignored += split.amounts[at];
      else linked += split.amounts[at];
    }
  }
  return { amounts, linked, ignored, lost };
}

/** The first two of the codes, and how many there are. */
export function missingVolumes(codes: Iterable<string>): { first: string[]; count: number } {
  const all = [...new Set(codes)].sort(new Intl.Collator('en', { numeric: true }).compare);
  return { first: all.slice(0, 2), count: all.length };
}

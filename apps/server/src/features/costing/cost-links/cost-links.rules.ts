import { MOST_NAMED_WORKS, type NamedWorks } from '@gantry/contract';
import { distribute, exceedsWhole, type Fraction, fractionOf, type Taking } from '@gantry/engine';
import { COST_PARTS, type CostPart, type CostWeight, type EstimateRowKind, usualPart, type VersionRow } from '@gantry/domain';

export type CostLink = VersionRow<'costLink'>;
/** A row that links take; `parts` null: the amount is one part by its kind. */
export type LinkedRow = { id: number; kind: EstimateRowKind; amount: number | null; parts: readonly number[] | null };
export type WeightOf = (itemId: number, by: CostWeight) => number;
/** What coefficients make of the weight of a work in a part of an amount. */
export type FactorOf = (itemId: number, part: CostPart) => number;
/** Minor units by the places of `COST_PARTS`. */
export type Parts = bigint[];

/** The links that a version has: its costs are counted of all of them at once. */
export const MOST_LINKS = 300_000;

export const noParts = (): Parts => new Array<bigint>(COST_PARTS.length).fill(0n);
export const sumOfParts = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n);

/** What a row is made of: the places of its parts with their amounts, those that have one. */
export function partsOf({ kind, amount, parts }: Omit<LinkedRow, 'id'>): [place: number, amount: bigint][] {
  if (!parts) return amount ? [[COST_PARTS.indexOf(usualPart(kind)), BigInt(amount)]] : [];
  return parts.flatMap((part, place): [number, bigint][] => (part === 0 ? [] : [[place, BigInt(part)]]));
}

/** The places of the parts that a row has; that of its kind where it has no amount. */
export function placesOf(row: Omit<LinkedRow, 'id'>): number[] {
  const own = partsOf(row).map(([place]) => place);
  return own.length ? own : [COST_PARTS.indexOf(usualPart(row.kind))];
}

/** Digits that a weight keeps behind the point. */
const WEIGHT_SCALE = 1e6;
const weightOf = (value: number): bigint => BigInt(Math.round(Math.max(0, value) * WEIGHT_SCALE));
const shareOf = ({ share }: Pick<CostLink, 'share'>): Fraction | null => (share === '' ? null : fractionOf(share));

type OfParts = Pick<CostLink, 'parts'>;
/** Whether a link takes of a part. */
export const takes = ({ parts }: OfParts, part: CostPart): boolean => !parts || parts.includes(part);

/** Parts in their order; null where they are all. */
export function partsInOrder(parts: readonly CostPart[] | null): CostPart[] | null {
  const own = COST_PARTS.filter((part) => parts?.includes(part));
  return own.length && own.length < COST_PARTS.length ? own : null;
}

/** Whether what a row's links take of any of its parts is more than the whole. */
export function isOverlinked(links: readonly Pick<CostLink, 'share' | 'parts'>[]): boolean {
  const exceeds = (own: typeof links): boolean => exceedsWhole(own.map((link) => ({ share: shareOf(link), weight: 0n })));
  if (!links.some(({ parts }) => parts)) return exceeds(links);
  return COST_PARTS.some((part) => exceeds(links.filter((link) => takes(link, part))));
}

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
  /** What each of these amounts is made of. */
  parts: Map<number, Parts>;
  /** What works take, and what is left out on purpose. */
  linked: bigint;
  ignored: bigint;
  lost: number;
};

/** How the links of one row take of a part that all of them take; a link to nothing has no weight, not even where works have none. */
function takingsOf(
  links: readonly CostLink[],
  usual: CostWeight,
  weight: WeightOf,
  factor: (itemId: number) => number = () => 1,
): Taking[] {
  const takings = links.map((link) => ({
    share: shareOf(link),
    weight: link.itemId === null ? 0n : weightOf(weight(link.itemId, link.by ?? usual) * factor(link.itemId)),
  }));
  if (takings.some(({ share, weight: own }) => !share && own > 0n) || links.every(({ itemId }) => itemId !== null)) return takings;
  return takings.map((taking, at) => ({ ...taking, weight: links[at].itemId === null ? 0n : 1n }));
}

/** What links take of one row, part by part. */
function takenOf(own: readonly CostLink[], row: LinkedRow, usual: CostWeight, weight: WeightOf, factor: FactorOf | null): Parts[] {
  const taken = own.map(noParts);
  const everywhere = factor || own.some(({ parts }) => parts) ? null : takingsOf(own, usual, weight);
  for (const [place, amount] of partsOf(row)) {
    const part = COST_PARTS[place];
    const among = everywhere ? null : [...own.keys()].filter((at) => takes(own[at], part));
    const links = among?.map((at) => own[at]) ?? own;
    const weighed = everywhere ?? takingsOf(links, usual, weight, factor ? (itemId) => factor(itemId, part) : undefined);
    for (const [at, one] of distribute(amount, weighed).amounts.entries()) taken[among ? among[at] : at][place] = one;
  }
  return taken;
}

/** How the links of one row take of it in all: of one whose links take some parts only, by what those come to in it, credits as amounts. */
export function takingsOfRow(links: readonly CostLink[], row: LinkedRow, usual: CostWeight, weight: WeightOf): Taking[] {
  if (!links.some(({ parts }) => parts)) return takingsOf(links, usual, weight);
  const under = sizeOf(partsOf(row).map(([, amount]) => amount));
  return takenOf(links, row, usual, weight, null).map((taken) => ({
    share: under === 0n ? { over: 0n, under: 1n } : { over: sizeOf(taken), under },
    weight: 0n,
  }));
}

const sizeOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + (amount < 0n ? -amount : amount), 0n);

/**
 * What each link of one estimate takes, part by part: each part of a row is split by itself, with the coefficients of works on it, and what a
 * link takes is the sum of its parts. Amounts of a row and what it leaves add up to the row, and so do their parts.
 */
export function distributeRows(
  links: readonly CostLink[],
  rows: ReadonlyMap<number, LinkedRow>,
  usual: CostWeight,
  weight: WeightOf,
  factor: FactorOf | null = null,
): Distribution {
  const amounts = new Map<number, bigint>();
  const parts = new Map<number, Parts>();
  let [linked, ignored] = [0n, 0n];
  let lost = 0;
  for (const [rowOf, own] of byRow(links)) {
    const row = rows.get(rowOf);
    if (!row) {
      lost += own.length;
      continue;
    }
    const taken = takenOf(own, row, usual, weight, factor);
    for (const [at, link] of own.entries()) {
      const amount = sumOfParts(taken[at]);
      amounts.set(link.id, amount);
      parts.set(link.id, taken[at]);
      if (link.itemId === null) ignored += amount;
      else linked += amount;
    }
  }
  return { amounts, parts, linked, ignored, lost };
}

/** What works take of the amount of a row in all; null: the whole of it, as no link has a share or parts of its own and none leaves anything out. */
export function takenByWorks(
  links: readonly CostLink[],
  row: LinkedRow,
  usual: CostWeight,
  weight: WeightOf,
  factor: FactorOf | null = null,
): bigint | null {
  if (links.every(({ itemId, share, parts }) => itemId !== null && share === '' && !parts)) return null;
  return distributeRows(links, new Map([[row.id, row]]), usual, weight, factor).linked;
}

/** Works as reports name them. */
export const namedWorks = (works: readonly VersionRow<'wbs'>[]): NamedWorks => ({
  first: works.slice(0, MOST_NAMED_WORKS).map(({ id, code, name }) => ({ item_id: id, code, name })),
  count: works.length,
});

/** Volume codes as people count: `B-2` before `B-12`. */
export const inOrderOfCodes = (codes: Iterable<string>): string[] =>
  [...new Set(codes)].sort(new Intl.Collator('en', { numeric: true }).compare);

/** The first two of the codes, and how many there are. */
export function missingVolumes(codes: Iterable<string>): { first: string[]; count: number } {
  const all = inOrderOfCodes(codes);
  return { first: all.slice(0, 2), count: all.length };
}

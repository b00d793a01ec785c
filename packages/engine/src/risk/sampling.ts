import { type RandomSource, seededRandom } from '../leveling/random.ts';
import { normalShare } from './normal-curve.ts';

/** Mixes a seed with an identifier, so that the numbers of a variable do not depend on others. */
export function seedFor(seed: number, id: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((id + 1) | 0, 0xc2b2ae35);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b3c6d) >>> 0;
}

/**
 * Shares of 0…1 for all iterations of one variable by Latin hypercube: each of `count` equal slices is hit once, in random order, so
 * that a few hundred iterations have the accuracy of a few thousand independent ones.
 */
export function stratifiedShares(count: number, seed: number): Float64Array {
  const random = seededRandom(seed);
  const shares = Float64Array.from({ length: count }, (_, slice) => (slice + random()) / count);
  shuffle(shares, random);
  return shares;
}

function shuffle(list: Float64Array | Uint16Array | Int32Array, random: RandomSource): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = list[at];
    list[at] = list[other];
    list[other] = kept;
  }
}

/** Ties a variable to a common factor, both as values of the standard normal curve: a Gaussian copula, so that two members correlate by `coefficient`. */
export function tieBy(coefficient: number): (own: number, factor: number) => number {
  const common = Math.sqrt(Math.max(0, Math.min(1, coefficient)));
  const rest = Math.sqrt(1 - common * common);
  return (own, factor) => normalShare(common * factor + rest * own);
}

/** Variables take one order after another of so many; two of them give as many pairs as there are works in any plan. */
const ORDERS = 128;

/**
 * Which slice each variable takes in each iteration, without a list for each variable: an order of the slices, shifted, then looked up in
 * another order. Every variable hits each slice once, and no two of them go together but by chance.
 */
export type Strata = {
  count: number;
  /** ORDERS random orders of all slices, one behind another. */
  orders: Uint16Array | Int32Array;
  /** The share between 0 and 1 that the draw of each slice stands for. */
  shares: Float64Array;
};

export function strataOf(count: number, seed: number): Strata {
  const random = seededRandom(seedFor(seed ^ 0x165667b1, 0));
  const orders = count <= 2 ** 16 ? new Uint16Array(ORDERS * count) : new Int32Array(ORDERS * count);
  for (let from = 0; from < orders.length; from += count) {
    const order = orders.subarray(from, from + count);
    for (let slice = 0; slice < count; slice++) order[slice] = slice;
    shuffle(order, random);
  }
  return { count, orders, shares: Float64Array.from({ length: count }, (_, slice) => (slice + random()) / count) };
}

/** The order in which a variable visits the strata. */
export type StratumWalk = { inner: number; shift: number; outer: number };

export function walkOf({ count }: Strata, seed: number): StratumWalk {
  const random = seededRandom(seed);
  const pick = (most: number): number => Math.floor(random() * most);
  return { inner: pick(ORDERS) * count, shift: pick(count), outer: pick(ORDERS) * count };
}

/** The slice that a variable takes in an iteration. */
export function sliceAt({ count, orders }: Strata, { inner, shift, outer }: StratumWalk, iteration: number): number {
  const at = orders[inner + iteration] + shift;
  return orders[outer + (at < count ? at : at - count)];
}

import type { Network } from '../network/network.ts';
import { meanAndDeviation, orderOf, percentile, shareUpTo } from './statistics.ts';

/** Money over all iterations, in the unit of the rates. */
export type CostSpread = {
  planned: number;
  /** The share of iterations that keep within the plan. */
  plannedShare: number;
  mean: number;
  p10: number;
  p50: number;
  p80: number;
  p90: number;
  /** By iteration, as the finishes are. */
  drawn: Float64Array;
};

/** What goes with time: money a remaining minute of an item. */
export type CostRates = ReadonlyMap<number, number>;

/** Adds up what an iteration costs. */
export function costCounter(network: Network, nodeOfItem: ReadonlyMap<number, number>, rates: CostRates): () => number {
  const perMinute = new Float64Array(network.count);
  for (const [itemId, rate] of rates) {
    const node = nodeOfItem.get(itemId) ?? -1;
    if (node >= 0) perMinute[node] += rate;
  }
  return () => {
    const { remaining } = network;
    let sum = 0;
    for (let node = 0; node < perMinute.length; node++) sum += perMinute[node] * remaining[node];
    return sum;
  };
}

export function costSpread(drawn: Float64Array, planned: number): CostSpread {
  const sorted = drawn.slice().sort();
  const [p10, p50, p80, p90] = [0.1, 0.5, 0.8, 0.9].map((share) => percentile(sorted, share));
  // Sums of floats may differ in their last digit.
  const plannedShare = shareUpTo(sorted, planned + Math.abs(planned) * 1e-12);
  return { planned, plannedShare, mean: meanAndDeviation(sorted).mean, p10, p50, p80, p90, drawn };
}

const DECILE = 0.1;

/** How much more each list of results comes to in the tenth of the iterations where a driver is longest than in the one where it is shortest. */
export function swingsOf(driver: ArrayLike<number>, results: readonly ArrayLike<number>[]): number[] {
  const order = orderOf(driver);
  const count = Math.max(1, Math.floor(order.length * DECILE));
  return results.map((of) => {
    let sum = 0;
    for (let at = 0; at < count; at++) sum += of[order[order.length - 1 - at]] - of[order[at]];
    return sum / count;
  });
}

import { seededRandom } from '../leveling/random.ts';
import { normalQuantile, normalShare } from './normal-curve.ts';

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
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = shares[at];
    shares[at] = shares[other];
    shares[other] = kept;
  }
  return shares;
}

/** Ties shares of a variable to a common factor: a Gaussian copula with one factor, so that two members correlate by `coefficient`. */
export function correlatedShares(own: Float64Array, factor: Float64Array, coefficient: number): Float64Array {
  const common = Math.sqrt(Math.max(0, Math.min(1, coefficient)));
  const rest = Math.sqrt(1 - common * common);
  return own.map((share, i) => normalShare(common * normalQuantile(factor[i]) + rest * normalQuantile(share)));
}

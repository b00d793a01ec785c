import { discrete } from './discrete.ts';
import type { Distribution, DistributionKind, DistributionMember } from './distribution.ts';
import { lognormal } from './lognormal.ts';
import { normal } from './normal.ts';
import { pert } from './pert.ts';
import { triangular } from './triangular.ts';
import { uniform } from './uniform.ts';

/** The distributions of durations. */
export const DISTRIBUTIONS = { triangular, pert, uniform, normal, lognormal, discrete } satisfies {
  [K in DistributionKind]: DistributionMember<K>;
};

/** The inverse of a distribution: a share of 0…1 to the value below which that share lies; null where its parameters make no sense. */
export function quantileOf(distribution: Distribution): ((share: number) => number) | null {
  const member = DISTRIBUTIONS[distribution.kind] as DistributionMember<DistributionKind>;
  return member.isValid(distribution) ? member.quantile(distribution) : null;
}

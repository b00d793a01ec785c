import type { DistributionMember } from './distribution.ts';

/** Anything between two values alike. */
export const uniform: DistributionMember<'uniform'> = {
  isValid: ({ low, high }) => low >= 0 && low <= high && Number.isFinite(high),
  quantile:
    ({ low, high }) =>
    (share) =>
      low + (high - low) * share,
};

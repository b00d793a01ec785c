import type { DistributionMember } from './distribution.ts';

/** Three points, straight between them. */
export const triangular: DistributionMember<'triangular'> = {
  isValid: ({ low, likely, high }) => low >= 0 && low <= likely && likely <= high && Number.isFinite(high),
  quantile: ({ low, likely, high }) => {
    const width = high - low;
    if (width === 0) return () => low;
    const turn = (likely - low) / width;
    return (share) =>
      share < turn ? low + Math.sqrt(share * width * (likely - low)) : high - Math.sqrt((1 - share) * width * (high - likely));
  },
};

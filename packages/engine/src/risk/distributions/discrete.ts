import type { DistributionMember } from './distribution.ts';

/** Single values by weight. */
export const discrete: DistributionMember<'discrete'> = {
  isValid: ({ values }) =>
    values.some((entry) => entry.weight > 0) &&
    values.every(({ value, weight }) => value >= 0 && weight >= 0 && Number.isFinite(value + weight)),
  quantile: ({ values }) => {
    const sorted = values.filter((entry) => entry.weight > 0).sort((a, b) => a.value - b.value);
    const whole = sorted.reduce((sum, entry) => sum + entry.weight, 0);
    return (share) => {
      let reached = 0;
      for (const { value, weight } of sorted) if ((reached += weight) >= share * whole) return value;
      return sorted[sorted.length - 1].value;
    };
  },
};

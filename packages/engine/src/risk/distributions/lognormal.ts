import { normalQuantile } from '../normal-curve.ts';
import type { DistributionMember } from './distribution.ts';

/** Mean and standard deviation of the value itself, with a long tail to the right. */
export const lognormal: DistributionMember<'lognormal'> = {
  isValid: ({ mean, deviation }) => mean > 0 && deviation >= 0 && Number.isFinite(mean + deviation),
  quantile: ({ mean, deviation }) => {
    const variance = Math.log(1 + (deviation / mean) ** 2);
    const middle = Math.log(mean) - variance / 2;
    return (share) => Math.exp(middle + Math.sqrt(variance) * normalQuantile(share));
  },
};

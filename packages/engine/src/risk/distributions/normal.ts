import { normalQuantile } from '../normal-curve.ts';
import type { DistributionMember } from './distribution.ts';

/** Mean and standard deviation; what would be below 0 is 0. */
export const normal: DistributionMember<'normal'> = {
  isValid: ({ mean, deviation }) => mean >= 0 && deviation >= 0 && Number.isFinite(mean + deviation),
  quantile:
    ({ mean, deviation }) =>
    (share) =>
      Math.max(0, mean + deviation * normalQuantile(share)),
};

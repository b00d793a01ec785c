import { normalQuantile } from '../normal-curve.ts';
import type { DistributionMember } from './distribution.ts';

/** Mean and standard deviation; negative samples become 0. */
export const normal: DistributionMember<'normal'> = {
  isValid: ({ mean, deviation }) => mean >= 0 && deviation >= 0 && Number.isFinite(mean + deviation),
  quantile:
    ({ mean, deviation }) =>
    (share) =>
      Math.max(0, mean + deviation * normalQuantile(share)),
};

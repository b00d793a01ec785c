import type { DistributionMember } from './distribution.ts';

const STEPS = 1024;
/** Weight of the likely value against the two ends; 4 is the classic one. */
const LIKELY_WEIGHT = 4;

/** Three points as a beta distribution: the likely value counts four times, the ends are rarely reached. Inverted by a table. */
export const pert: DistributionMember<'pert'> = {
  isValid: ({ low, likely, high }) => low >= 0 && low <= likely && likely <= high && Number.isFinite(high),
  quantile: ({ low, likely, high }) => {
    const width = high - low;
    if (width === 0) return () => low;
    const alpha = 1 + (LIKELY_WEIGHT * (likely - low)) / width;
    const beta = 1 + (LIKELY_WEIGHT * (high - likely)) / width;
    const density = (x: number) => x ** (alpha - 1) * (1 - x) ** (beta - 1);
    const cumulative = new Float64Array(STEPS + 1);
    for (let step = 1; step <= STEPS; step++) cumulative[step] = cumulative[step - 1] + density((step - 1) / STEPS) + density(step / STEPS);
    return (share) => {
      const sought = share * cumulative[STEPS];
      let least = 0;
      let most = STEPS;
      while (most - least > 1) {
        const middle = (least + most) >> 1;
        if (cumulative[middle] <= sought) least = middle;
        else most = middle;
      }
      const step = cumulative[most] - cumulative[least];
      return low + (width * (least + (step > 0 ? (sought - cumulative[least]) / step : 0))) / STEPS;
    };
  },
};

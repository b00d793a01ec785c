import type { Scenario } from './scenario.ts';
import { isDivisor, restOfDuration } from './scenario.ts';

/** 1. Remaining = D · (1 − p); at the pace so far E · (1 − p) / p, where there is a pace. Always answers. */
export const byProgress: Scenario = {
  name: 'by_progress',
  family: 'duration',
  fallback: null,
  forecast: (work, options) => {
    const { progress, elapsedMinutes } = work;
    if (options.rateOfProgress === 'pace' && isDivisor(progress) && elapsedMinutes > 0) {
      return { remainingMinutes: (elapsedMinutes * (1 - progress)) / progress };
    }
    return restOfDuration(work.durationMinutes ?? 0, progress);
  },
};

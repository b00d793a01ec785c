import type { Scenario } from './scenario.ts';
import { isDivisor } from './scenario.ts';

/** 5. Remaining = (V − V fact) / base intensity, in working days. */
export const baseIntensityVolume: Scenario = {
  name: 'base_intensity_volume',
  family: 'volume',
  fallback: 6,
  forecast: ({ volume, volumeFact, baseIntensityPerDay, minutesPerDay }) => {
    if (!isDivisor(volume) || !isDivisor(baseIntensityPerDay)) return null;
    return { remainingMinutes: ((volume - (volumeFact ?? 0)) / baseIntensityPerDay) * minutesPerDay };
  },
};

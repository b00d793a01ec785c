import type { Scenario } from './scenario.ts';
import { restAtIntensity } from './scenario.ts';

/** 6. Remaining = (V − V fact) / intensity so far, before any fact at the planned rate V/D. */
export const volume: Scenario = {
  name: 'volume',
  family: 'volume',
  fallback: 1,
  forecast: (work, options) => restAtIntensity(work, work.volume, work.volumeFact, options),
};

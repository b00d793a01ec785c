import type { Scenario } from './scenario.ts';
import { restAtIntensity } from './scenario.ts';

/** 9. Remaining = (L − L fact) / intensity so far, before any fact at the planned rate L/D. */
export const labour: Scenario = {
  name: 'labour',
  family: 'labour',
  fallback: 1,
  forecast: (work, options) => restAtIntensity(work, work.labour, work.labourFact, options),
};

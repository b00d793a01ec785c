import type { Scenario } from './scenario.ts';
import { restAtIntensity } from './scenario.ts';

/** 12. Remaining = (C − C fact) / intensity so far, before any fact at the planned rate C/D. */
export const cost: Scenario = {
  name: 'cost',
  family: 'cost',
  fallback: 1,
  forecast: (work, options) => restAtIntensity(work, work.cost, work.costFact, options),
};

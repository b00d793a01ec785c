import type { Scenario } from '../scenario.ts';
import { restAtPlannedRate } from '../scenario.ts';

/** 14. Remaining = initial duration · (1 − C fact / C). */
export const costWithInitialDuration: Scenario = {
  name: 'cost_with_initial_duration',
  family: 'cost',
  fallback: 12,
  forecast: (work) => restAtPlannedRate(work.cost, work.costFact, work.initialDurationMinutes),
};

import type { Scenario } from '../scenario.ts';
import { restAtPlannedRate } from '../scenario.ts';

/** 11. Remaining = initial duration · (1 − L fact / L). */
export const labourWithInitialDuration: Scenario = {
  name: 'labour_with_initial_duration',
  family: 'labour',
  fallback: 9,
  forecast: (work) => restAtPlannedRate(work.labour, work.labourFact, work.initialDurationMinutes),
};

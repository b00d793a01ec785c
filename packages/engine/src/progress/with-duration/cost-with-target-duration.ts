import type { Scenario } from '../scenario.ts';
import { restAtPlannedRate } from '../scenario.ts';

/** 13. Remaining = target duration · (1 − C fact / C). */
export const costWithTargetDuration: Scenario = {
  name: 'cost_with_target_duration',
  family: 'cost',
  fallback: 12,
  forecast: (work) => restAtPlannedRate(work.cost, work.costFact, work.targetDurationMinutes),
};

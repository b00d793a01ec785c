import type { Scenario } from '../scenario.ts';
import { restAtPlannedRate } from '../scenario.ts';

/** 10. Remaining = target duration · (1 − L fact / L). */
export const labourWithTargetDuration: Scenario = {
  name: 'labour_with_target_duration',
  family: 'labour',
  fallback: 9,
  forecast: (work) => restAtPlannedRate(work.labour, work.labourFact, work.targetDurationMinutes),
};

import type { Scenario } from '../scenario.ts';
import { restAtPlannedRate } from '../scenario.ts';

/** 7. Remaining = target duration · (1 − V fact / V). */
export const volumeWithTargetDuration: Scenario = {
  name: 'volume_with_target_duration',
  family: 'volume',
  fallback: 6,
  forecast: (work) => restAtPlannedRate(work.volume, work.volumeFact, work.targetDurationMinutes),
};

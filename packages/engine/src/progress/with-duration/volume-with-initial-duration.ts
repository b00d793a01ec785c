import type { Scenario } from '../scenario.ts';
import { restAtPlannedRate } from '../scenario.ts';

/** 8. Remaining = initial duration · (1 − V fact / V). */
export const volumeWithInitialDuration: Scenario = {
  name: 'volume_with_initial_duration',
  family: 'volume',
  fallback: 6,
  forecast: (work) => restAtPlannedRate(work.volume, work.volumeFact, work.initialDurationMinutes),
};

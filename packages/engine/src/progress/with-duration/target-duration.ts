import type { Scenario } from '../scenario.ts';
import { isDivisor, restOfDuration } from '../scenario.ts';

/** 2. Remaining = target duration · (1 − p). */
export const targetDuration: Scenario = {
  name: 'target_duration',
  family: 'duration',
  fallback: 1,
  forecast: ({ targetDurationMinutes, progress }) =>
    isDivisor(targetDurationMinutes) ? restOfDuration(targetDurationMinutes, progress) : null,
};

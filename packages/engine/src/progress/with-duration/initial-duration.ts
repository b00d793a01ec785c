import type { Scenario } from '../scenario.ts';
import { isDivisor, restOfDuration } from '../scenario.ts';

/** 3. Remaining = initial duration · (1 − p). */
export const initialDuration: Scenario = {
  name: 'initial_duration',
  family: 'duration',
  fallback: 1,
  forecast: ({ initialDurationMinutes, progress }) =>
    isDivisor(initialDurationMinutes) ? restOfDuration(initialDurationMinutes, progress) : null,
};

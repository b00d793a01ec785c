import type { CalculationResult } from '../../timetable/result.ts';

/** What a plain calculation answers, column by column as the engine does. */
export type PlainResult = Pick<
  CalculationResult,
  | 'start'
  | 'finish'
  | 'earlyStart'
  | 'earlyFinish'
  | 'lateStart'
  | 'lateFinish'
  | 'totalFloat'
  | 'freeFloat'
  | 'remaining'
  | 'critical'
  | 'nearCritical'
  | 'longestPath'
  | 'projectFinish'
>;

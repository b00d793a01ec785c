import { baselineExecutionIndex } from './performance/baseline-execution-index.ts';
import { brokenCriticalPath } from './logic/broken-critical-path.ts';
import { calendarMix } from './dates/calendar-mix.ts';
import { calendarOutliers } from './dates/calendar-outliers.ts';
import type { HealthCheck } from './check.ts';
import { criticalEffort } from './performance/critical-effort.ts';
import { criticalPathLengthIndex } from './performance/critical-path-length-index.ts';
import { criticalPathTest } from './logic/critical-path-test.ts';
import { danglingFinishes } from './logic/dangling-finishes.ts';
import { danglingStarts } from './logic/dangling-starts.ts';
import { duplicateNames } from './performance/duplicate-names.ts';
import { hardConstraints } from './dates/hard-constraints.ts';
import { highDuration } from './dates/high-duration.ts';
import { highFloat } from './dates/high-float.ts';
import { invalidDates } from './dates/invalid-dates.ts';
import { lags } from './logic/lags.ts';
import { leads } from './logic/leads.ts';
import { mergePoints } from './logic/merge-points.ts';
import { milestoneDurations } from './dates/milestone-durations.ts';
import { missedTasks } from './performance/missed-tasks.ts';
import { missingBaseline } from './performance/missing-baseline.ts';
import { missingCalendar } from './dates/missing-calendar.ts';
import { missingCost } from './performance/missing-cost.ts';
import { missingLogic } from './logic/missing-logic.ts';
import { missingResources } from './performance/missing-resources.ts';
import { missingVolume } from './performance/missing-volume.ts';
import { negativeFloat } from './dates/negative-float.ts';
import { outOfSequence } from './logic/out-of-sequence.ts';
import { overAllocation } from './performance/over-allocation.ts';
import { redundantRelations } from './logic/redundant-relations.ts';
import { relationTypes } from './logic/relation-types.ts';
import { rings } from './logic/rings.ts';
import { staleLimits } from './dates/stale-limits.ts';
import { summaryLogic } from './logic/summary-logic.ts';

/** Every check of a schedule, in the order in which a report lists them: DCMA 1 to 14, GAO, our own. */
export const HEALTH_CHECKS = {
  missing_logic: missingLogic,
  leads,
  lags,
  relation_types: relationTypes,
  hard_constraints: hardConstraints,
  high_float: highFloat,
  negative_float: negativeFloat,
  high_duration: highDuration,
  invalid_dates: invalidDates,
  missing_resources: missingResources,
  missed_tasks: missedTasks,
  critical_path_test: criticalPathTest,
  critical_path_length_index: criticalPathLengthIndex,
  baseline_execution_index: baselineExecutionIndex,
  dangling_starts: danglingStarts,
  dangling_finishes: danglingFinishes,
  summary_logic: summaryLogic,
  redundant_relations: redundantRelations,
  rings,
  out_of_sequence: outOfSequence,
  duplicate_names: duplicateNames,
  merge_points: mergePoints,
  broken_critical_path: brokenCriticalPath,
  critical_effort: criticalEffort,
  over_allocation: overAllocation,
  missing_baseline: missingBaseline,
  calendar_mix: calendarMix,
  calendar_outliers: calendarOutliers,
  missing_calendar: missingCalendar,
  missing_volume: missingVolume,
  missing_cost: missingCost,
  stale_limits: staleLimits,
  milestone_durations: milestoneDurations,
} satisfies Record<string, HealthCheck>;

/** Name of a check. */
export type HealthCheckId = keyof typeof HEALTH_CHECKS;

import { baselineExecutionIndex } from './baseline-execution-index.ts';
import { brokenCriticalPath } from './broken-critical-path.ts';
import { calendarMix } from './calendar-mix.ts';
import { calendarOutliers } from './calendar-outliers.ts';
import type { HealthCheck } from './check.ts';
import { criticalEffort } from './critical-effort.ts';
import { criticalPathLengthIndex } from './critical-path-length-index.ts';
import { criticalPathTest } from './critical-path-test.ts';
import { danglingFinishes } from './dangling-finishes.ts';
import { danglingStarts } from './dangling-starts.ts';
import { duplicateNames } from './duplicate-names.ts';
import { hardConstraints } from './hard-constraints.ts';
import { highDuration } from './high-duration.ts';
import { highFloat } from './high-float.ts';
import { invalidDates } from './invalid-dates.ts';
import { lags } from './lags.ts';
import { leads } from './leads.ts';
import { mergePoints } from './merge-points.ts';
import { milestoneDurations } from './milestone-durations.ts';
import { missedTasks } from './missed-tasks.ts';
import { missingBaseline } from './missing-baseline.ts';
import { missingCalendar } from './missing-calendar.ts';
import { missingCost } from './missing-cost.ts';
import { missingLogic } from './missing-logic.ts';
import { missingResources } from './missing-resources.ts';
import { missingVolume } from './missing-volume.ts';
import { negativeFloat } from './negative-float.ts';
import { outOfSequence } from './out-of-sequence.ts';
import { overAllocation } from './over-allocation.ts';
import { redundantRelations } from './redundant-relations.ts';
import { relationTypes } from './relation-types.ts';
import { rings } from './rings.ts';
import { staleLimits } from './stale-limits.ts';
import { summaryLogic } from './summary-logic.ts';

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

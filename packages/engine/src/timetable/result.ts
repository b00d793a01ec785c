import { NO_DATE, type CalculationOptions, type Minute } from '@gantry/domain';
import type { PlanFacts } from '../network/facts.ts';
import type { CalculationIssue } from '../network/issue.ts';

/** Stands for "no float" in the float columns: completed items, drafts, rows without dates. */
export const NO_FLOAT = NO_DATE;

/** What set the early start of an item where no relation did; values of `driver` at or above 0 are indexes of relations. */
export const DRIVER = {
  none: -1,
  dataDate: -2,
  projectStart: -3,
  startLimit: -4,
  finishLimit: -5,
  external: -6,
  resume: -7,
  mandatory: -8,
  asLateAsPossible: -9,
  scope: -10,
  leveling: -11,
} as const;

/** Counts and findings of a calculation, as a scheduling log lists them. */
export type CalculationLog = PlanFacts & {
  options: CalculationOptions;
  criticalCount: number;
  nearCriticalCount: number;
  /** Items with a constraint, and those whose dates violate it. */
  constrainedIds: number[];
  violatedIds: number[];
};

/** Dates and floats of a plan, one entry per item in the order of the plan; NO_DATE or NO_FLOAT where there is none. */
export type CalculationResult = {
  earlyStart: Int32Array;
  earlyFinish: Int32Array;
  lateStart: Int32Array;
  lateFinish: Int32Array;
  /** Actual dates, else early dates; summaries span them; drafts keep planned dates. */
  start: Int32Array;
  finish: Int32Array;
  /** Working minutes of the item's calendar. */
  totalFloat: Int32Array;
  freeFloat: Int32Array;
  remaining: Int32Array;
  critical: Uint8Array;
  nearCritical: Uint8Array;
  longestPath: Uint8Array;
  /** Index of the relation that sets the early start, or one of DRIVER. */
  driver: Int32Array;
  /** Number of the float path from 1, 0 = on none, and the place on it from 1 at its end. */
  floatPath: Uint16Array;
  floatPathOrder: Uint32Array;
  /** Per relation: 1 where it sets the early start of its successor. */
  driving: Uint8Array;
  /** Latest early finish; NO_DATE in an empty plan. */
  projectFinish: Minute;
  issues: CalculationIssue[];
  log: CalculationLog;
};

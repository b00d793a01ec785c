import type { Plan } from '@gantry/domain';
import { calculate } from '../timetable/calculate.ts';
import type { CalculationResult } from '../timetable/result.ts';
import { HEALTH_CHECKS } from './index.ts';
import type { HealthCheckId } from './index.ts';
import type { HealthCheck, HealthMeasure, HealthThreshold } from './check.ts';
import { healthContext } from './context.ts';
import type { HealthAmounts, HealthBaseline } from './context.ts';

/** Result of a check for a plan. */
export type HealthFinding = HealthMeasure & {
  check: HealthCheckId;
  source: HealthCheck['source'];
  unit: HealthCheck['unit'];
  passes: HealthCheck['passes'];
  threshold: HealthThreshold;
  verdict: 'passed' | 'failed' | 'not_measured';
};

/** Input of checks beside the plan. */
export type HealthOptions = {
  /** The calculation of this very plan, where it is at hand. */
  result?: CalculationResult;
  baseline?: HealthBaseline;
  amounts?: HealthAmounts;
  /** The checks to make; all of them when absent. */
  checks?: readonly HealthCheckId[];
  thresholds?: Partial<Record<HealthCheckId, HealthThreshold>>;
};

/** Makes the checks of a plan, in the order of the table. */
export function checkHealth(plan: Plan, options: HealthOptions = {}): HealthFinding[] {
  const context = healthContext(plan, options.result ?? calculate(plan), options.baseline ?? null, options.amounts ?? null);
  const wanted = options.checks ? new Set(options.checks) : null;
  const findings: HealthFinding[] = [];
  for (const [check, member] of Object.entries(HEALTH_CHECKS) as [HealthCheckId, HealthCheck][]) {
    if (wanted && !wanted.has(check)) continue;
    const { source, unit, passes } = member;
    const threshold = options.thresholds?.[check] ?? member.threshold;
    const measure = member.measure(context, threshold);
    findings.push({ check, source, unit, passes, threshold, ...measure, verdict: verdictOf(measure.value, passes, threshold.limit) });
  }
  return findings;
}

function verdictOf(value: number | null, passes: HealthCheck['passes'], limit: number): HealthFinding['verdict'] {
  if (value === null) return 'not_measured';
  return (passes === 'at_most' ? value <= limit : value >= limit) ? 'passed' : 'failed';
}

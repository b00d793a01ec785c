import { workBetween } from '../../time/work.ts';
import { NOT_MEASURED } from '../check.ts';
import type { HealthCheck } from '../check.ts';
import { finishMilestone } from '../context.ts';

/**
 * DCMA 13: (length of the critical path + total float of its end) / length. The float is measured against "must finish by", else
 * against the baseline's latest finish; without either there is nothing to measure.
 */
export const criticalPathLengthIndex: HealthCheck = {
  source: 'dcma',
  unit: 'index',
  passes: 'at_least',
  threshold: { limit: 0.95 },
  measure: (context) => {
    const { plan, result, baseline } = context;
    const due =
      plan.options.mustFinishBy ??
      (baseline?.size ? [...baseline.values()].reduce((latest, dates) => Math.max(latest, dates.finish), 0) : null);
    const marked = finishMilestone(context);
    const end = marked >= 0 ? marked : context.incomplete.find((item) => result.earlyFinish[item] === result.projectFinish);
    if (due === null || end === undefined) return NOT_MEASURED;
    const calendar = context.calendarOf(end);
    const length = workBetween(calendar, plan.options.dataDate, result.projectFinish);
    if (length <= 0) return NOT_MEASURED;
    return {
      value: (length + workBetween(calendar, result.projectFinish, due)) / length,
      population: 1,
      itemIds: [plan.items[end].id],
      relationIds: [],
      fixes: [],
    };
  },
};

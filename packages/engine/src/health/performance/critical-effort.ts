import { countOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 6: levels of effort that the calculation shows as critical; they follow work and cannot drive it. */
export const criticalEffort: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { items } = context.plan;
    const efforts = [...items.keys()].filter(
      (item) => items[item].schedulingKind === 'level_of_effort' && items[item].status !== 'completed',
    );
    return countOfItems(
      context,
      efforts.filter((item) => context.result.critical[item] || context.result.longestPath[item]),
      efforts.length,
    );
  },
};

import { shareOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 8: rows in which many paths meet, where a delay of any of them is felt. */
export const mergePoints: HealthCheck = {
  source: 'gao',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05, bound: 10 },
  measure: (context, { bound = 10 }) => {
    const found = context.incomplete.filter((item) => context.incoming[item].length > bound);
    return shareOfItems(context, found, context.incomplete.length);
  },
};

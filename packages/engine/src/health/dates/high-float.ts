import { shareOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 6: more total float than 44 working days, a sign of missing successors. */
export const highFloat: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05, bound: 44 },
  measure: (context, { bound = 44 }) => {
    const found = context.incomplete.filter((item) => context.result.totalFloat[item] > bound * context.minutesPerDay(item));
    return shareOfItems(context, found, context.incomplete.length);
  },
};

import { shareOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 8: more than 44 working days left in one row. */
export const highDuration: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05, bound: 44 },
  measure: (context, { bound = 44 }) => {
    const found = context.works.filter((item) => context.plan.items[item].remainingMinutes > bound * context.minutesPerDay(item));
    return shareOfItems(context, found, context.works.length);
  },
};

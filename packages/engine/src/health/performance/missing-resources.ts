import { shareOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 10: rows with a duration that nothing is assigned to. */
export const missingResources: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const assigned = new Set(context.plan.assignments.map((assignment) => assignment.itemId));
    const found = context.works.filter((item) => !assigned.has(context.plan.items[item].id));
    return shareOfItems(context, found, context.works.length);
  },
};

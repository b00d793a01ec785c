import { countOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';
import { isMilestone } from '../context.ts';

/** Own: milestones with a duration, and rows of work without one. */
export const milestoneDurations: HealthCheck = {
  source: 'own',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { items } = context.plan;
    const found = context.incomplete.filter((item) => isMilestone(items[item]) === items[item].durationMinutes > 0);
    const fixes = found
      .filter((item) => isMilestone(items[item]))
      .map((item): HealthFix => ({ command: 'set_duration', itemId: items[item].id, durationMinutes: 0 }));
    return countOfItems(context, found, context.incomplete.length, fixes);
  },
};

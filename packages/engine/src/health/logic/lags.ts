import { shareOfRelations } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 3: relations with a positive lag, work that nobody sees. */
export const lags: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05 },
  measure: (context) => {
    const found = context.liveRelations.filter((relation) => context.plan.relations[relation].lagMinutes > 0);
    return shareOfRelations(context, found, context.liveRelations.length);
  },
};

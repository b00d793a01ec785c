import { countOfRelations } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 2: relations with a negative lag. */
export const leads: HealthCheck = {
  source: 'dcma',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { relations } = context.plan;
    const found = context.liveRelations.filter((relation) => relations[relation].lagMinutes < 0);
    const fixes = found.map((relation) => ({ command: 'set_lag' as const, relationId: relations[relation].id, lagMinutes: 0 }));
    return countOfRelations(context, found, context.liveRelations.length, fixes);
  },
};

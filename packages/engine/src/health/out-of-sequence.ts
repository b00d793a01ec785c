import { countOfRelations } from './check.ts';
import type { HealthCheck } from './check.ts';

/** GAO, best practice 9: work that began before its relations allowed it. */
export const outOfSequence: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const wrong = new Set(context.result.log.outOfSequenceRelationIds);
    const found = [...context.plan.relations.keys()].filter((relation) => wrong.has(context.plan.relations[relation].id));
    return countOfRelations(context, found, context.plan.relations.length);
  },
};

import { countOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 2: rows with successors none of which waits for the finish (SS and SF only): they can take any time. */
export const danglingFinishes: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const isHeld = (relation: number) => ['fs', 'ff'].includes(context.plan.relations[relation].type);
    const found = context.works.filter((item) => context.outgoing[item].length > 0 && !context.outgoing[item].some(isHeld));
    return countOfItems(context, found, context.works.length);
  },
};

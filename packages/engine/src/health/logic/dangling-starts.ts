import { countOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 2: rows with predecessors none of which holds the start (FF and SF only): they can begin at any time. */
export const danglingStarts: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const isHeld = (relation: number) => ['fs', 'ss'].includes(context.plan.relations[relation].type);
    const found = context.works.filter(
      (item) =>
        context.plan.items[item].status === 'not_started' && context.incoming[item].length > 0 && !context.incoming[item].some(isHeld),
    );
    return countOfItems(context, found, context.works.length);
  },
};

import { countOfRelations } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 9: work that began before its relations allowed it. What is completed on both sides is history. */
export const outOfSequence: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const wrong = new Set(context.result.log.outOfSequenceRelationIds);
    const { items, relations } = context.plan;
    const isOpen = (item: number) => item >= 0 && items[item].status !== 'completed';
    const open = [...relations.keys()].filter((relation) => isOpen(context.from[relation]) || isOpen(context.to[relation]));
    const found = open.filter((relation) => wrong.has(relations[relation].id));
    return countOfRelations(context, found, open.length);
  },
};

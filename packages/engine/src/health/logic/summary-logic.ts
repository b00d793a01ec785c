import { countOfRelations } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 2: relations of rows with children. The calculation does not follow them. */
export const summaryLogic: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { relations, items } = context.plan;
    const isSummary = (item: number) => item >= 0 && (context.isParent[item] === 1 || items[item].type === 'sum');
    const found = [...relations.keys()].filter((relation) => isSummary(context.from[relation]) || isSummary(context.to[relation]));
    const fixes = found.map((relation) => ({ command: 'remove_relation' as const, relationId: relations[relation].id }));
    return countOfRelations(context, found, relations.length, fixes);
  },
};

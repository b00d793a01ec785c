import type { HealthCheck, HealthFix } from '../check.ts';

/** GAO, best practice 2: relations in a cycle, which no calculation can follow. The cure is to cut the cycle where it closes. */
export const rings: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const found = context.result.issues.filter((issue) => issue.kind === 'ring').map((issue) => issue.itemIds);
    const relations = found.flatMap((path) => {
      const closing = context.plan.relations.find(
        (relation) => relation.predecessorId === path[path.length - 1] && relation.successorId === path[0],
      );
      return closing ? [closing.id] : [];
    });
    const fixes = relations.map((relationId): HealthFix => ({ command: 'remove_relation', relationId }));
    return {
      value: found.length,
      population: context.plan.relations.length,
      itemIds: [...new Set(found.flat())],
      relationIds: relations,
      fixes,
    };
  },
};

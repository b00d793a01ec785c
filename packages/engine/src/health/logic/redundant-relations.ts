import { countOfRelations } from '../check.ts';
import type { HealthCheck } from '../check.ts';
import type { HealthContext } from '../context.ts';

function isPlain(context: HealthContext, relation: number): boolean {
  const { type, lagMinutes } = context.plan.relations[relation];
  return type === 'fs' && lagMinutes >= 0;
}

/** Said twice between the same rows, or implied by two relations over one row between. */
function isRedundant(context: HealthContext, relation: number): boolean {
  const { relations, items } = context.plan;
  const from = context.from[relation];
  const to = context.to[relation];
  const { type, lagMinutes } = relations[relation];
  const isTwin = (other: number) =>
    other < relation && context.from[other] === from && relations[other].type === type && relations[other].lagMinutes === lagMinutes;
  if (context.incoming[to].some(isTwin)) return true;
  if (type !== 'fs' || lagMinutes !== 0) return false;
  return context.incoming[to].some((last) => {
    const between = context.from[last];
    if (last === relation || between === from || !isPlain(context, last) || items[between].status === 'completed') return false;
    return context.incoming[between].some((first) => context.from[first] === from && isPlain(context, first));
  });
}

/** GAO, best practice 2: relations that say nothing new and hide those that do. */
export const redundantRelations: HealthCheck = {
  source: 'gao',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05 },
  measure: (context) => {
    const { relations } = context.plan;
    const found = context.liveRelations.filter((relation) => isRedundant(context, relation));
    const fixes = found.map((relation) => ({ command: 'remove_relation' as const, relationId: relations[relation].id }));
    const measured = countOfRelations(context, found, context.liveRelations.length, fixes);
    return { ...measured, value: measured.population ? found.length / measured.population : null };
  },
};

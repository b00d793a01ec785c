import { countOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 1: rows that cannot be told apart by their names. */
export const duplicateNames: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const nameOf = (item: number) => context.plan.items[item].name.trim().toLowerCase();
    const counts = new Map<string, number>();
    for (const item of context.incomplete) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
    const found = context.incomplete.filter((item) => nameOf(item) !== '' && counts.get(nameOf(item))! > 1);
    return countOfItems(context, found, context.incomplete.length);
  },
};

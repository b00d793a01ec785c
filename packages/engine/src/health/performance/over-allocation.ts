import { overAllocationsOf } from '../../leveling/explain.ts';
import { levelingInstance } from '../../leveling/instance.ts';
import { countOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 3: stretches of time in which more of a resource is planned than there is; the rows that take part in them. */
export const overAllocation: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { plan, result } = context;
    const instance = levelingInstance(plan);
    const stretches = overAllocationsOf(instance, instance.calculated);
    const resourcesOf = Map.groupBy(plan.assignments, (assignment) => assignment.itemId);
    const takesPart = (item: number) =>
      resourcesOf
        .get(plan.items[item].id)
        ?.some((assignment) =>
          stretches.some(
            ({ resourceId, from, to }) =>
              resourceId === assignment.resourceId && result.earlyStart[item] < to && result.earlyFinish[item] > from,
          ),
        ) ?? false;
    const found = stretches.length ? context.works.filter(takesPart) : [];
    return { ...countOfItems(context, found, context.works.length), value: stretches.length };
  },
};

import { NOT_MEASURED, shareOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 11: rows that the baseline finishes by the data date and that finished, or will finish, later. */
export const missedTasks: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05 },
  measure: (context) => {
    const { plan, baseline, result } = context;
    if (!baseline) return NOT_MEASURED;
    const planned = (item: number) => baseline.get(plan.items[item].id)?.finish ?? Number.POSITIVE_INFINITY;
    const due = [...plan.items.keys()].filter((item) => context.isScheduled[item] && planned(item) <= plan.options.dataDate);
    return shareOfItems(
      context,
      due.filter((item) => result.finish[item] > planned(item)),
      due.length,
    );
  },
};

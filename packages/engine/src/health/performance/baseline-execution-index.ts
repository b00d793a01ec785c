import { NOT_MEASURED } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 14: rows completed / rows that the baseline completes by the data date. What should be done and is not is told. */
export const baselineExecutionIndex: HealthCheck = {
  source: 'dcma',
  unit: 'index',
  passes: 'at_least',
  threshold: { limit: 0.95 },
  measure: (context) => {
    const { plan, baseline } = context;
    if (!baseline) return NOT_MEASURED;
    const rows = plan.items.filter((_, index) => context.isScheduled[index]);
    const due = rows.filter((item) => (baseline.get(item.id)?.finish ?? Number.POSITIVE_INFINITY) <= plan.options.dataDate);
    if (due.length === 0) return NOT_MEASURED;
    const completed = rows.filter((item) => item.status === 'completed' && baseline.has(item.id));
    const itemIds = due.filter((item) => item.status !== 'completed').map((item) => item.id);
    return { value: completed.length / due.length, population: due.length, itemIds, relationIds: [], fixes: [] };
  },
};

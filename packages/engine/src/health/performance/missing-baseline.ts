import { NOT_MEASURED, shareOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** GAO, best practice 10: rows that the baseline does not know. */
export const missingBaseline: HealthCheck = {
  source: 'gao',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05 },
  measure: (context) => {
    const { baseline, plan } = context;
    if (!baseline) return NOT_MEASURED;
    return shareOfItems(
      context,
      context.incomplete.filter((item) => !baseline.has(plan.items[item].id)),
      context.incomplete.length,
    );
  },
};

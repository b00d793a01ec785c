import { NOT_MEASURED, shareOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** Own: works without a cost, which no earned value can count. */
export const missingCost: HealthCheck = {
  source: 'own',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { amounts, plan } = context;
    if (!amounts) return NOT_MEASURED;
    const works = context.works.filter((item) => plan.items[item].type === 'work');
    return shareOfItems(
      context,
      works.filter((item) => !amounts.get(plan.items[item].id)?.cost),
      works.length,
    );
  },
};

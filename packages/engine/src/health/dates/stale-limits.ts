import { countOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';

/** Own: "not earlier" limits before the data date, which hold nothing any more and would hide what drives the row. */
export const staleLimits: HealthCheck = {
  source: 'own',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { items, options } = context.plan;
    const fixes: HealthFix[] = [];
    const found = context.incomplete.filter((index) => {
      const item = items[index];
      const isStale = (type: string | null, date: number | null) => type === 'not_earlier' && date !== null && date < options.dataDate;
      const isStartStale = isStale(item.startLimitType, item.startLimitDate);
      const isFinishStale = isStale(item.finishLimitType, item.finishLimitDate);
      if (isStartStale) fixes.push({ command: 'set_limit', itemId: item.id, end: 'start', type: null });
      if (isFinishStale) fixes.push({ command: 'set_limit', itemId: item.id, end: 'finish', type: null });
      return isStartStale || isFinishStale;
    });
    return countOfItems(context, found, context.incomplete.length, fixes);
  },
};

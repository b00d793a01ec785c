import { countOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';

/** DCMA 9: actual dates after the data date, and a finish before its start. Unfinished work before the data date cannot be: the calculation moves it. */
export const invalidDates: HealthCheck = {
  source: 'dcma',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { items, options } = context.plan;
    const fixes: HealthFix[] = [];
    const scheduled = [...items.keys()].filter((item) => context.isScheduled[item]);
    const found = scheduled.filter((index) => {
      const { id, actualStart, actualFinish } = items[index];
      const isStartAhead = actualStart !== null && actualStart > options.dataDate;
      const isFinishAhead = actualFinish !== null && actualFinish > options.dataDate;
      if (isStartAhead) fixes.push({ command: 'set_actual', itemId: id, end: 'start', date: null });
      if (isFinishAhead) fixes.push({ command: 'set_actual', itemId: id, end: 'finish', date: null });
      return isStartAhead || isFinishAhead || (actualStart !== null && actualFinish !== null && actualFinish < actualStart);
    });
    return countOfItems(context, found, scheduled.length, fixes);
  },
};

import { countOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';

/** Own: single rows that work by another calendar than nearly all (by the bound, a share) of the rows under the same parent. */
export const calendarOutliers: HealthCheck = {
  source: 'own',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0, bound: 0.8 },
  measure: (context, { bound = 0.8 }) => {
    const { items } = context.plan;
    const siblings = Map.groupBy(context.works, (item) => items[item].parentId);
    const found: number[] = [];
    const fixes: HealthFix[] = [];
    for (const group of siblings.values()) {
      const byCalendar = [...Map.groupBy(group, context.calendarIdOf)].sort((a, b) => b[1].length - a[1].length);
      if (byCalendar.length < 2 || byCalendar[0][1].length < bound * group.length) continue;
      for (const item of byCalendar.slice(1).flatMap((entry) => entry[1])) {
        found.push(item);
        fixes.push({ command: 'set_calendar', itemId: items[item].id, calendarId: byCalendar[0][0] });
      }
    }
    return countOfItems(context, found, context.works.length, fixes);
  },
};

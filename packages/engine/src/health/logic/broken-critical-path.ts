import { DRIVER } from '../../timetable/result.ts';
import { countOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';

const BREAKS = new Set<number>([DRIVER.startLimit, DRIVER.finishLimit, DRIVER.mandatory, DRIVER.external, DRIVER.asLateAsPossible]);

/** GAO, best practice 6: rows of the longest path whose date comes from a limit and not from the work before them. */
export const brokenCriticalPath: HealthCheck = {
  source: 'gao',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { plan, result } = context;
    const path = context.incomplete.filter((item) => result.longestPath[item]);
    const found = path.filter((item) => BREAKS.has(result.driver[item]));
    const fixes: HealthFix[] = [];
    for (const item of found) {
      const end = result.driver[item] === DRIVER.startLimit ? 'start' : result.driver[item] === DRIVER.finishLimit ? 'finish' : null;
      if (end) fixes.push({ command: 'set_limit', itemId: plan.items[item].id, end, type: null });
    }
    return countOfItems(context, found, path.length, fixes);
  },
};

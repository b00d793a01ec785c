import { NO_FLOAT } from '../../timetable/result.ts';
import { countOfItems } from '../check.ts';
import type { HealthCheck } from '../check.ts';

/** DCMA 7: dates that cannot be met. */
export const negativeFloat: HealthCheck = {
  source: 'dcma',
  unit: 'count',
  passes: 'at_most',
  threshold: { limit: 0 },
  measure: (context) => {
    const { totalFloat } = context.result;
    const found = context.incomplete.filter((item) => totalFloat[item] !== NO_FLOAT && totalFloat[item] < 0);
    return countOfItems(context, found, context.incomplete.length);
  },
};

import { calculate } from '../../timetable/calculate.ts';
import { workBetween } from '../../time/work.ts';
import { NO_FLOAT } from '../../timetable/result.ts';
import { NOT_MEASURED } from '../check.ts';
import type { HealthCheck } from '../check.ts';
import { finishMilestone } from '../context.ts';

/** DCMA 12: a critical row is made 600 days longer; the share of that delay which reaches the end of the project. */
export const criticalPathTest: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_least',
  threshold: { limit: 0.95, bound: 600 },
  measure: (context, { bound = 600 }) => {
    const { plan, result } = context;
    const candidates = context.works.filter((item) => result.totalFloat[item] !== NO_FLOAT);
    if (candidates.length === 0) return NOT_MEASURED;
    const onPath = candidates.filter((item) => result.longestPath[item]);
    // Where a date alone makes the end critical no work is on the longest path; the one with the least float is the next best.
    const rank = onPath.length ? result.earlyStart : result.totalFloat;
    const item = (onPath.length ? onPath : candidates).reduce((first, other) => (rank[other] < rank[first] ? other : first));
    const delay = bound * context.minutesPerDay(item);
    const items = plan.items.map((row, index) =>
      index === item ? { ...row, remainingMinutes: row.remainingMinutes + delay, expectedFinish: null } : row,
    );
    const delayed = calculate({ ...plan, items });
    const end = finishMilestone(context);
    // A last milestone that a date holds does not move, though the delayed row itself then ends later than it.
    const finish = end >= 0 && result.earlyFinish[end] === result.projectFinish ? delayed.earlyFinish[end] : delayed.projectFinish;
    const moved = workBetween(context.calendarOf(item), result.projectFinish, finish);
    return { value: Math.max(0, Math.min(1, moved / delay)), population: 1, itemIds: [plan.items[item].id], relationIds: [], fixes: [] };
  },
};

import { shareOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';
import { finishMilestone, startMilestone } from '../context.ts';

/** DCMA 1: unfinished rows without a predecessor or without a successor, the first and the last milestone excepted. */
export const missingLogic: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05 },
  measure: (context) => {
    const { plan, incoming, outgoing } = context;
    const first = startMilestone(context);
    const last = finishMilestone(context);
    const isLoose = (item: number) => (incoming[item].length === 0 && item !== first) || (outgoing[item].length === 0 && item !== last);
    const found = context.incomplete.filter(isLoose);
    const fixes: HealthFix[] = [];
    for (const item of found) {
      if (outgoing[item].length > 0 || last < 0) continue;
      fixes.push({ command: 'add_relation', predecessorId: plan.items[item].id, successorId: plan.items[last].id, type: 'fs' });
    }
    return shareOfItems(context, found, context.incomplete.length, fixes);
  },
};

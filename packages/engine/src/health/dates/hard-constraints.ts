import type { PlanItem } from '@gantry/domain';
import { shareOfItems } from '../check.ts';
import type { HealthCheck, HealthFix } from '../check.ts';

/** A limit that the logic cannot push past: not later, in date, mandatory. */
function hardEnds(item: PlanItem): ('start' | 'finish')[] {
  const isHard = (type: PlanItem['startLimitType']) => type === 'not_later' || type === 'in_date';
  const ends: ('start' | 'finish')[] = [];
  if (item.startLimitDate !== null && isHard(item.startLimitType)) ends.push('start');
  if (item.finishLimitDate !== null && isHard(item.finishLimitType)) ends.push('finish');
  return ends;
}

/** DCMA 5: limits that hold dates against the logic. The cure is the soft limit that keeps the date from getting earlier. */
export const hardConstraints: HealthCheck = {
  source: 'dcma',
  unit: 'share',
  passes: 'at_most',
  threshold: { limit: 0.05 },
  measure: (context) => {
    const { items } = context.plan;
    const found = context.incomplete.filter((item) => hardEnds(items[item]).length > 0);
    const fixes = found.flatMap((item) =>
      hardEnds(items[item]).map((end): HealthFix => ({ command: 'set_limit', itemId: items[item].id, end, type: 'not_earlier' })),
    );
    return shareOfItems(context, found, context.incomplete.length, fixes);
  },
};

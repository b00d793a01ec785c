import { formatMinute } from '@gantry/domain';
import type { Minute, Plan } from '@gantry/domain';
import { sideBySide } from '../../testing/picture.ts';
import { drawProfile } from '../../testing/profile-chart.ts';
import type { CalculationResult } from '../../timetable/result.ts';
import type { OverAllocation } from '../explain.ts';
import type { LevelingResult } from '../level.ts';
import { DAY_MINUTES, MONDAY } from './drawn-plan.ts';

/** Calculated and leveled dates side by side, with the use of every resource under them. */
export function leveledPicture(plan: Plan, result: LevelingResult, step = 1): string {
  return sideBySide(
    { title: 'calculated', drawing: drawProfile(plan, early(result.calculated), step) },
    { title: 'leveled', drawing: drawProfile(plan, early(result.leveled), step) },
  );
}

/** Started work begins at its resume date. */
function early({ earlyStart, earlyFinish }: CalculationResult): { start: Int32Array; finish: Int32Array } {
  return { start: earlyStart, finish: earlyFinish };
}

/** Every delay in a line: `B +2d: crew held by A until Wed 17:00`, `C +2d: waits for B`. */
export function reasonsOf(plan: Plan, { delays }: LevelingResult): string {
  const code = (id: number) => plan.items.find((item) => item.id === id)!.code;
  return delays
    .map(({ itemId, minutes, cause }) => {
      const delay = `${code(itemId)} +${minutes / DAY_MINUTES}d`;
      if (cause.kind === 'relation') return `${delay}: waits for ${code(cause.itemId)}`;
      const holders = cause.heldByItemIds.map(code).sort().join(' ');
      const limit = cause.kind === 'limit' ? `${holders ? ' and' : ''} the limit` : '';
      return `${delay}: ${resourceName(plan, cause.resourceId)} held by${holders && ` ${holders}`}${limit} until ${clock(cause.until)}`;
    })
    .join('\n');
}

/** Every stretch in a line: `crew Mon 09:00 to Tue 17:00: 2 of 1`. */
export function stretchesOf(plan: Plan, stretches: readonly OverAllocation[]): string {
  return stretches
    .map(
      ({ resourceId, from, to, used, limit }) =>
        `${resourceName(plan, resourceId)} ${clock(from)} to ${clock(to)}: ${round(used)} of ${limit}`,
    )
    .join('\n');
}

/** A moment as the day of its week and its hour; beyond the first week with the number of weeks before it: `Tue+1 13:00`. */
export function clock(moment: Minute): string {
  const day = Math.floor((moment - MONDAY) / 1440);
  const name = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][((day % 7) + 7) % 7];
  const week = Math.floor(day / 7);
  return `${name}${week === 0 ? '' : `+${week}`} ${formatMinute(moment).slice(11, 16)}`;
}

function resourceName(plan: Plan, id: number): string {
  return plan.resources.find((resource) => resource.id === id)!.code;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

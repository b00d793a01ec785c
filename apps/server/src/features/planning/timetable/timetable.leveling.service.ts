import { type LevelingAsked, type LevelingPreview, MOST_DELAYS } from '@gantry/contract';
import { formatMinute } from '@gantry/domain';
import type { LevelingDelay, OverAllocation } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { solveOnly, tryCalculation } from './timetable.service.ts';

/** What a leveling would move, and why; nothing is stored. */
export async function previewLeveling(context: Context, versionId: number, asked: LevelingAsked): Promise<LevelingPreview> {
  const { inputRevision, outcome } = await solveOnly(context, versionId, { leveling: asked });
  const { leveled, finish } = outcome;
  if (!leveled) throw new Error('the thread answered something else');
  const { delays, finishBefore, overAllocationsBefore, overAllocationsAfter, oversized, schedules, changed } = leveled;
  return {
    revision: inputRevision,
    finish_before: finishBefore,
    finish_after: finish,
    moved_count: delays.length,
    moved: delays.slice(0, MOST_DELAYS).map(delayOf),
    over_before: overAllocationsBefore.length,
    over_after: overAllocationsAfter.length,
    over: overAllocationsAfter.slice(0, MOST_DELAYS).map(overOf),
    oversized: oversized.slice(0, MOST_DELAYS),
    changed_count: changed,
    schedules,
  };
}

const delayOf = ({ itemId, minutes, from, to, cause }: LevelingDelay): LevelingPreview['moved'][number] => ({
  item_id: itemId,
  minutes,
  from: formatMinute(from),
  to: formatMinute(to),
  cause:
    cause.kind === 'relation'
      ? { kind: 'relation', resource_id: null, item_ids: [cause.itemId], until: null }
      : { kind: cause.kind, resource_id: cause.resourceId, item_ids: cause.heldByItemIds, until: formatMinute(cause.until) },
});

const overOf = ({ resourceId, from, to, used, limit }: OverAllocation): LevelingPreview['over'][number] => ({
  resource_id: resourceId,
  from: formatMinute(from),
  to: formatMinute(to),
  used,
  limit,
});

/** Levels a version as its preview showed it, or with null ends its leveling: floors and dates in one edit. */
export async function changeLeveling(context: Context, versionId: number, asked: (LevelingAsked & { revision: number }) | null) {
  const { revision, ...leveling } = asked ?? {};
  const done = await tryCalculation(
    context,
    versionId,
    { leveling: asked ? (leveling as LevelingAsked) : null, revision },
    { inTurn: !asked },
  );
  return done ?? fail('timetable.out_of_date');
}

import { CALCULATED_FIELDS, CALCULATION_STATUS, type Diff } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { unsettleStatus } from '../version-heads/version-heads.service.ts';
import { readWhole } from './links.access.service.ts';
import { listEnds } from './links.repository.ts';

/** Marks versions at the other ends of links as not calculated, and tells their pages that a link or a date at its end has changed. */
export async function notifyOthers(context: Context, versionId: number, others: readonly number[]): Promise<void> {
  if (!others.length) return;
  await context.write(async (tx) => {
    const unsettled = await unsettleStatus(tx, context.spaceId, others);
    for (const id of unsettled)
      await context.push.send(tx, { spaceId: context.spaceId }, 'timetable_calculate', {
        version_id: id,
        status: CALCULATION_STATUS.notCalculated,
      });
    for (const id of [versionId, ...others]) await context.push.send(tx, { spaceId: context.spaceId }, 'links_changed', { version_id: id });
  });
}

const DATES = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish'].filter((field) => /start|finish/i.test(field)));

/** After a calculation: versions that wait for an item whose dates it has moved are not calculated any more. */
export async function notifyMoved(context: Context, versionId: number, diff: Diff): Promise<void> {
  const moved = new Set(
    (diff.wbs?.updated ?? []).filter(({ after }) => Object.keys(after).some((field) => DATES.has(field))).map(({ id }) => id),
  );
  if (!moved.size) return;
  const ends = await readWhole(context, (db) => listEnds(db, { spaceId: context.spaceId, versionId }));
  const others = ends.filter(({ item_id, far_type }) => far_type !== null && moved.has(item_id)).map(({ version_id }) => version_id);
  await notifyOthers(context, versionId, [...new Set(others)]);
}

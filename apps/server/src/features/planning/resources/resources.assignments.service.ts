import { entryOf, minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { edit } from '../edits/edits.service.ts';
import { costsByNorms } from '../version-directories/assign/version-directories.costs.service.ts';
import { workingTimeOf } from '../wbs/wbs.service.ts';
import { costsOverTime, remainingAfter } from './resources.rules.ts';

type Change = { rate_type?: number; remaining_by?: 'norm' | 'plan' };

/** Sets how an assignment is paid and what is left of it, with its units and costs. */
export async function saveAssignment(context: Context, versionId: number, assignmentId: number, change: Change) {
  const done = await edit(context, versionId, 'resource.assignment', async (draft) => {
    // Another price writes costs.
    if (draft.mask?.money === false) fail('auth.forbidden', { right: 'cost.read' });
    const assignment = await draft.find('assignment', assignmentId);
    if (!assignment) fail('resource.assignment_not_found', { id: assignmentId });
    const { rateType, remainingBy, ...rest } = assignment.extra ?? {};
    const type = change.rate_type ?? rateType ?? 0;
    const by = change.remaining_by ?? remainingBy ?? 'norm';
    const extra = { ...rest, ...(type ? { rateType: type } : {}), ...(by === 'plan' ? { remainingBy: by } : {}) };
    const row = entryOf(new Map((await draft.rows('wbs', [assignment.itemId])).map((one) => [one.id, one])), assignment.itemId);
    const resource = await draft.find('resource', assignment.resourceId);
    const isOther = by !== (remainingBy ?? 'norm') && row.status === 'in_progress';
    const remainingUnits = isOther ? remainingAfter(by, assignment, row.progress) : assignment.remainingUnits;
    const next = { ...assignment, remainingUnits, extra: Object.keys(extra).length ? extra : null };
    const worked = {
      row,
      now: minuteAt(draft.head.data_date ?? context.today),
      between: (await workingTimeOf(draft))(row).between,
      days: null,
    };
    const byNorm = (await costsByNorms(draft, [row.id])).get(assignmentId);
    const costs = costsOverTime(next, { rates: resource?.rates ?? null, pricePerUnit: resource?.pricePerUnit ?? null }, worked, byNorm);
    draft.update('assignment', assignmentId, { extra: next.extra, remainingUnits, ...costs });
  });
  return { revision: done.revision, diff: done.diff };
}

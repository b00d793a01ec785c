import { entryOf, minuteAt, type VersionRow } from '@gantry/domain';
import { isCurve } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, edit } from '../edits/edits.service.ts';
import { costsByNorms } from '../version-directories/assign/version-directories.costs.service.ts';
import { workingTimeOf } from '../wbs/wbs.service.ts';
import { costsOverTime, remainingAfter } from './resources.rules.ts';

type Assignment = VersionRow<'assignment'>;
type Change = {
  rate_type?: number | undefined;
  remaining_by?: 'norm' | 'plan' | undefined;
  planned_units?: number | undefined;
  lag_minutes?: number | undefined;
  curve?: number[] | null | undefined;
};

/** Sets how much of a resource a row takes and how that lies, how it is paid and what is left of it, with its units and costs. */
export async function saveAssignment(context: Context, versionId: number, assignmentId: number, change: Change) {
  if (change.curve && !isCurve(change.curve)) fail('distributions.wrong_curve');
  const done = await edit(context, versionId, 'resource.assignment', async (draft) => {
    const assignment = await draft.find('assignment', assignmentId);
    if (!assignment) fail('resource.assignment_not_found', { id: assignmentId });
    const { lag_minutes: lagMinutes = assignment.lagMinutes, curve = assignment.curve, ...paid } = change;
    draft.update('assignment', assignmentId, { lagMinutes, curve });
    if (Object.keys(paid).length) await changePaid(context, draft, assignment, paid);
  });
  return { revision: done.revision, diff: done.diff };
}

async function changePaid(context: Context, draft: Draft, assignment: Assignment, change: Omit<Change, 'lag_minutes' | 'curve'>) {
  // Another price writes costs, and so do other units.
  if (draft.mask?.money === false) fail('auth.forbidden', { right: 'cost.read' });
  const row = entryOf(new Map((await draft.rows('wbs', [assignment.itemId])).map((one) => [one.id, one])), assignment.itemId);
  const resource = await draft.find('resource', assignment.resourceId);
  const { plannedUnits: before } = assignment;
  const plannedUnits = change.planned_units ?? before;
  const isMore = plannedUnits !== before;
  if (isMore && (await draft.rowsBy('directoryValue', 'assignmentId', [assignment.id])).length)
    fail('resource.units_follow', { name: resource?.name ?? '' });
  const { rateType, remainingBy, ...rest } = assignment.extra ?? {};
  const type = change.rate_type ?? rateType ?? 0;
  const by = change.remaining_by ?? remainingBy ?? 'norm';
  const extra = { ...rest, ...(type ? { rateType: type } : {}), ...(by === 'plan' ? { remainingBy: by } : {}) };
  const isOther = isMore || by !== (remainingBy ?? 'norm');
  const next = { ...assignment, plannedUnits, extra: Object.keys(extra).length ? extra : null };
  if (isOther && row.status === 'in_progress') next.remainingUnits = remainingAfter(by, next, row.progress);
  else if (isMore) next.remainingUnits = row.status === 'completed' ? 0 : Math.max(0, plannedUnits - assignment.actualUnits);
  const worked = {
    row,
    now: minuteAt(draft.head.data_date ?? context.today),
    between: (await workingTimeOf(draft))(row).between,
    days: null,
  };
  const byNorm = (await costsByNorms(draft, [row.id])).get(assignment.id);
  // Units without a price of their own cost what those before did on average.
  const average = isMore && before > 0 ? assignment.plannedCost / before : null;
  const prices = { rates: resource?.rates ?? null, pricePerUnit: resource?.pricePerUnit ?? average };
  const { actualCost, ...costs } = costsOverTime(next, prices, worked, byNorm) ?? {};
  // The actual cost depends on the price type, not on the planned units.
  const spent = actualCost === undefined || type === (rateType ?? 0) ? {} : { actualCost };
  draft.update('assignment', assignment.id, { plannedUnits, remainingUnits: next.remainingUnits, extra: next.extra, ...costs, ...spent });
}

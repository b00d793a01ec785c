import type { VersionRow, WbsRow } from '@gantry/domain';
import { entryOf, minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Draft } from '../edits/edits.service.ts';
import { costsOverTime } from '../resources/resources.service.ts';
import { costsByNorms, type CostOf } from '../version-directories/assign/version-directories.costs.service.ts';
import { applyPatch, type Refusal, workingTimeOf } from '../wbs/wbs.service.ts';
import { outcomeOf, patchByFacts, unitsByFacts, unitsByProgress } from './day-values.facts.rules.ts';
import { findScheduleSettings } from './day-values.repository.ts';

type Assignment = VersionRow<'assignment'>;
type Resource = VersionRow<'resource'>;
type Worked = Parameters<typeof costsOverTime>[2];
export type RefusedFact = { id: number } & (Refusal | { code: 'values.sum_negative'; parameters: { name: string } });

/** The facts of works as they were, for `settleFacts` after the change. */
export const factsBefore = async (draft: Draft, itemIds: readonly number[]): Promise<readonly VersionRow<'daySeries'>[]> => [
  ...(await draft.rowsBy('daySeries', 'itemId', itemIds)),
];

/**
 * What changed facts of works come to, in the edit that changes them: progress, status, actual dates, and units and costs of assignments.
 * Planned dates wait for the next calculation.
 */
export async function settleFacts(
  context: Context,
  draft: Draft,
  itemIds: readonly number[],
  before: readonly VersionRow<'daySeries'>[],
): Promise<{ changed: number[]; refused: RefusedFact[] }> {
  const ids = [...new Set(itemIds)];
  const { complete_by_fact } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
  const [series, assignments] = [await draft.rowsBy('daySeries', 'itemId', ids), await draft.rowsBy('assignment', 'itemId', ids)];
  const [seriesOf, beforeOf] = [Map.groupBy(series, itemOf), Map.groupBy(before, itemOf)];
  const assignmentsOf = Map.groupBy(assignments, itemOf);
  const resources = new Map(
    (await draft.rows('resource', [...new Set(assignments.map((one) => one.resourceId))])).map((row) => [row.id, row]),
  );
  const usual = (await draft.all('settings'))[0]?.options.progressBy ?? null;
  const timeOf = await workingTimeOf(draft);
  const byNorms = assignments.length ? await costsByNorms(draft, ids) : new Map<number, CostOf>();
  const now = minuteAt(draft.head.data_date ?? context.today);
  const changed: number[] = [];
  const refused: RefusedFact[] = [];
  for (const row of await draft.rows('wbs', ids)) {
    if (row.type === 'sum') continue;
    const own = assignmentsOf.get(row.id) ?? [];
    const work = { own: row, series: seriesOf.get(row.id) ?? [], before: beforeOf.get(row.id) ?? [], assignments: own };
    const by = row.progressBy ?? usual;
    const outcome = outcomeOf({ ...work, resourceOf: (id) => entryOf(resources, id) }, by === 'entered' ? null : by);
    if (outcome.belowNothing) {
      refused.push({ id: row.id, code: 'values.sum_negative', parameters: { name: row.name } });
      continue;
    }
    const time = timeOf(row);
    const patch = changesOf(row, patchByFacts(row, outcome, time, complete_by_fact, by === 'entered'));
    const done = Object.keys(patch).length ? applyPatch(row, patch, false, time) : { patch };
    if ('refused' in done) {
      refused.push({ id: row.id, ...done.refused });
      continue;
    }
    if (Object.keys(done.patch).length) {
      draft.update('wbs', row.id, done.patch);
      changed.push(row.id);
    }
    const progress = done.patch.progress ?? row.progress;
    for (const one of own) {
      const isAutomatic = resources.get(one.resourceId)?.autoActuals && !outcome.days.get(one.id)?.size;
      const actual = isAutomatic ? unitsByProgress(one, progress) : outcome.units.get(one.id);
      const units = actual === undefined ? null : unitsByFacts(one, actual, progress);
      if (!units) continue;
      const worked = { row: { ...row, ...done.patch }, now, between: time.between, days: outcome.days.get(one.id) ?? null };
      draft.update('assignment', one.id, { ...units, ...costsBy({ ...one, ...units }, resources.get(one.resourceId), byNorms, worked) });
    }
  }
  return { changed, refused };
}

const itemOf = ({ itemId }: { itemId: number }): number => itemId;
const changesOf = (row: WbsRow, patch: Partial<WbsRow>): Partial<WbsRow> =>
  Object.fromEntries(Object.entries(patch).filter(([field, value]) => row[field as keyof WbsRow] !== value));

/** What done and remaining units cost: at the prices of the resource over time, else at what the planned units cost on average. */
function costsBy(one: Assignment, resource: Resource | undefined, byNorms: ReadonlyMap<number, CostOf>, worked: Worked) {
  const pricePerUnit = resource?.pricePerUnit ?? (one.plannedUnits > 0 ? one.plannedCost / one.plannedUnits : null);
  const costs = costsOverTime(one, { rates: resource?.rates ?? null, pricePerUnit }, worked, byNorms.get(one.id));
  return costs && { actualCost: costs.actualCost, remainingCost: costs.remainingCost };
}

import type { CostReport } from '@gantry/contract';
import { minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Database, perDatabase } from '../../../platform/postgres/database.ts';
import { type Draft, edit, previewEdit, seenOf } from '../edits/edits.service.ts';
import { costsOverTime } from '../resources/resources.service.ts';
import { costsByNorms } from '../version-directories/assign/version-directories.costs.service.ts';
import { workingTimeOf } from '../wbs/wbs.service.ts';
import { costsOf } from './versions.rules.ts';

/** What is counted: some rows, or (null) all, by the estimates that are named, or (null) all; in a dry run nothing is written or told. */
export type CostsWanted = { ids: readonly number[] | null; estimateIds: readonly number[] | null; dryRun: boolean };
/** Brings money from elsewhere to the works of a version inside the edit that counts its costs; null where there is none. */
export type CostSource = (context: Context, draft: Draft, wanted: CostsWanted) => Promise<CostReport | null>;
const sourcesOf = perDatabase(() => new Set<CostSource>());

/** From now on costs are counted with what a source brings. */
export const countCostsWith = (services: { database: Database }, source: CostSource): void => void sourcesOf(services).add(source);

/**
 * Recounts costs of assignments from units, prices and the coefficients of norms, for some rows or all, and brings what the sources
 * have; one edit, or none where it is only to be seen what it would do.
 */
export async function updateCosts(
  context: Context,
  versionId: number,
  { ids, estimate_ids, dry_run = false, revision: seen }: { ids?: number[]; estimate_ids?: number[]; dry_run?: boolean; revision?: number },
) {
  const work = async (draft: Draft) => {
    if (seen !== undefined && draft.head.revision !== seen) fail('cost_link.version_changed');
    const rows = await recount(context, draft, ids);
    let estimates: CostReport | null = null;
    const wanted = { ids: ids ?? null, estimateIds: estimate_ids ?? null, dryRun: dry_run };
    for (const source of sourcesOf(context)) estimates = (await source(context, draft, wanted)) ?? estimates;
    return { rows, estimates };
  };
  if (dry_run) {
    const { diff, result, head } = await previewEdit(context, versionId, work);
    const [seen] = await seenOf(context, versionId, [diff]);
    return { revision: head.revision, diff: seen, ...result };
  }
  const { revision, diff, result } = await edit(context, versionId, 'version.costs', work);
  return { revision, diff, ...result };
}

async function recount(context: Context, draft: Draft, ids: number[] | undefined): Promise<number> {
  const resources = new Map((await draft.all('resource')).map((resource) => [resource.id, resource]));
  const byNorms = await costsByNorms(draft, ids ?? null);
  const assignments = ids ? await draft.rowsBy('assignment', 'itemId', ids) : await draft.all('assignment');
  const dated = assignments.filter(({ resourceId }) => resources.get(resourceId)?.rates?.length);
  const datedIds = [...new Set(dated.map(({ itemId }) => itemId))];
  const rows = new Map((await draft.rows('wbs', datedIds)).map((row) => [row.id, row]));
  const timeOf = datedIds.length ? await workingTimeOf(draft) : null;
  const now = minuteAt(draft.head.data_date ?? context.today);
  let count = 0;
  for (const assignment of assignments) {
    const resource = resources.get(assignment.resourceId);
    const price = resource?.pricePerUnit ?? null;
    const row = rows.get(assignment.itemId);
    const costs =
      resource?.rates?.length && row && timeOf
        ? differing(
            assignment,
            costsOverTime(assignment, resource, { row, now, between: timeOf(row).between, days: null }, byNorms.get(assignment.id)),
          )
        : price === null
          ? null
          : costsOf(assignment, price, byNorms.get(assignment.id));
    if (!costs) continue;
    draft.update('assignment', assignment.id, costs);
    count += 1;
  }
  return count;
}

type Costs = NonNullable<ReturnType<typeof costsOverTime>>;
const differing = (assignment: Costs, costs: Costs | null): Costs | null =>
  costs && (Object.keys(costs) as (keyof Costs)[]).some((field) => costs[field] !== assignment[field]) ? costs : null;

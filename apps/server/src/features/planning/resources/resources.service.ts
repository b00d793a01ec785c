import { minuteAt, type ResourceRate } from '@gantry/domain';
import { rateOn } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { edit, readVersion } from '../edits/edits.service.ts';
import { countWorks } from './resources.repository.ts';
import { wrongRate } from './resources.rules.ts';

export { countWorks } from './resources.repository.ts';
export { costsOverTime } from './resources.rules.ts';

/** Resources of a version, or of one row, with their prices and limits over time. */
export async function listResources(context: Context, versionId: number, itemId?: number) {
  return readVersion(context, versionId, async ({ db, key, rows, rowsBy, head }) => {
    const assignments = itemId === undefined ? [] : await rowsBy('assignment', 'itemId', [itemId]);
    const ofRow = itemId === undefined ? undefined : assignments.map(({ resourceId }) => resourceId);
    const works = await countWorks(db, key, ofRow);
    const values = itemId === undefined ? [] : await rowsBy('directoryValue', 'itemId', [itemId]);
    const following = new Set(values.map(({ assignmentId }) => assignmentId));
    const resources = (await rows('resource', ofRow)).map((resource) => {
      const { id, code, name, kind, unit, limit, pricePerUnit, rates, userId, managerId, autoActuals } = resource;
      const here = assignments.find((one) => one.resourceId === id);
      return {
        id,
        code,
        name,
        kind,
        unit,
        limit,
        price_per_unit: pricePerUnit,
        rates: rates ?? [],
        user_id: userId,
        manager_id: managerId,
        auto_actuals: autoActuals ?? false,
        works: works.get(id) ?? 0,
        assignment: here
          ? {
              id: here.id,
              rate_type: here.extra?.rateType ?? 0,
              remaining_by: here.extra?.remainingBy ?? ('norm' as const),
              planned_units: here.plannedUnits,
              lag_minutes: here.lagMinutes,
              curve: here.curve,
              follows: following.has(here.id),
            }
          : null,
      };
    });
    return { revision: head.revision, resources };
  });
}

/** Sets prices and limits of a resource over time; the ones in force at the data date stand in the resource too. None: its own price and limit hold always. */
export async function saveRates(context: Context, versionId: number, resourceId: number, rates: ResourceRate[]) {
  const wrong = wrongRate(rates);
  if (wrong !== null) fail('resource.wrong_rate', { row: wrong + 1 });
  const done = await edit(context, versionId, 'resource.rates', async (draft) => {
    // Who does not see the prices that stand would write over them.
    if (draft.mask?.money === false) fail('auth.forbidden', { right: 'cost.read' });
    const resource = await draft.find('resource', resourceId);
    if (!resource) fail('resource.not_found', { id: resourceId });
    const now = rateOn(rates, minuteAt(draft.head.data_date ?? context.today));
    draft.update('resource', resourceId, {
      rates: rates.length ? rates : null,
      ...(now ? { pricePerUnit: now.prices[0] ?? null, limit: now.limit } : {}),
    });
  });
  return { revision: done.revision, diff: done.diff };
}

type People = { user_id?: number | null; manager_id?: number | null };

/** Sets which person a resource stands for, and who manages the hours of that person. */
export async function savePerson(context: Context, versionId: number, resourceId: number, people: People) {
  const done = await edit(context, versionId, 'resource.person', async (draft) => {
    const resource = await draft.find('resource', resourceId);
    if (!resource) fail('resource.not_found', { id: resourceId });
    const { user_id: userId = resource.userId, manager_id: managerId = resource.managerId } = people;
    const named = Object.values(people).filter((id) => id !== null);
    const readers = await readersAt(draft.tx, context.spaceId, draft.head.schedule_id, 'space.read', named);
    for (const id of named) if (!readers.has(id)) fail('wbs.unknown_person', { id });
    draft.update('resource', resourceId, { userId, managerId });
  });
  return { revision: done.revision, diff: done.diff };
}

/** Sets whether what a resource has done follows the progress of its works; from their next fact on. */
export async function saveAutoActuals(context: Context, versionId: number, resourceId: number, autoActuals: boolean) {
  const done = await edit(context, versionId, 'resource.auto_actuals', async (draft) => {
    if (!(await draft.find('resource', resourceId))) fail('resource.not_found', { id: resourceId });
    draft.update('resource', resourceId, { autoActuals: autoActuals || null });
  });
  return { revision: done.revision, diff: done.diff };
}

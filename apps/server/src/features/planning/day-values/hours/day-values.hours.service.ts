import { type Day, type DayRun, LONG_DAY_MINUTES, unpackDays, valueOnDay } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { holdsAt } from '../../../access/roles/roles.access.service.ts';
import type { Draft } from '../../edits/edits.service.ts';
import { listCountedVersions } from '../../version-heads/version-heads.service.ts';
import { textOfDay } from '../day-values.rules.ts';
import { listHoursOfPeople } from './day-values.hours.repository.ts';

const HOURS_OF_A_DAY = 24;
const LONG_HOURS = LONG_DAY_MINUTES / 60;
/** What rounding makes is no hour. */
const SLACK = 1e-6;

/** Who would have worked too long on a day, and in which other schedules as far as the caller sees them. */
export type LongDay = { resourceId: number; name: string; day: string; hours: number; schedules: string };

/**
 * Of days of resources whose hours a draft has changed, those on which a person has more than a day has in all schedules together, and those
 * that are taken and worth a second look.
 */
export async function longDays(
  context: Context,
  draft: Draft,
  touched: ReadonlyMap<number, ReadonlySet<Day>>,
): Promise<{ overlong: LongDay[]; long: LongDay[] }> {
  const people = (await draft.rows('resource', [...touched.keys()])).filter(({ userId }) => userId !== null);
  if (!people.length) return { overlong: [], long: [] };
  const users = new Set(people.flatMap(({ userId }) => userId ?? []));
  const days = people.flatMap(({ id }) => [...(touched.get(id) ?? [])]);
  const window = { from: Math.min(...days), to: Math.max(...days) };
  const userOf = new Map(
    (await draft.all('resource')).flatMap(({ id, userId }) => (userId !== null && users.has(userId) ? [[id, userId]] : [])),
  );
  const runs: { userId: number; schedule: string | null; run: DayRun }[] = [];
  for (const { measure, mode, resourceId, days: run } of await draft.rowsBy('daySeries', 'resourceId', [...userOf.keys()])) {
    const userId = userOf.get(resourceId ?? 0);
    if (measure === 'labour' && mode === 'fact' && userId !== undefined) runs.push({ userId, schedule: null, run });
  }
  const counted = await listCountedVersions(draft.tx, context.spaceId, null);
  const others = counted.flatMap(({ version_id, schedule_id }) => (schedule_id === draft.head.schedule_id ? [] : [version_id]));
  if (others.length)
    for (const { user_id, schedule_id, schedule, days: packed } of await listHoursOfPeople(
      draft.tx,
      context.spaceId,
      others,
      [...users],
      window,
    )) {
      // Hours count wherever they are; the caller hears of schedules within reach alone.
      const isSeen = await holdsAt(context, draft.tx, schedule_id, 'plan.read');
      runs.push({ userId: user_id, schedule: isSeen ? schedule : null, run: unpackDays(packed) });
    }
  const found = people.flatMap(({ id, name, userId }) =>
    [...(touched.get(id) ?? [])].flatMap((day): LongDay[] => {
      const worked = runs.filter((one) => one.userId === userId && (valueOnDay(one.run, day) ?? 0) !== 0);
      const hours = worked.reduce((sum, { run }) => sum + (valueOnDay(run, day) ?? 0), 0);
      if (hours <= LONG_HOURS + SLACK) return [];
      const schedules = [...new Set(worked.flatMap(({ schedule }) => schedule ?? []))].join(', ');
      return [{ resourceId: id, name, day: textOfDay(day), hours: Math.round(hours * 100) / 100, schedules }];
    }),
  );
  const [overlong, long] = [true, false].map((isOver) => found.filter(({ hours }) => hours > HOURS_OF_A_DAY + SLACK === isOver));
  return { overlong, long };
}

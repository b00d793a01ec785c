import { MOST_AHEAD, type WorkAhead } from '@gantry/contract';
import { entryOf, readinessOf } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { daysOfWorks } from '../../planning/day-values/day-values.service.ts';
import { readVersion, type VersionReader } from '../../planning/edits/edits.service.ts';
import { listWorks } from './last-planner.repository.ts';
import { listRoadblocks } from './last-planner.roadblocks.repository.ts';
import { byWeeks, isDue, mondayOf, sundayOf, weeksAfter } from './last-planner.rules.ts';

/** Works of the next weeks: what is planned in each, and whether they can begin. */
export async function readAhead(context: Context, versionId: number, { from, weeks }: { from?: string; weeks: number }) {
  return readVersion(context, versionId, async (reader) => {
    const first = mondayOf(from ?? reader.head.data_date ?? context.today);
    if (from !== undefined && from !== first) fail('commitment.wrong_week', { week: from });
    const list = Array.from({ length: weeks }, (_, at) => weeksAfter(first, at));
    return { weeks: list, ...(await worksOf(context, reader, list)) };
  });
}

/** Works that are due in some weeks that follow each other. */
export async function worksOf(
  context: Context,
  reader: VersionReader,
  weeks: readonly string[],
): Promise<{ total: number; works: WorkAhead[] }> {
  const { db, key, head } = reader;
  const [first, last] = [weeks[0], weeks[weeks.length - 1]];
  const { total, works } = await listWorks(db, key, weeksAfter(last, 1), MOST_AHEAD);
  const ids = works.map(({ row_id }) => row_id);
  const days = await daysOfWorks(context, reader, ids, { from: first, to: sundayOf(last) });
  const wanted = { versionId: key.versionId, nodeId: head.schedule_id, itemIds: ids, open: true };
  const open = Map.groupBy(await listRoadblocks(db, key.spaceId, wanted), ({ row_id }) => row_id);
  return {
    total,
    works: works.map((work): WorkAhead => {
      const { measure, unit, plan } = entryOf(days.of, work.row_id);
      const roadblocks = open.get(work.row_id) ?? [];
      return {
        ...work,
        readiness: readinessOf(roadblocks, context.today),
        roadblocks: roadblocks.length,
        measure,
        unit,
        planned: byWeeks(plan, weeks.length),
        due: weeks.map((week) => isDue(work, week) && (work.finish === null || work.finish.slice(0, 10) >= week || week === first)),
      };
    }),
  };
}

import { formatMinute, parseMinute, partsOf } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { createSpace } from '../../access/spaces/spaces.service.ts';
import { edit } from '../../planning/edits/edits.service.ts';
import { calculateNow } from '../../planning/timetable/timetable.service.ts';
import { createVersion } from '../../planning/versions/versions.service.ts';
import { newRow } from '../../planning/wbs/wbs.service.ts';
import { createNode } from '../../structure/eps/eps.service.ts';
import { demoRelations, demoRows } from './demo-data.plan.rules.ts';

const MINUTES_A_DAY = 480;

/** Makes a demo space of a person: a facility with a project, a schedule and a calculated version. */
export async function createDemoSpace(context: Context, contextIn: (spaceId: number) => Promise<Context>): Promise<number> {
  const spaceId = await createSpace(context, 'Demo', 'demo');
  const inside = await contextIn(spaceId);
  const facility = await createNode(inside, { kind: 'facility', name: 'Riverside quarter', parent_id: null });
  const project = await createNode(inside, { kind: 'project', name: 'Block A', parent_id: facility });
  const schedule = await createNode(inside, { kind: 'schedule', name: 'Construction schedule', parent_id: project });
  await fillDemoSchedule(inside, schedule);
  return spaceId;
}

async function fillDemoSchedule(context: Context, scheduleId: number): Promise<void> {
  const versionId = await createVersion(context, scheduleId, 'Working version');
  const rows = demoRows();
  const start = firstMonday(context.now());
  await edit(context, versionId, 'demo.fill', async (draft) => {
    const ids = new Map(rows.map(({ key }) => [key, draft.newId()]));
    const parents: number[] = [];
    for (const [index, row] of rows.entries()) {
      const id = ids.get(row.key) as number;
      parents[row.level] = id;
      const durationMinutes = (row.days ?? 0) * MINUTES_A_DAY;
      draft.insert('wbs', {
        ...newRow(id, row.milestone ?? (row.days === null ? 'sum' : 'task')),
        parentId: row.level ? parents[row.level - 1] : null,
        position: index + 1,
        code: `A${String((index + 1) * 10).padStart(4, '0')}`,
        name: row.name,
        durationMinutes,
        remainingMinutes: durationMinutes,
        start: formatMinute(start),
        finish: formatMinute(start),
      });
    }
    for (const { from, to, type, days } of demoRelations(rows)) {
      draft.insert('relation', {
        id: draft.newId(),
        predecessorId: ids.get(from) as number,
        successorId: ids.get(to) as number,
        type,
        lagMinutes: days * MINUTES_A_DAY,
        lagCalendar: null,
        driving: false,
      });
    }
  });
  await calculateNow(context, versionId, { dataDate: formatMinute(start) });
}

/** Eight o'clock of the first Monday not before a day. */
function firstMonday(now: Date): number {
  const today = parseMinute(now.toISOString().slice(0, 10)) as number;
  return today + ((8 - partsOf(today).weekday) % 7) * 1440 + 480;
}

import { z } from 'zod';
import { entryOf, formatMinute, minuteAt, partsOf } from '@gantry/domain';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { becomeDemo, createSpace } from '../../access/spaces/spaces.service.ts';
import { edit } from '../../planning/edits/edits.service.ts';
import { calculateNow } from '../../planning/timetable/timetable.service.ts';
import { createVersion } from '../../planning/versions/versions.service.ts';
import { newRow } from '../../planning/wbs/wbs.service.ts';
import { createNode } from '../../structure/eps/eps.service.ts';
import { fillNorms } from './demo-data.norms.service.ts';
import { demoRelations, demoRows } from './demo-data.plan.rules.ts';

const MINUTES_A_DAY = 480;

/** Makes a demo space of a person, filled with test data. */
export async function createDemoSpace(context: Context, contextIn: (spaceId: number) => Promise<Context>): Promise<number> {
  const spaceId = await createSpace(context, 'Demo', 'demo');
  await fillSpace(await contextIn(spaceId), async () => undefined);
  return spaceId;
}

const FILL_DEMO = 'fill_demo';

/** Starts filling the space with test data; whoever may not make plans does not make them so. */
export async function startDemo(context: Context): Promise<number> {
  if (!context.can('structure.edit') || !context.can('plan.edit')) fail('auth.forbidden', { right: 'plan.edit' });
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: FILL_DEMO, title: FACILITY, input: {} }),
  );
}

const nothing = z.object({});

/** The job that fills a space with test data. Half of it is of no use: it is not taken up again after a stop. */
export function demoJob(contextOf: ContextOfJob): JobKind<typeof nothing> {
  return {
    kind: FILL_DEMO,
    input: nothing,
    afterRestart: 'fail',
    lane: 'long',
    needs: () => [{ right: 'structure.edit' }, { right: 'plan.edit' }],
    async run(job) {
      const context = await contextOf(job);
      const notify = async (share: number): Promise<void> => {
        await job.progress(share, 'space.filling');
        const reported = { space_id: context.spaceId, percent: Math.round(share * 100) };
        await context.write((tx) => context.push.send(tx, { spaceId: context.spaceId }, 'space_demo_progress', reported));
      };
      await becomeDemo(context);
      const schedule = await fillSpace(context, notify);
      await notify(1);
      return { schedule_id: schedule };
    },
  };
}

const FACILITY = 'Riverside quarter';

/** A facility with sample norms, a project, a schedule and a calculated version; answers the schedule. */
async function fillSpace(context: Context, notify: (share: number) => Promise<void>): Promise<number> {
  const facility = await createNode(context, { kind: 'facility', name: FACILITY, parent_id: null });
  const project = await createNode(context, { kind: 'project', name: 'Block A', parent_id: facility });
  const schedule = await createNode(context, { kind: 'schedule', name: 'Construction schedule', parent_id: project });
  await notify(0.1);
  await fillNorms(context, facility);
  await notify(0.3);
  await fillDemoSchedule(context, schedule, () => notify(0.6));
  return schedule;
}

async function fillDemoSchedule(context: Context, scheduleId: number, written: () => Promise<void>): Promise<void> {
  const versionId = await createVersion(context, scheduleId, 'Working version');
  const rows = demoRows();
  const start = firstMonday(context.now());
  await edit(context, versionId, 'demo.fill', async (draft) => {
    const ids = new Map(rows.map(({ key }) => [key, draft.newId()]));
    const parents: number[] = [];
    for (const [index, row] of rows.entries()) {
      const id = entryOf(ids, row.key);
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
        predecessorId: entryOf(ids, from),
        successorId: entryOf(ids, to),
        type,
        lagMinutes: days * MINUTES_A_DAY,
        lagCalendar: null,
        driving: false,
      });
    }
  });
  await written();
  await calculateNow(context, versionId, { dataDate: formatMinute(start) });
}

/** Eight o'clock of the first Monday not before a day. */
function firstMonday(now: Date): number {
  const today = minuteAt(now.toISOString().slice(0, 10));
  return today + ((8 - partsOf(today).weekday) % 7) * 1440 + 480;
}

import { minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { edit, readVersion, planRowsOf } from '../edits/edits.service.ts';
import { planOf } from './timetable.plan.rules.ts';
import { remainsByIntensity } from './timetable.progress.rules.ts';
import { dataDateOf } from './timetable.state.service.ts';

const TRIES = 3;

/** Sets the remaining duration of started works, some or all, to what is left at the intensity so far. */
export async function calculateRemains(context: Context, versionId: number, ids?: number[]) {
  const wanted = ids && new Set(ids);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { plan, revision } = await readPlan(context, versionId);
    const remains = remainsByIntensity(plan, (id) => !wanted || wanted.has(id));
    const done = await edit(context, versionId, 'timetable.remains', async (draft) => {
      if (draft.head.revision !== revision) return null;
      const rows = await draft.rows('wbs', [...remains.keys()]);
      const changed = rows.filter((row) => row.remainingMinutes !== remains.get(row.id));
      for (const { id } of changed) draft.update('wbs', id, { remainingMinutes: remains.get(id) });
      return changed.length;
    });
    if (done.result !== null) return { revision: done.revision, diff: done.diff, rows: done.result };
  }
  return fail('timetable.out_of_date');
}

async function readPlan(context: Context, versionId: number) {
  return readVersion(context, versionId, async (reader) => {
    const whole = reader.whole();
    const { head } = whole;
    const rows = await planRowsOf(whole, 'started');
    return {
      plan: planOf(rows, head.data_date === null ? dataDateOf(null, context) : minuteAt(head.data_date)),
      revision: head.revision,
    };
  });
}

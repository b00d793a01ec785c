import type { DistributionCurve } from '@gantry/contract';
import { fieldsOf, minuteAt, type ResourceMeasure } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import type { ChangedVersion } from '../../catalog/distributions/distributions.service.ts';
import { readVersion, valuesOf } from '../edits/edits.service.ts';
import { CURVE_TABLES, isSummed } from './resources.curves.rules.ts';
import type { CurvesInput } from './resources.curves.thread.ts';

export const curvesThread = openThread<CurvesInput, DistributionCurve[]>(new URL('./resources.curves.thread.ts', import.meta.url));

const TABLES_BUT_DAYS = CURVE_TABLES.filter((table) => table !== 'daySeries');
const [ID_AT, MEASURE_AT, MODE_AT] = ['id', 'measure', 'mode'].map((field) =>
  fieldsOf('daySeries').findIndex(({ name }) => name === field),
);

/** A schedule counts with its newest version that changes. Schedules with more works than that together are not drawn. */
const MOST_WORKS = 250_000;

/** Sums of measures by months before and after a change of how they lie; money only for who sees it everywhere in them. */
export async function curvesOfChange(
  context: Context,
  changed: readonly ChangedVersion[],
  asked: readonly ResourceMeasure[],
): Promise<DistributionCurve[]> {
  const newest = [...new Map(changed.map((version) => [version.scheduleId, version])).values()];
  let money = true;
  let works = 0;
  const versions: CurvesInput['versions'] = [];
  for (const { id, before, after } of newest) {
    await readVersion(context, id, async (reader) => {
      if (reader.mask?.money === false) money = false;
      works += reader.head.item_count;
      if (works > MOST_WORKS) return;
      const whole = reader.whole();
      const { head } = whole;
      // Most days are of other measures and modes: they are not read.
      const typed = (await whole.valuesInShort('daySeries')).flatMap((row) =>
        row[MODE_AT] === 'plan' && isSummed(String(row[MEASURE_AT])) ? [Number(row[ID_AT])] : [],
      );
      const rows = {
        ...(await valuesOf(whole.values, TABLES_BUT_DAYS)),
        daySeries: typed.length ? await whole.values('daySeries', typed) : [],
      };
      versions.push({ rows, dataDate: minuteAt(head.data_date ?? context.today), before, after });
    });
    if (works > MOST_WORKS) return [];
  }
  const measures = asked.filter(isSummed).filter((measure) => measure !== 'cost' || money);
  return measures.length && versions.length ? curvesThread.run({ versions, measures }) : [];
}

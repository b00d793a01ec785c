import type { DistributionCurve } from '@gantry/contract';
import { fieldsOf, minuteAt, type ResourceMeasure } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import type { ChangedVersion } from '../../catalog/distributions/distributions.service.ts';
import { readVersion, valuesOf, type VersionReader } from '../edits/edits.service.ts';
import { CURVE_TABLES, isSummed } from './resources.curves.rules.ts';
import type { CurvedHead, CurvesInput, CurvesOutcome } from './resources.curves.thread.ts';

export const curvesThread = openThread<CurvesInput, CurvesOutcome>(new URL('./resources.curves.thread.ts', import.meta.url));

const TABLES_BUT_DAYS = CURVE_TABLES.filter((table) => table !== 'daySeries');
const [ID_AT, MEASURE_AT, MODE_AT] = ['id', 'measure', 'mode'].map((field) =>
  fieldsOf('daySeries').findIndex(({ name }) => name === field),
);

/** A schedule counts with its newest version that changes. Schedules with more works than that together are not drawn. */
const MOST_WORKS = 250_000;

/**
 * Sums measures by months before and after a change of a distribution; money only for readers who may see it in all these versions. The
 * thread keeps the versions that it was sent: several previews in a row read a version once.
 */
export async function curvesOfChange(
  context: Context,
  changed: readonly ChangedVersion[],
  asked: readonly ResourceMeasure[],
): Promise<DistributionCurve[]> {
  const newest = [...new Map(changed.map((version) => [version.scheduleId, version])).values()];
  let money = true;
  let works = 0;
  const heads: CurvedHead[] = [];
  for (const { id, before, after } of newest) {
    await readVersion(context, id, async ({ head, mask }) => {
      if (mask?.money === false) money = false;
      works += head.item_count;
      heads.push({ ...headOf(context, head), id, before, after });
    });
    if (works > MOST_WORKS) return [];
  }
  const measures = asked.filter(isSummed).filter((measure) => measure !== 'cost' || money);
  if (!measures.length || !heads.length) return [];
  const first = await curvesThread.run({ versions: heads, measures });
  if ('curves' in first) return first.curves;
  const missing = new Set(first.missing);
  const versions: CurvedHead[] = [];
  for (const head of heads) versions.push(missing.has(head.id) ? await withRows(context, head) : head);
  const second = await curvesThread.run({ versions, measures });
  if ('curves' in second) return second.curves;
  // More versions than the thread keeps, and others pushed them out meanwhile: all are sent.
  const whole: CurvedHead[] = [];
  for (const head of heads) whole.push(await withRows(context, head));
  const last = await curvesThread.run({ versions: whole, measures });
  if (!('curves' in last)) throw new Error('the thread keeps less than it was sent');
  return last.curves;
}

type Head = Pick<VersionReader['head'], 'revision' | 'chain' | 'data_date'>;
const headOf = (context: Context, { revision, chain, data_date }: Head): Pick<CurvedHead, 'chain' | 'dataDate'> => ({
  chain: `${context.spaceId} ${revision} ${chain.toString('hex')}`,
  dataDate: minuteAt(data_date ?? context.today),
});

function withRows(context: Context, version: CurvedHead): Promise<CurvedHead> {
  return readVersion(context, version.id, async (reader) => {
    const whole = reader.whole();
    // Most days are of other measures and modes: they are not read.
    const typed = (await whole.valuesInShort('daySeries')).flatMap((row) =>
      row[MODE_AT] === 'plan' && isSummed(String(row[MEASURE_AT])) ? [Number(row[ID_AT])] : [],
    );
    const rows = {
      ...(await valuesOf(whole.values, TABLES_BUT_DAYS)),
      daySeries: typed.length ? await whole.values('daySeries', typed) : [],
    };
    return { ...version, ...headOf(context, reader.head), rows };
  });
}

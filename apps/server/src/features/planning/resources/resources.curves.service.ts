import type { DistributionCurve } from '@gantry/contract';
import { minuteAt, type ResourceMeasure } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { openThread, READING_MEMORY } from '../../../platform/jobs/workers.ts';
import type { ChangedVersion } from '../../catalog/distributions/distributions.service.ts';
import { readVersion, valuesOf, type VersionReader } from '../edits/edits.service.ts';
import { listPlansByDays } from './resources.curves.repository.ts';
import { CURVE_FIELDS, isSummed, SUMMED } from './resources.curves.rules.ts';
import type { CurvedHead, CurvesInput, CurvesOutcome } from './resources.curves.thread.ts';

export const curvesThread = openThread<CurvesInput, CurvesOutcome>(
  new URL('./resources.curves.thread.ts', import.meta.url),
  READING_MEMORY,
);

const SMALL_TABLES = ['resource', 'calendar', 'settings'] as const;

/** A schedule counts with its newest version that changes. Schedules with more works than that together are not drawn. */
const MOST_WORKS = 250_000;

/**
 * Sums measures by months before and after a change of a distribution; money only for readers who may see it in all these versions. The
 * thread keeps the versions that it was sent: several previews in a row read a version once.
 */
export async function curvesOfChange(
  context: Context,
  changed: readonly ChangedVersion[],
  wanted: readonly ResourceMeasure[],
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
  const measures = wanted.filter(isSummed).filter((measure) => measure !== 'cost' || money);
  if (!measures.length || !heads.length) return [];
  curvesThread.start();
  const asked: CurvedHead[] = [];
  for (const head of heads) asked.push(sent.has(nameOf(head)) ? head : await withRows(context, head));
  const first = await curvesThread.run({ versions: asked, measures });
  if ('curves' in first) return first.curves;
  // The thread has dropped some versions meanwhile, or has restarted: all are sent.
  const whole: CurvedHead[] = [];
  for (const head of heads) whole.push(await withRows(context, head));
  const second = await curvesThread.run({ versions: whole, measures });
  if (!('curves' in second)) throw new Error('the thread keeps less than it was sent');
  return second.curves;
}

/** The versions that were sent to the thread last: it may keep fewer, and reports which it lacks. */
const sent = new Set<string>();
const MOST_SENT = 1000;
const nameOf = ({ id, chain }: Pick<CurvedHead, 'id' | 'chain'>): string => `${id} ${chain}`;

type Head = Pick<VersionReader['head'], 'revision' | 'chain' | 'data_date'>;
const headOf = (context: Context, { revision, chain, data_date }: Head): Pick<CurvedHead, 'chain' | 'dataDate'> => ({
  chain: `${context.spaceId} ${revision} ${chain.toString('hex')}`,
  dataDate: minuteAt(data_date ?? context.today),
});

function withRows(context: Context, version: CurvedHead): Promise<CurvedHead> {
  return readVersion(context, version.id, async (reader) => {
    const whole = reader.whole();
    // One answer is unpacked while the database puts the next one together.
    const [small, wbs, assignment, typed] = await Promise.all([
      valuesOf(whole.values, SMALL_TABLES),
      whole.valuesOfFields('wbs', CURVE_FIELDS.wbs),
      whole.valuesOfFields('assignment', CURVE_FIELDS.assignment),
      listPlansByDays(reader.db, reader.key, SUMMED),
    ]);
    const rows = { ...small, wbs, assignment, daySeries: typed.length ? await whole.values('daySeries', typed) : [] };
    const head = headOf(context, reader.head);
    if (sent.size >= MOST_SENT) sent.clear();
    sent.add(nameOf({ id: version.id, ...head }));
    return { ...version, ...head, rows };
  });
}

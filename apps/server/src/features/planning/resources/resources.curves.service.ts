import type { DistributionCurve } from '@gantry/contract';
import type { ResourceMeasure } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { openThread, READING_MEMORY, type Thread } from '../../../platform/jobs/workers.ts';
import { type Connection, type Database, perDatabase } from '../../../platform/postgres/database.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import type { ChangedVersion } from '../../catalog/distributions/distributions.service.ts';
import { isSummed } from './resources.curves.rules.ts';
import type { CurvesInput } from './resources.curves.thread.ts';

type Curves = Thread<CurvesInput, DistributionCurve[]>;

const curvesOfDatabase = perDatabase((): { thread: Curves | null } => ({ thread: null }));

/** Opens the thread that sums measures by months: it reads versions by a connection of its own, so that nobody waits for their rows. */
export function openCurves(services: { database: Database }, connection: Connection): Curves {
  const thread: Curves = openThread(new URL('./resources.curves.thread.ts', import.meta.url), READING_MEMORY, connection);
  curvesOfDatabase(services).thread = thread;
  return thread;
}

/** Starts the thread before its first question. */
export const expectCurves = (context: Context): void => curvesOfDatabase(context).thread?.start();

/** A schedule counts with its newest version that changes. Schedules with more works than that together are not drawn. */
const MOST_WORKS = 250_000;

/** Sums measures by months before and after a change of a distribution; money only for readers who may see it in all these versions. */
export async function curvesOfChange(
  context: Context,
  changed: readonly ChangedVersion[],
  wanted: readonly ResourceMeasure[],
): Promise<DistributionCurve[]> {
  const newest = [...new Map(changed.map((version) => [version.scheduleId, version])).values()];
  if (newest.reduce((sum, { items }) => sum + items, 0) > MOST_WORKS) return [];
  const rights = await context.read((db) => attributeRightsIn(db, context));
  const money = newest.every(({ scheduleId }) => rights?.(scheduleId)?.money ?? true);
  const measures = wanted.filter(isSummed).filter((measure) => measure !== 'cost' || money);
  const { thread } = curvesOfDatabase(context);
  if (!measures.length || !newest.length || !thread) return [];
  const versions = newest.map(({ id, before, after }) => ({ id, before, after }));
  return thread.run({ spaceId: context.spaceId, today: context.today, measures, versions });
}

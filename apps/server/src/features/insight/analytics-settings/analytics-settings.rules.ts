import { type AnalyticsConventions, analyticsConventions, DEFAULT_CONVENTIONS, USUAL_PROMISE } from '@gantry/contract';

/** How a schedule is counted: the version that stands for its promise, null for the target dates of its rows, and a name for all that. */
export type CountedBy = { conventions: AnalyticsConventions; baselineId: number | null; key: string };
/** A version that may stand for the promise of its schedule. */
export type Baseline = { id: number; schedule_id: number; revision: number; is_target: boolean };

export const conventionsIn = (content: unknown): AnalyticsConventions => {
  const { data } = analyticsConventions.safeParse({ ...DEFAULT_CONVENTIONS, ...(content as object) });
  return data ?? DEFAULT_CONVENTIONS;
};

/** How each of some schedules is counted, by the conventions in effect there and the versions in the order of their ids. */
export function waysOf(
  inEffect: ReadonlyMap<number, AnalyticsConventions>,
  baselines: readonly Baseline[],
): ReadonlyMap<number, CountedBy> {
  const ofSchedule = Map.groupBy(baselines, ({ schedule_id: scheduleId }) => scheduleId);
  return new Map([...inEffect].map(([id, conventions]) => [id, wayOf(conventions, ofSchedule.get(id) ?? [])]));
}

function wayOf(conventions: AnalyticsConventions, baselines: readonly Baseline[]): CountedBy {
  const { baseline: wanted, technique, budget, promise } = conventions;
  const baseline = baselines.findLast(({ id, is_target }) => (wanted === 'target' ? is_target : id === wanted));
  const against = baseline ? `${baseline.id}:${baseline.revision}:${budget}` : '';
  const counted = technique === 'progress' && !against ? '' : `${technique} ${against}`;
  const isUsual = promise.by === USUAL_PROMISE.by && promise.tolerance === USUAL_PROMISE.tolerance;
  const key = isUsual ? counted : `${counted} ${promise.by} ${promise.tolerance}`;
  return { conventions, baselineId: baseline?.id ?? null, key };
}

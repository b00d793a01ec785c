import { type AnalyticsStats, WORK_COUNTS } from '@gantry/contract';
import { formatMinute, type Minute, recordOf } from '@gantry/domain';
import { daysBetween } from '../facts/analytics.counts.rules.ts';
import type { FactHead } from '../facts/analytics.facts.rules.ts';

const later = (one: Minute | null, other: Minute | null): Minute | null => (one === null || (other !== null && other > one) ? other : one);
const earlier = (one: Minute | null, other: Minute | null): Minute | null =>
  one === null || (other !== null && other < one) ? other : one;

/** The sums of an amount that progress goes by. */
const nothing = () => ({ budget: 0, planned: 0, earned: 0 });

/** Counts, dates and progress of some versions together, in one walk; without `money` progress goes by hours or works. */
export function statsOf(heads: readonly FactHead[], money = true): AnalyticsStats {
  const counts = recordOf(WORK_COUNTS, () => 0);
  const measures = { labour: nothing(), cost: nothing() };
  let [milestones, done, due] = [0, 0, 0];
  let [start, finish, target, promised, dataDate]: (Minute | null)[] = [null, null, null, null, null];
  for (const head of heads) {
    for (const count of WORK_COUNTS) counts[count] += head[count];
    for (const kind of MEASURES) for (const of of AMOUNTS) measures[kind][of] += head[kind][of];
    milestones += head.milestones;
    done += head.done;
    due += head.due;
    start = earlier(start, head.start);
    finish = later(finish, head.finish);
    target = later(target, head.target_finish);
    // What nobody has promised is held against no promise.
    if (head.target_finish !== null) promised = later(promised, head.finish);
    dataDate = later(dataDate, head.data_date);
  }
  const written = (minute: Minute | null) => (minute === null ? null : formatMinute(minute));
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  const kind = MEASURES.find((one) => (money || one !== 'cost') && measures[one].budget > 0);
  const measured = kind && measures[kind];
  return {
    ...counts,
    milestones,
    start: written(start),
    finish: written(finish),
    target_finish: written(target),
    deviation_days: promised === null || target === null ? null : daysBetween(target, promised),
    data_date: written(dataDate),
    progress: measured ? share(measured.earned, measured.budget) : share(done, counts.works),
    progress_planned: measured ? share(measured.planned, measured.budget) : share(due, counts.works),
  };
}
const MEASURES = ['labour', 'cost'] as const;
const AMOUNTS = ['budget', 'planned', 'earned'] as const;

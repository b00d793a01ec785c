import { type AnalyticsStats, WORK_COUNTS } from '@gantry/contract';
import { formatMinute, type Minute, recordOf } from '@gantry/domain';
import { daysBetween } from '../facts/analytics.counts.rules.ts';
import type { FactHead } from '../facts/analytics.facts.rules.ts';

export function latest(minutes: readonly (Minute | null)[]): Minute | null {
  return minutes.reduce((found, value) => (value !== null && (found === null || value > found) ? value : found), null);
}
const earliest = (minutes: readonly (Minute | null)[]): Minute | null => {
  const found = latest(minutes.map((value) => (value === null ? null : -value)));
  return found === null ? null : -found;
};

/** Counts, dates and progress of some versions together; without `money` progress goes by hours or works. */
export function statsOf(heads: readonly FactHead[], money = true): AnalyticsStats {
  const sum = (of: (head: FactHead) => number) => heads.reduce((total, head) => total + of(head), 0);
  const written = (minute: Minute | null) => (minute === null ? null : formatMinute(minute));
  const finish = latest(heads.map((head) => head.finish));
  const target = latest(heads.map((head) => head.target_finish));
  // What nobody has promised is held against no promise.
  const promised = latest(heads.map((head) => (head.target_finish === null ? null : head.finish)));
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  const measured = (['labour', 'cost'] as const).find((kind) => (money || kind !== 'cost') && sum((head) => head[kind].budget) > 0);
  const works = sum((head) => head.works);
  return {
    ...recordOf(WORK_COUNTS, (count) => sum((head) => head[count])),
    milestones: sum((head) => head.milestones),
    start: written(earliest(heads.map((head) => head.start))),
    finish: written(finish),
    target_finish: written(target),
    deviation_days: promised === null || target === null ? null : daysBetween(target, promised),
    data_date: written(latest(heads.map((head) => head.data_date))),
    progress: measured
      ? share(
          sum((head) => head[measured].earned),
          sum((head) => head[measured].budget),
        )
      : share(
          sum((head) => head.done),
          works,
        ),
    progress_planned: measured
      ? share(
          sum((head) => head[measured].planned),
          sum((head) => head[measured].budget),
        )
      : share(
          sum((head) => head.due),
          works,
        ),
  };
}

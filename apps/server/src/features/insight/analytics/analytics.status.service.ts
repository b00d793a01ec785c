import { dayOf, formatMinute, MINUTES_PER_DAY } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { FactHead } from './facts/analytics.facts.rules.ts';
import { STATUS_KEYS } from './facts/analytics.lines.rules.ts';
import { type PeriodLines, unpackLines } from './facts/analytics.pack.rules.ts';
import { listStatusPoints } from './analytics.status.repository.ts';

/** The number of status points in a trend, and behind the recent cost index. */
const TREND_POINTS = 12;
const RECENT_POINTS = 3;
/** The most schedules whose status points one trend reads. */
const MOST_SCHEDULES = 1000;

/** The sums of a schedule on a data date. */
export type PastFacts = { schedule_id: number; head: FactHead; lines: PeriodLines };
/** A data date of some schedules, with the last reported sums of each schedule by then. */
export type PastStatus = { day: string; facts: PastFacts[] };

type Counted = { schedule_id: number; head: { data_date: number } };

/** The status points of some schedules up to their data dates, by days: a schedule without a point on a day keeps its last one. */
export async function readPast(context: Context, counted: readonly Counted[]): Promise<PastStatus[]> {
  if (!counted.length || counted.length > MOST_SCHEDULES) return [];
  const until = formatMinute(Math.max(...counted.map(({ head }) => head.data_date))).slice(0, 10);
  const ids = [...new Set(counted.map(({ schedule_id }) => schedule_id))];
  const points = await context.read((db) => listStatusPoints(db, context.spaceId, ids, { until, most: TREND_POINTS }));
  const standing = new Map<number, PastFacts>();
  const past: PastStatus[] = [];
  for (const [day, own] of Map.groupBy(points, (point) => point.day)) {
    for (const { schedule_id, head, month } of own)
      standing.set(schedule_id, { schedule_id, head, lines: unpackLines(STATUS_KEYS, month) });
    past.push({ day, facts: [...standing.values()] });
  }
  return past.slice(-TREND_POINTS);
}

/** The sums of schedules three status points ago; none where there are fewer points, so that all costs count as recent. */
export async function readRecentBase(context: Context, counted: readonly Counted[]): Promise<readonly PastFacts[]> {
  if (!counted.length) return [];
  const today = dateOf(Math.max(...counted.map(({ head }) => head.data_date)));
  const before = (await readPast(context, counted)).filter(({ day }) => day < today);
  return before.at(-RECENT_POINTS)?.facts ?? [];
}

const dateOf = (minute: number): string => formatMinute(dayOf(minute) * MINUTES_PER_DAY).slice(0, 10);

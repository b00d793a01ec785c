import { MINUTES_PER_DAY, dayOf } from '@gantry/domain';
import type { Day, Minute } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import type { Room } from './room.ts';
import { EVENLY, spreadLike, spreadOfDays, spreadOverSpan, totalOf, unitsOf } from './spread.ts';
import type { Spread, SpreadShape } from './spread.ts';

/** What is to be laid over the days of one item: one measure (volume, labour or cost) of one resource. */
export type SpreadSource = {
  planned: number;
  actual: number;
  remaining: number;
  decimals: number;
  how: SpreadShape;
  /** Recorded daily plan and facts, which take precedence. */
  plannedDays: ReadonlyMap<Day, number> | null;
  actualDays: ReadonlyMap<Day, number> | null;
};

/** Dates of the item; null = none. */
export type SpreadDates = {
  plannedStart: Minute | null;
  plannedFinish: Minute | null;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  /** Early dates of what is left. */
  earlyStart: Minute | null;
  earlyFinish: Minute | null;
  dataDate: Minute;
  calendar: CompiledCalendar;
};

/** The three series of a measure: plan over the planned span, fact on recorded days, remaining from the data date on. */
export type SpreadSeries = { plan: Spread; fact: Spread; remaining: Spread };

/** Lays one series of a measure of an item over days; what lies over a span is laid in the room that is given. */
export function spreadOneSeries(series: keyof SpreadSeries, source: SpreadSource, dates: SpreadDates, room?: Room): Spread {
  return LAY[series](source, dates, room);
}

/** Lays one measure of an item over days. */
export function spreadSeries(source: SpreadSource, dates: SpreadDates): SpreadSeries {
  return { plan: planOf(source, dates), fact: factOf(source, dates), remaining: remainingOf(source, dates) };
}

const LAY = { plan: planOf, fact: factOf, remaining: remainingOf } satisfies Record<keyof SpreadSeries, typeof planOf>;

const nothing = (decimals: number): Spread => ({ firstDay: 0, units: NO_DAYS, decimals });
const NO_DAYS = new Float64Array(0);

/** A daily plan gives the form, and one that adds up to nothing none; the planned total stays the total. */
function planOf(source: SpreadSource, { plannedStart, plannedFinish, calendar }: SpreadDates, room?: Room): Spread {
  const { planned, decimals, plannedDays } = source;
  const days = plannedDays?.size ? spreadOfDays(plannedDays, decimals) : null;
  if (days && totalOf(days) !== 0) return unitsOf(planned, decimals) === 0 ? days : spreadLike(planned, decimals, days);
  if (plannedStart === null || plannedFinish === null || planned === 0) return nothing(decimals);
  return spreadOverSpan(planned, decimals, { start: plannedStart, finish: plannedFinish, calendar }, source.how, room);
}

/** Recorded days are facts and are never changed; a fact that is known as a sum only lies evenly from the start to the data date. */
function factOf(source: SpreadSource, { actualStart, actualFinish, dataDate, calendar }: SpreadDates, room?: Room): Spread {
  const { actual, decimals, actualDays } = source;
  if (actualDays?.size) return spreadOfDays(actualDays, decimals);
  if (actualStart === null || actual === 0) return nothing(decimals);
  const finish = actualFinish ?? Math.max(actualStart, dataDate);
  return spreadOverSpan(actual, decimals, { start: actualStart, finish, calendar }, EVENLY, room);
}

/** A daily plan that reaches beyond the data date goes on giving the form; a curve does not: it belongs to the whole duration. */
function remainingOf(source: SpreadSource, { earlyStart, earlyFinish, actualStart, dataDate, calendar }: SpreadDates, room?: Room): Spread {
  const { remaining, decimals, plannedDays } = source;
  if (earlyStart === null || earlyFinish === null || remaining === 0) return nothing(decimals);
  if (plannedDays?.size) {
    const today = dayOf(dataDate + MINUTES_PER_DAY - 1);
    const ahead = new Map([...plannedDays].filter(([day, value]) => day >= today && value > 0));
    if (ahead.size) return spreadLike(remaining, decimals, spreadOfDays(ahead, decimals));
  }
  const how: SpreadShape = actualStart !== null && source.how.shape === 'curve' ? EVENLY : source.how;
  return spreadOverSpan(remaining, decimals, { start: Math.max(earlyStart, dataDate), finish: earlyFinish, calendar }, how, room);
}

import type { ExternalLimit, LagCalendar, LinkSide, Minute, RelationType, TaskStatus } from '@gantry/domain';
import { addWork, type CompiledCalendar } from '@gantry/engine';

/** Dates of the item at the other end of a link as its own schedule has them. */
export type FarDates = {
  type: string;
  status: TaskStatus;
  start: Minute | null;
  finish: Minute | null;
  earlyStart: Minute | null;
  earlyFinish: Minute | null;
  lateStart: Minute | null;
  lateFinish: Minute | null;
};

/** Working time that a lag may be counted in; null = around the clock. */
export type LagTime = Record<Exclude<LagCalendar, 'elapsed'>, CompiledCalendar | null>;

/**
 * The limit of a link: from the early dates of the predecessor, or the late dates of the successor. Null when the other end has no dates.
 */
export function limitOf(
  link: { itemId: number; side: LinkSide; type: RelationType; lagMinutes: number; lagCalendar: LagCalendar },
  far: FarDates | null,
  time: LagTime,
): ExternalLimit | null {
  if (!far || far.type === 'draft' || far.type === 'sum') return null;
  const leavesFinish = link.type === 'fs' || link.type === 'ff';
  const arrivesAtStart = link.type === 'fs' || link.type === 'ss';
  const calendar = link.lagCalendar === 'elapsed' ? null : time[link.lagCalendar];
  const after = (date: Minute, minutes: number): Minute => (calendar ? addWork(calendar, date, minutes) : date + minutes);
  if (link.side === 'predecessor') {
    const date = leavesFinish ? earlyFinishOf(far) : earlyStartOf(far);
    if (date === null) return null;
    return { itemId: link.itemId, kind: arrivesAtStart ? 'start_not_earlier' : 'finish_not_earlier', date: after(date, link.lagMinutes) };
  }
  const date = arrivesAtStart ? lateStartOf(far) : lateFinishOf(far);
  if (date === null) return null;
  return { itemId: link.itemId, kind: leavesFinish ? 'finish_not_later' : 'start_not_later', date: after(date, -link.lagMinutes) };
}

/** Actual dates first, else calculated, else planned ones. */
const earlyStartOf = (far: FarDates): Minute | null => (far.status === 'not_started' ? (far.earlyStart ?? far.start) : far.start);
const earlyFinishOf = (far: FarDates): Minute | null => (far.status === 'completed' ? far.finish : (far.earlyFinish ?? far.finish));
const lateStartOf = (far: FarDates): Minute | null => (far.status === 'not_started' ? far.lateStart : null);
const lateFinishOf = (far: FarDates): Minute | null => (far.status === 'completed' ? null : far.lateFinish);

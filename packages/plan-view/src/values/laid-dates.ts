import type { AnyRow, Minute } from '@gantry/domain';
import { addWork, type CompiledCalendar, type SpreadDates } from '@gantry/engine';

/**
 * What is laid over the days: what is planned over the dates of the plan, over the target dates (`target`), over the early or the late
 * dates, begun work from its actual start; what was done, what is left. A row without the dates asked for is planned for its own. Approved
 * amounts stay on the days that they were approved for.
 */
export type LaidSeries = 'plan' | 'target' | 'early' | 'late' | 'fact' | 'remaining' | 'approved';

/** `isOther`: the planned dates are those of a series, not of the plan. */
export type LaidDates = SpreadDates & { isOther: boolean };

const minuteOf = (value: unknown): Minute | null => (typeof value === 'number' ? value : null);

/** Dates to be filled in: one for each series, since an object for each amount would take longer than its days. */
export const noDates = (dataDate: Minute): LaidDates => ({
  plannedStart: null,
  plannedFinish: null,
  actualStart: null,
  actualFinish: null,
  earlyStart: null,
  earlyFinish: null,
  dataDate,
  calendar: NO_CALENDAR,
  isOther: false,
});
const NO_CALENDAR = null as unknown as CompiledCalendar;

/** Fills in the dates that a series of an item is laid over, so much of a lag after its starts. */
export function fillDates(dates: LaidDates, item: AnyRow, series: LaidSeries, lag: number, calendar: CompiledCalendar): LaidDates {
  dates.calendar = calendar;
  dates.actualStart = minuteOf(item['actualStart']);
  dates.actualFinish = minuteOf(item['actualFinish']);
  const start = minuteOf(item['start']);
  const finish = minuteOf(item['finish']);
  dates.earlyStart = later(minuteOf(item['earlyStart']) ?? start, lag, calendar);
  dates.earlyFinish = minuteOf(item['earlyFinish']) ?? finish;
  dates.isOther = takeSpan(dates, item, series);
  if (!dates.isOther) {
    dates.plannedStart = start;
    dates.plannedFinish = finish;
  }
  dates.plannedStart = later(dates.plannedStart, lag, calendar);
  return dates;
}

const later = (start: Minute | null, lag: number, calendar: CompiledCalendar): Minute | null =>
  start === null || !lag ? start : addWork(calendar, start, lag);

/** Takes dates other than the plan's own that a series is laid over; false where it has none. */
function takeSpan(dates: LaidDates, item: AnyRow, series: LaidSeries): boolean {
  if (series !== 'target' && series !== 'early' && series !== 'late') return false;
  const [from, to] = DATES[series](item);
  dates.plannedStart = (series === 'target' ? null : dates.actualStart) ?? minuteOf(from);
  dates.plannedFinish = (series === 'target' ? null : dates.actualFinish) ?? minuteOf(to);
  return dates.plannedStart !== null && dates.plannedFinish !== null && dates.plannedFinish >= dates.plannedStart;
}
/** A field that is named in the code is read without a search for its name. */
const DATES = {
  target: (item: AnyRow) => [item['targetStart'], item['targetFinish']],
  early: (item: AnyRow) => [item['earlyStart'], item['earlyFinish']],
  late: (item: AnyRow) => [item['lateStart'], item['lateFinish']],
} as const;

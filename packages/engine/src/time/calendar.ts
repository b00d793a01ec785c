import { MINUTES_PER_DAY, type PlanCalendar, type Shift } from '@gantry/domain';

/** Minutes of a day plus its closing midnight: the width of one row in the minute tables. */
export const MINUTE_ROW = MINUTES_PER_DAY + 1;

/**
 * Numbers of one day in `days`: work minutes before it; what leads from a moment to its place in `workAt`.
 * In `workdays`: work minutes before it; what leads from a work minute to its place in `startAt`; the first minute of the day.
 */
export const DAY_WIDTH = 2;
export const WORKDAY_WIDTH = 3;

/** Days from 1990-01-01 that a calendar can reach in either direction: about 2,700 years. */
const FARTHEST_DAY = 1_000_000;
const FIRST_SPAN_DAYS = 60 * 366;

/**
 * A calendar as tables. Work is counted in minutes from 1990-01-01T00:00 (negative before it), so a longer table never changes
 * an answer; the tables grow when a date outside of them is asked for.
 */
export type CompiledCalendar = {
  /** First day of the tables, days since 1990-01-01, and its first minute. */
  firstDay: number;
  firstMinute: number;
  dayCount: number;
  minuteCount: number;
  /** Work before the tables, and up to their end. */
  firstWork: number;
  endWork: number;
  /** DAY_WIDTH numbers for each day and the one after the last. */
  days: Int32Array;
  /** WORKDAY_WIDTH numbers for each day that has work, and `endWork`, which closes the list. */
  workdays: Int32Array;
  /** Per pattern and minute of the day: work minutes before it. */
  workAt: Uint16Array;
  /** Per pattern and work minute of the day: the minute at which it starts. */
  startAt: Uint16Array;
  /** Place in `workdays` of the day in which a stretch of 2^bucketShift work minutes begins. */
  bucketDay: Int32Array;
  bucketShift: number;
  /** No stretch without work inside the tables is longer, minutes. */
  longestPause: number;
  weekPattern: number[];
  exceptionDay: Int32Array;
  exceptionPattern: Uint16Array;
  /** The calendar states no working time in any week; it counts around the clock instead. */
  withoutWork: boolean;
};

/** Calendars compiled so far, by content: two calendars with the same working time share one set of tables. */
export type CalendarPool = Map<string, CompiledCalendar>;

/** Working time around the clock: elapsed lags, and what stands in for a calendar that is missing or has no work. */
export const ELAPSED: Pick<PlanCalendar, 'week' | 'exceptions'> = {
  week: Array.from({ length: 7 }, () => [{ start: 0, finish: MINUTES_PER_DAY }]),
  exceptions: [],
};

/** Compiles working time to tables, or returns those of an equal calendar in the pool. Broken shifts are left out; it never throws. */
export function compileCalendar(calendar: Pick<PlanCalendar, 'week' | 'exceptions'>, pool?: CalendarPool): CompiledCalendar {
  const key = pool ? contentOf(calendar) : '';
  const known = pool?.get(key);
  if (known) return known;
  const compiled = compile(calendar);
  pool?.set(key, compiled);
  return compiled;
}

function contentOf(calendar: Pick<PlanCalendar, 'week' | 'exceptions'>): string {
  const days = calendar.exceptions.map((exception) => `${exception.day}:${textOf(exception.shifts)}`);
  return [...calendar.week.map(textOf), ...days].join('|');
}

function textOf(shifts: Shift[]): string {
  return shifts.map((shift) => `${shift.start}-${shift.finish}`).join(' ');
}

function compile(calendar: Pick<PlanCalendar, 'week' | 'exceptions'>): CompiledCalendar {
  const patterns = patternTable();
  let weekPattern = Array.from({ length: 7 }, (_, day) => patterns.rowOf(calendar.week[day] ?? []));
  const withoutWork = weekPattern.every((row) => patterns.minutesOf(row) === 0);
  if (withoutWork) weekPattern = ELAPSED.week.map((shifts) => patterns.rowOf(shifts));
  const exceptions = withoutWork ? [] : calendar.exceptions;
  const compiled: CompiledCalendar = {
    firstDay: 0,
    firstMinute: 0,
    dayCount: 0,
    minuteCount: 0,
    firstWork: 0,
    endWork: 0,
    days: new Int32Array(0),
    workdays: new Int32Array(0),
    bucketDay: new Int32Array(0),
    bucketShift: 0,
    longestPause: 0,
    weekPattern,
    exceptionDay: Int32Array.from(exceptions, (exception) => exception.day),
    exceptionPattern: Uint16Array.from(exceptions, (exception) => patterns.rowOf(exception.shifts)),
    ...patterns.tables(),
    withoutWork,
  };
  fill(compiled, 0, FIRST_SPAN_DAYS);
  return compiled;
}

/** Rows of minute tables, one for each different set of shifts. */
function patternTable() {
  const rows = new Map<string, number>();
  const workAt: Uint16Array[] = [];
  const startAt: Uint16Array[] = [];
  const rowOf = (shifts: Shift[]): number => {
    const key = textOf(shifts);
    const known = rows.get(key);
    if (known !== undefined) return known;
    const open = new Uint8Array(MINUTES_PER_DAY);
    for (const shift of shifts) open.fill(1, Math.max(0, Math.trunc(shift.start)), Math.min(MINUTES_PER_DAY, Math.trunc(shift.finish)));
    const work = new Uint16Array(MINUTE_ROW);
    const start = new Uint16Array(MINUTE_ROW);
    let minutes = 0;
    for (let minute = 0; minute < MINUTES_PER_DAY; minute++) {
      work[minute] = minutes;
      if (open[minute]) start[minutes++] = minute;
    }
    work[MINUTES_PER_DAY] = minutes;
    rows.set(key, workAt.length);
    workAt.push(work);
    startAt.push(start);
    return workAt.length - 1;
  };
  return {
    rowOf,
    minutesOf: (row: number) => workAt[row][MINUTES_PER_DAY],
    tables: () => ({ workAt: joined(workAt), startAt: joined(startAt) }),
  };
}

function joined(rows: Uint16Array[]): Uint16Array {
  const all = new Uint16Array(rows.length * MINUTE_ROW);
  rows.forEach((row, index) => all.set(row, index * MINUTE_ROW));
  return all;
}

/** Days since Monday: 1990-01-01 was one. */
function weekdayOf(day: number): number {
  return ((day % 7) + 7) % 7;
}

function fill(calendar: CompiledCalendar, firstDay: number, lastDay: number): void {
  const dayCount = lastDay - firstDay;
  const patternOf = new Uint16Array(dayCount);
  for (let index = 0, weekday = weekdayOf(firstDay); index < dayCount; index++, weekday = weekday === 6 ? 0 : weekday + 1) {
    patternOf[index] = calendar.weekPattern[weekday];
  }
  for (let i = 0; i < calendar.exceptionDay.length; i++) {
    const index = calendar.exceptionDay[i] - firstDay;
    if (index >= 0 && index < dayCount) patternOf[index] = calendar.exceptionPattern[i];
  }
  let work = 0;
  for (let index = 0; index < Math.min(-firstDay, dayCount); index++) work -= minutesOf(calendar, patternOf[index]);
  calendar.firstWork = work;
  const days = new Int32Array((dayCount + 1) * DAY_WIDTH);
  const workdays = new Int32Array((dayCount + 1) * WORKDAY_WIDTH);
  let end = 0;
  for (let index = 0; index < dayCount; index++) {
    const row = patternOf[index] * MINUTE_ROW;
    days[index * DAY_WIDTH] = work;
    days[index * DAY_WIDTH + 1] = row - (firstDay + index) * MINUTES_PER_DAY;
    const minutes = minutesOf(calendar, patternOf[index]);
    if (minutes === 0) continue;
    workdays[end] = work;
    workdays[end + 1] = row - work;
    workdays[end + 2] = (firstDay + index) * MINUTES_PER_DAY;
    end += WORKDAY_WIDTH;
    work += minutes;
  }
  days[dayCount * DAY_WIDTH] = work;
  workdays[end] = work;
  calendar.firstDay = firstDay;
  calendar.firstMinute = firstDay * MINUTES_PER_DAY;
  calendar.dayCount = dayCount;
  calendar.minuteCount = dayCount * MINUTES_PER_DAY;
  calendar.endWork = work;
  calendar.days = days;
  calendar.workdays = workdays.slice(0, end + WORKDAY_WIDTH);
  calendar.longestPause = longestPauseOf(calendar);
  fillBuckets(calendar);
}

/** At most: from the morning of a day with work, or the start of the tables, to the night of the next one, or their end. */
function longestPauseOf({ workdays, firstMinute, minuteCount }: CompiledCalendar): number {
  let longest = 0;
  let from = firstMinute;
  for (let day = 0; day < workdays.length - WORKDAY_WIDTH; day += WORKDAY_WIDTH) {
    const morning = workdays[day + 2];
    longest = Math.max(longest, morning + MINUTES_PER_DAY - from);
    from = morning;
  }
  return Math.max(longest, firstMinute + minuteCount - from);
}

/** Work minutes of a whole day with the pattern. */
function minutesOf(calendar: CompiledCalendar, pattern: number): number {
  return calendar.workAt[pattern * MINUTE_ROW + MINUTES_PER_DAY];
}

function fillBuckets(calendar: CompiledCalendar): void {
  const { workdays, dayCount, firstWork, endWork } = calendar;
  const perDay = Math.max(1, (endWork - firstWork) / dayCount);
  calendar.bucketShift = Math.floor(Math.log2(perDay));
  const size = 2 ** calendar.bucketShift;
  const bucketDay = new Int32Array(Math.ceil((endWork - firstWork) / size) + 1);
  const last = workdays.length - 2 * WORKDAY_WIDTH;
  for (let bucket = 0, day = 0; bucket < bucketDay.length; bucket++) {
    const work = firstWork + bucket * size;
    while (day < last && workdays[day + WORKDAY_WIDTH] <= work) day += WORKDAY_WIDTH;
    bucketDay[bucket] = day;
  }
  calendar.bucketDay = bucketDay;
}

/** Grows the tables until they hold the day; false where the day is out of reach for good. */
export function reachDay(calendar: CompiledCalendar, day: number): boolean {
  if (!(Math.abs(day) < FARTHEST_DAY)) return false;
  const end = calendar.firstDay + calendar.dayCount;
  if (day >= calendar.firstDay && day < end) return true;
  const first = day < calendar.firstDay ? Math.max(-FARTHEST_DAY, day - calendar.dayCount) : calendar.firstDay;
  const last = day >= end ? Math.min(FARTHEST_DAY, day + calendar.dayCount) : end;
  fill(calendar, first, last);
  return true;
}

/** Grows the tables until they hold the work minute; false where it is out of reach for good. */
export function reachWork(calendar: CompiledCalendar, work: number): boolean {
  for (;;) {
    if (work < calendar.firstWork) {
      if (!reachDay(calendar, calendar.firstDay - 1)) return false;
    } else if (work >= calendar.endWork) {
      if (!reachDay(calendar, calendar.firstDay + calendar.dayCount)) return false;
    } else return true;
  }
}

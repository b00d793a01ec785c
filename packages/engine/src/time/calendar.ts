import { MINUTES_PER_DAY, type PlanCalendar, type Shift } from '@gantry/domain';

/** Minutes of a day plus its closing midnight: the width of one row in the minute tables. */
export const MINUTE_ROW = MINUTES_PER_DAY + 1;

/** Days from 1990-01-01 that a calendar can reach in either direction: about 2,700 years. */
const FARTHEST_DAY = 1_000_000;
const FIRST_SPAN_DAYS = 60 * 366;

/**
 * A calendar as tables. Work is counted in minutes from 1990-01-01T00:00 (negative before it), so a longer table never changes
 * an answer; the tables grow when a date outside of them is asked for.
 */
export type CompiledCalendar = {
  /** First day of the tables, days since 1990-01-01. */
  firstDay: number;
  dayCount: number;
  /** Work minutes before each day; one entry more than days. */
  cumulative: Int32Array;
  /** Row of the minute tables that each day uses. */
  patternOf: Uint16Array;
  /** Per pattern and minute of the day: work minutes before it. */
  workAt: Uint16Array;
  /** Per pattern and work minute of the day: the minute at which it starts. */
  startAt: Uint16Array;
  /** Index of the day in which a stretch of 2^bucketShift work minutes begins. */
  bucketDay: Int32Array;
  bucketShift: number;
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
    dayCount: 0,
    cumulative: new Int32Array(1),
    patternOf: new Uint16Array(0),
    bucketDay: new Int32Array(0),
    bucketShift: 0,
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
  const cumulative = new Int32Array(dayCount + 1);
  for (let index = 0; index < dayCount; index++) {
    cumulative[index + 1] = cumulative[index] + calendar.workAt[patternOf[index] * MINUTE_ROW + MINUTES_PER_DAY];
  }
  const beforeEpoch = firstDay < 0 ? cumulative[Math.min(-firstDay, dayCount)] : 0;
  if (beforeEpoch) for (let index = 0; index <= dayCount; index++) cumulative[index] -= beforeEpoch;
  calendar.firstDay = firstDay;
  calendar.dayCount = dayCount;
  calendar.patternOf = patternOf;
  calendar.cumulative = cumulative;
  fillBuckets(calendar);
}

function fillBuckets(calendar: CompiledCalendar): void {
  const { cumulative, dayCount } = calendar;
  const total = cumulative[dayCount] - cumulative[0];
  const perDay = Math.max(1, total / dayCount);
  calendar.bucketShift = Math.floor(Math.log2(perDay));
  const size = 2 ** calendar.bucketShift;
  const bucketDay = new Int32Array(Math.ceil(total / size) + 1);
  for (let bucket = 0, day = 0; bucket < bucketDay.length; bucket++) {
    const work = cumulative[0] + bucket * size;
    while (day < dayCount - 1 && cumulative[day + 1] <= work) day++;
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
    const end = calendar.firstDay + calendar.dayCount;
    if (work < calendar.cumulative[0]) {
      if (!reachDay(calendar, calendar.firstDay - 1)) return false;
    } else if (work >= calendar.cumulative[calendar.dayCount]) {
      if (!reachDay(calendar, end)) return false;
    } else return true;
  }
}

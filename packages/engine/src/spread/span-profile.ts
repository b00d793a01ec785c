import { dayOf } from '@gantry/domain';
import type { Day, Minute } from '@gantry/domain';
import { DAY_WIDTH } from '../time/calendar.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBefore } from '../time/work.ts';

/**
 * The days of a span: `passed[i]` is the share of its working time that has passed at the end of day `firstDay + i`, from 0 to exactly 1.
 * Beyond `length` it holds other numbers.
 */
export type SpanProfile = { firstDay: Day; length: number; passed: Float64Array };

type Span = { start: Minute; finish: Minute; calendar: CompiledCalendar };

/** The span asked for last, and its days; no days where nobody works in it. */
const known: Span & SpanProfile = {
  start: Number.NaN,
  finish: Number.NaN,
  calendar: null as unknown as CompiledCalendar,
  firstDay: 0,
  length: 0,
  passed: new Float64Array(512),
};

/**
 * The profile of a span, null where nobody works in it. It holds until another span is asked for: measures of a work, and most of its
 * series, lie over the same dates in a row, and walk them once.
 */
export function profileOf({ start, finish, calendar }: Span): SpanProfile | null {
  if (known.start !== start || known.finish !== finish || known.calendar !== calendar) {
    known.start = start;
    known.finish = finish;
    known.calendar = calendar;
    walk(start, finish, calendar);
  }
  return known.length ? known : null;
}

function walk(start: Minute, finish: Minute, calendar: CompiledCalendar): void {
  const before = workBefore(calendar, start);
  const worked = workBefore(calendar, finish) - before;
  const firstDay = dayOf(start);
  const length = worked > 0 ? dayOf(finish - 1) - firstDay + 1 : 0;
  if (length > known.passed.length) known.passed = new Float64Array(2 * length);
  known.firstDay = firstDay;
  known.length = length;
  // The tables reach both ends of the span; where a calendar ends before it, all days beyond have the work of its edge.
  const { passed } = known;
  const { days, dayCount } = calendar;
  const ahead = (firstDay - calendar.firstDay + 1) | 0;
  for (let day = 0; day < length - 1; day++) {
    const row = Math.max(0, Math.min(dayCount, ahead + day));
    passed[day] = (days[row * DAY_WIDTH] - before) / worked;
  }
  if (length) passed[length - 1] = 1;
}

import { MINUTES_PER_DAY, dayOf, oncePer } from '@gantry/domain';
import type { Day, Minute } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBefore } from '../time/work.ts';

/** The working days of a span: how much of its working time has passed at the end of each, from above 0 to 1. */
export type SpanProfile = { firstDay: Day; length: number; days: Int32Array; passed: Float64Array };

type Span = { start: Minute; finish: Minute; calendar: CompiledCalendar };

/** What is walked once of a calendar; beyond so many days the spans of before are forgotten. */
const MOST_DAYS = 400_000;
const profilesOf = oncePer<CompiledCalendar, { days: number; known: Map<number, SpanProfile | null> }>(() => ({
  days: 0,
  known: new Map(),
}));

/** Larger than any span in minutes, and small enough for a start and a length to be one exact number. */
const LONGEST = 2 ** 22;

/** The profile of a span, null where nobody works in it. All measures and series over one span of one calendar walk it once. */
export function profileOf(span: Span): SpanProfile | null {
  const length = span.finish - span.start;
  if (!(length >= 0 && length < LONGEST)) return walk(span);
  const profiles = profilesOf(span.calendar);
  const key = span.start * LONGEST + length;
  const known = profiles.known.get(key);
  if (known !== undefined) return known;
  const made = walk(span);
  profiles.days += made ? made.days.length + 1 : 1;
  if (profiles.days > MOST_DAYS) {
    profiles.known.clear();
    profiles.days = made?.days.length ?? 1;
  }
  profiles.known.set(key, made);
  return made;
}

function walk({ start, finish, calendar }: Span): SpanProfile | null {
  const first = workBefore(calendar, start);
  const worked = workBefore(calendar, finish) - first;
  if (worked <= 0) return null;
  const firstDay = dayOf(start);
  const length = dayOf(finish - 1) - firstDay + 1;
  const days: number[] = [];
  const passed: number[] = [];
  let done = 0;
  for (let day = 0; day < length; day++) {
    const here = Math.min(worked, workBefore(calendar, (firstDay + day + 1) * MINUTES_PER_DAY) - first);
    if (here === done) continue;
    days.push(day);
    passed.push(here / worked);
    done = here;
  }
  return { firstDay, length, days: Int32Array.from(days), passed: Float64Array.from(passed) };
}

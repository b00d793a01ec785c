import { MINUTES_PER_DAY, dayOf, oncePer } from '@gantry/domain';
import type { Day, Minute } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBefore } from '../time/work.ts';

/** The working days of a span: how much of its working time has passed at the end of each, from above 0 to 1. */
export type SpanProfile = { firstDay: Day; length: number; days: readonly number[]; passed: readonly number[] };

type Span = { start: Minute; finish: Minute; calendar: CompiledCalendar };

type KnownSpan = { start: Minute; finish: Minute; profile: SpanProfile | null };
/** Size of the cache of spans of a calendar: a hash of its dates gives each span its place. Spans with more days are not cached. */
const PLACE_BITS = 12;
const MOST_DAYS = 512;
const profilesOf = oncePer<CompiledCalendar, KnownSpan[]>(() => Array.from({ length: 2 ** PLACE_BITS }, () => NONE));
const NONE: KnownSpan = { start: Number.NaN, finish: Number.NaN, profile: null };

/** The profile of a span, null where nobody works in it. All measures and series over one span of one calendar walk it once. */
export function profileOf(span: Span): SpanProfile | null {
  const { start, finish } = span;
  if (!(finish >= start)) return walk(span);
  const profiles = profilesOf(span.calendar);
  const place = (Math.imul(start, 0x9e3779b1) ^ Math.imul(finish, 0x85ebca6b)) >>> (32 - PLACE_BITS);
  const known = profiles[place];
  if (known.start === start && known.finish === finish) return known.profile;
  const profile = walk(span);
  if (!profile || profile.days.length <= MOST_DAYS) profiles[place] = { start, finish, profile };
  return profile;
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
  return { firstDay, length, days, passed };
}

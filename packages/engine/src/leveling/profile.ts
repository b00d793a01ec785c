import { NO_DATE } from '@gantry/domain';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBefore } from '../time/work.ts';

/** Use of one resource over time as steps: `level[i]` holds from `at[i]` until `at[i + 1]`, the last one for ever. */
export type UsageProfile = { at: Int32Array; level: Float64Array; count: number };

const FIRST_CAPACITY = 64;
/** A call to copyWithin costs more than moving so few entries one by one. */
const SHORT_MOVE = 64;

/** A profile of a resource that nobody uses. */
export function emptyProfile(): UsageProfile {
  const profile = { at: new Int32Array(FIRST_CAPACITY), level: new Float64Array(FIRST_CAPACITY), count: 0 };
  clearProfile(profile);
  return profile;
}

/** Clears a profile and keeps its capacity. */
export function clearProfile(profile: UsageProfile): void {
  profile.at[0] = NO_DATE;
  profile.level[0] = 0;
  profile.count = 1;
}

/** The step that holds at a moment. */
function stepAt(profile: UsageProfile, moment: number): number {
  const { at } = profile;
  let low = 0;
  let high = profile.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle] <= moment) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Makes a step begin at the moment and returns it. */
function splitAt(profile: UsageProfile, moment: number): number {
  const step = stepAt(profile, moment);
  if (profile.at[step] === moment) return step;
  if (profile.count === profile.at.length) {
    const at = new Int32Array(profile.count * 2);
    const level = new Float64Array(profile.count * 2);
    at.set(profile.at);
    level.set(profile.level);
    profile.at = at;
    profile.level = level;
  }
  const { at, level } = profile;
  if (profile.count - step > SHORT_MOVE) {
    at.copyWithin(step + 2, step + 1, profile.count);
    level.copyWithin(step + 2, step + 1, profile.count);
  } else {
    for (let to = profile.count; to > step + 1; to--) {
      at[to] = at[to - 1];
      level[to] = level[to - 1];
    }
  }
  at[step + 1] = moment;
  level[step + 1] = level[step];
  profile.count++;
  return step + 1;
}

/** Adds use over a stretch of time. */
export function occupy(profile: UsageProfile, from: number, to: number, amount: number): void {
  if (to <= from) return;
  const first = splitAt(profile, from);
  const end = splitAt(profile, to);
  for (let step = first; step < end; step++) profile.level[step] += amount;
}

/**
 * The end of the last step in a stretch of time that leaves too little room, or NO_DATE where all of it fits. Steps in which the
 * calendar has no work do not count; without a calendar every step does. The last step is enough: whatever starts before its end
 * still needs a part of it.
 */
export function lastConflict(profile: UsageProfile, from: number, to: number, room: number, calendar: CompiledCalendar | null): number {
  const { at, level } = profile;
  for (let step = stepAt(profile, to - 1); step >= 0; step--) {
    const end = step + 1 < profile.count ? at[step + 1] : to;
    if (end <= from) break;
    if (level[step] > room) {
      if (!calendar) return end;
      if (workBefore(calendar, Math.min(end, to)) > workBefore(calendar, Math.max(at[step], from))) return end;
    }
  }
  return NO_DATE;
}

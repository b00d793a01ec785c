import { mailTimes, type NoticeKind, type NoticeMailTime, wallClockAt } from '@gantry/domain';
import { dayAfter } from './notices.rules.ts';

/** How somebody wants letters, as far as their time goes. */
export type LetterTimes = {
  zone: string | null;
  mail: Partial<Record<string, NoticeMailTime>>;
  hour: number;
  quiet: { from: number; to: number } | null;
};

/** What comes close together goes into one letter, and what is looked at in the page at once into none. */
export const GRACE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MONDAY = 1;

const two = (value: number): string => String(value).padStart(2, '0');

/** The hours of a quiet time are those from its first up to its last, past midnight where that is the smaller one. */
export function isQuiet(hour: number, quiet: LetterTimes['quiet']): boolean {
  if (!quiet) return false;
  const { from, to } = quiet;
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** Whether letters that tell what has waited since an instant are due. */
export function isDue(time: NoticeMailTime, waitingSince: Date, now: Date, { zone, hour, quiet }: LetterTimes): boolean {
  if (time === 'never') return false;
  const clock = wallClockAt(now, zone);
  if (time === 'now' || time === 'hourly') {
    if (isQuiet(clock.hour, quiet)) return false;
    return time === 'now'
      ? now.getTime() - waitingSince.getTime() >= GRACE_MS
      : Math.floor(waitingSince.getTime() / HOUR_MS) < Math.floor(now.getTime() / HOUR_MS);
  }
  // The last moment that letters were due at, on the clock of the person.
  const passed = clock.hour >= hour;
  const back = time === 'daily' ? Number(!passed) : clock.weekday - MONDAY || (passed ? 0 : 7);
  const since = wallClockAt(waitingSince, zone);
  return `${since.day} ${two(since.hour)}` < `${dayAfter(clock.day, -back)} ${two(hour)}`;
}

/** Kinds whose letter is due now, and those that are never mailed. */
export function sortWaiting(waiting: readonly { kind: NoticeKind; oldest: Date }[], times: LetterTimes, now: Date) {
  const chosen: Partial<Record<NoticeKind, NoticeMailTime>> = mailTimes(times.mail);
  const timeOf = (kind: NoticeKind): NoticeMailTime => chosen[kind] ?? 'never';
  return {
    due: waiting.filter(({ kind, oldest }) => isDue(timeOf(kind), oldest, now, times)).map(({ kind }) => kind),
    never: waiting.filter(({ kind }) => timeOf(kind) === 'never').map(({ kind }) => kind),
  };
}

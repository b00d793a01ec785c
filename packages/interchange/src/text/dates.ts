import { formatMinute, parseMinute } from '@gantry/domain';
import type { Minute } from '@gantry/domain';

const LATEST = 0x7fffffff;

/** Reads a date of a file; null where the text is none, and for years beyond 6072, which columns of minutes cannot hold. */
export function parseDate(text: string): Minute | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const minute = parseMinute(text);
  const date = minute !== null && minute <= LATEST ? minute : null;
  if (parsed.size >= MOST_REMEMBERED) parsed.clear();
  if (text.length <= LONGEST_DATE) parsed.set(text, date);
  return date;
}

/** Writes a date as `2025-03-03T09:00`. */
export function formatDate(minute: Minute): string {
  let text = formatted.get(minute);
  if (text !== undefined) return text;
  text = formatMinute(minute);
  if (formatted.size >= MOST_REMEMBERED) formatted.clear();
  formatted.set(minute, text);
  return text;
}

// A file has a million dates of which a few thousand differ.
const MOST_REMEMBERED = 20_000;
const LONGEST_DATE = 30;
const parsed = new Map<string, Minute | null>();
const formatted = new Map<Minute, string>();

/** Whole minutes; null outside the range of minute columns. */
export function wholeMinutes(minutes: number): number | null {
  const whole = Math.round(minutes) || 0;
  return Math.abs(whole) <= LATEST ? whole : null;
}

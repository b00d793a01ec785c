import { parseMinute } from '@gantry/domain';
import type { Minute } from '@gantry/domain';

const LATEST = 0x7fffffff;

/** Reads a date of a file; null where the text is none, and for years beyond 6072, which columns of minutes cannot hold. */
export function parseDate(text: string): Minute | null {
  const minute = parseMinute(text);
  return minute !== null && minute <= LATEST ? minute : null;
}

/** Whole minutes; null beyond what columns of minutes can hold. */
export function wholeMinutes(minutes: number): number | null {
  const whole = Math.round(minutes) || 0;
  return Math.abs(whole) <= LATEST ? whole : null;
}

import type { Minute } from '@gantry/domain';
import { formatDate } from '../../text/dates.ts';

/** Formats of durations and lags that run around the clock: their numbers in MSPDI. */
const ELAPSED_FORMATS = new Set([4, 6, 8, 10, 12, 20, 36, 38, 40, 42, 44, 52]);
const PERCENT_FORMATS = new Set([19, 20, 51, 52]);

/** True for a DurationFormat or LagFormat in elapsed time. */
export function isElapsedFormat(format: number | null): boolean {
  return format !== null && ELAPSED_FORMATS.has(format);
}

/** True for a LagFormat in percent of the predecessor's duration. */
export function isPercentFormat(format: number | null): boolean {
  return format !== null && PERCENT_FORMATS.has(format);
}

const DURATION = /^(-)?P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Parses `PT8H0M0S` to whole minutes; null when invalid. */
export function parseIsoDuration(text: string): number | null {
  const match = DURATION.exec(text.trim());
  if (!match || text.trim().length < 3) return null;
  const [days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0));
  const total = Math.round(days * 1440 + hours * 60 + minutes + seconds / 60);
  return match[1] ? -total || 0 : total;
}

/** Writes minutes as `PT8H0M0S`. */
export function formatIsoDuration(minutes: number): string {
  const whole = Math.abs(Math.round(minutes));
  return `${minutes < 0 ? '-' : ''}PT${Math.floor(whole / 60)}H${whole % 60}M0S`;
}

/** A moment as MS Project writes it. */
export function xmlDate(minute: Minute | null): string | null {
  return minute === null ? null : `${formatDate(minute)}:00`;
}

/** A time of day. */
export function xmlClock(minute: number): string {
  return `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
}

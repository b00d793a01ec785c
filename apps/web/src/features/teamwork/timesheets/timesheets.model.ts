import { dayAfter } from '../../../lib/dates.ts';
import type { TimesheetLine } from '@gantry/contract';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';

const MINUTES_PER_HOUR = 60;
const DAYS_OF_WEEK = 7;

/** The Monday of the week of a day. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
}
export const daysOfWeek = (monday: string): string[] => Array.from({ length: DAYS_OF_WEEK }, (_, at) => dayAfter(monday, at));

/** Hours as a person writes them: `7.5`. */
export function hoursText(minutes: number): string {
  const hours = minutes / MINUTES_PER_HOUR;
  const decimals = Number.isInteger(hours) ? 0 : Number.isInteger(hours * 10) ? 1 : 2;
  return formatNumber(hours, { decimals });
}

export type Worked = { minutes: number; overtime: number };

/** Reads hours: `8`, `7.5`, `7:30`, and `8+2` with overtime; nothing is 0; null where it is none. */
export function readHours(text: string): Worked | null {
  const parts = text.split('+').map((part) => part.trim());
  if (parts.length > 2) return null;
  const [minutes, overtime] = [parts[0], parts[1] ?? ''].map(minutesOf);
  return minutes === null || overtime === null ? null : { minutes, overtime };
}

function minutesOf(text: string): number | null {
  if (text === '') return 0;
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  const minutes = clock ? Number(clock[1]) * MINUTES_PER_HOUR + Number(clock[2]) : Math.round((readTyped(text) ?? -1) * MINUTES_PER_HOUR);
  return minutes >= 0 ? minutes : null;
}

export const typedText = ({ minutes, overtime }: Worked): string =>
  overtime ? `${hoursText(minutes)}+${hoursText(overtime)}` : hoursText(minutes);

export const workedOf = (lines: readonly Pick<TimesheetLine, 'minutes' | 'overtime'>[]): number =>
  lines.reduce((sum, { minutes, overtime }) => sum + minutes + overtime, 0);

/** What last week holds of a row and a day of the week that this week does not. */
export function linesToCopy<L extends Pick<TimesheetLine, 'day'>>(
  before: readonly L[],
  now: readonly L[],
  keyOf: (line: L) => string,
): L[] {
  const there = new Set(now.map((line) => `${keyOf(line)} ${line.day}`));
  return before
    .map((line) => ({ ...line, day: dayAfter(line.day, DAYS_OF_WEEK) }))
    .filter((line) => !there.has(`${keyOf(line)} ${line.day}`));
}

import { wallClockAt } from './zones.ts';

/** How often something runs by itself; two weeks are counted from when it was made. */
export const CADENCES = ['daily', 'weekly', '2weekly', 'Fortnightly', 'monthly', 'cron'] as const;
export type CadenceWord = (typeof CADENCES)[number];

/** What decides when a job runs; `since` is when it was made: two weeks are counted from there. */
export type Cadence = {
  cadence: CadenceWord;
  cron: string | null;
  at: string;
  weekday: number | null;
  day: number | null;
  time_zone: string;
  since: Date;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Cron rules such as the 29th of February on a Monday come rarely; beyond this they never come. */
const DAYS_AHEAD = 366 * 28;

/** The first instant after another one at which a job runs; null: never. */
export function nextRun(cadence: Cadence, after: Date): Date | null {
  const rule = ruleOf(cadence);
  if (!rule) return null;
  const today = Date.parse(`${wallClockAt(after, cadence.time_zone).day}T00:00:00Z`);
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const date = new Date(today + day * DAY_MS);
    if (!rule.runsOn(date)) continue;
    for (const [hour, minute] of rule.times) {
      const at = instantOf(date, hour, minute, cadence.time_zone);
      if (at > after) return at;
    }
  }
  return null;
}

/** The next runs of a job, at most so many. */
export function nextRuns(cadence: Cadence, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  for (let last: Date | null = after; runs.length < count; runs.push(last)) {
    last = nextRun(cadence, last);
    if (!last) break;
  }
  return runs;
}

type Rule = { times: [number, number][]; runsOn(date: Date): boolean };

function ruleOf({ cadence, cron, at, weekday, day, since }: Cadence): Rule | null {
  const [hour, minute] = at.split(':').map(Number);
  const times: [number, number][] = [[hour, minute]];
  const onWeekday = (date: Date) => (date.getUTCDay() || 7) === (weekday ?? 1);
  if (cadence === 'daily') return { times, runsOn: () => true };
  if (cadence === 'weekly') return { times, runsOn: onWeekday };
  if (cadence === '2weekly' || cadence === 'Fortnightly') {
    const week = weekOf(since);
    return { times, runsOn: (date) => onWeekday(date) && (weekOf(date) - week) % 2 === 0 };
  }
  if (cadence === 'monthly') return { times, runsOn: (date) => date.getUTCDate() === Math.min(day ?? 1, lastDayOf(date)) };
  return parseCron(cron ?? '');
}

/** Weeks since the first Monday of 1970. */
const weekOf = (date: Date): number => Math.floor((date.getTime() / DAY_MS - 4) / 7);
const lastDayOf = (date: Date): number => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** The instant at which clocks of a zone show an hour: where they show it twice, the first; where they leap over it, as late as they would have. */
function instantOf(date: Date, hour: number, minute: number, zone: string): Date {
  const wall = date.getTime() + (hour * 60 + minute) * MINUTE_MS;
  const offsets = [-1, 1].map((side) => offsetAt(new Date(wall + side * DAY_MS), zone));
  const fits = offsets.map((offset) => new Date(wall - offset)).filter((at) => at.getTime() + offsetAt(at, zone) === wall);
  return fits.length ? new Date(Math.min(...fits.map(Number))) : new Date(wall - offsets[0]);
}

function offsetAt(at: Date, zone: string): number {
  const { day, hour, minute } = wallClockAt(at, zone);
  return Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
}

const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Five fields of numbers, ranges, lists and steps. One minute of the hour alone: runs lie an hour apart at least. */
function parseCron(text: string): Rule | null {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== BOUNDS.length) return null;
  const [minutes, hours, days, months, weekdays] = fields.map((field, index) => valuesOf(field, BOUNDS[index]));
  if (minutes?.size !== 1 || !hours?.size || !days?.size || !months?.size || !weekdays?.size) return null;
  const [anyDay, anyWeekday] = [fields[2].startsWith('*'), fields[4].startsWith('*')];
  const [minute] = minutes;
  return {
    times: [...hours].sort((a, b) => a - b).map((hour) => [hour, minute]),
    runsOn(date) {
      if (!months.has(date.getUTCMonth() + 1)) return false;
      const [onDay, onWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay()) || weekdays.has(date.getUTCDay() || 7)];
      // As cron has it: where both are given, either will do.
      return anyDay || anyWeekday ? onDay && onWeekday : onDay || onWeekday;
    },
  };
}

function valuesOf(field: string, [least, most]: readonly [number, number]): Set<number> | null {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const found = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!found) return null;
    const [, first, last, step] = found;
    const from = first === undefined ? least : Number(first);
    const to = last === undefined ? (first === undefined || step !== undefined ? most : from) : Number(last);
    const by = step === undefined ? 1 : Number(step);
    if (from < least || to > most || from > to || by < 1) return null;
    for (let value = from; value <= to; value += by) values.add(value);
  }
  return values;
}

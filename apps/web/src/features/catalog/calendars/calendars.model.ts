import type { CalendarContent } from '@gantry/contract';
import { dayOf, exceptionsOfSeries, MINUTES_PER_DAY, minuteOf, minutesOfShifts, partsOf, readDay, type Shift } from '@gantry/domain';

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Hours of a day as they are typed: `09:00–13:00 14:00–18:00`; empty for none. */
export const writeHours = (shifts: readonly Shift[]): string =>
  shifts.map(({ start, finish }) => `${clock(start)}–${clock(finish)}`).join('  ');

/** Reads `9-13, 14:00–18:00`; empty is no work, null cannot be read. */
export function readHours(text: string): Shift[] | null {
  if (!text.trim()) return [];
  const parts = text.split(/[,;]|\s{1,}(?=\d)/).filter((part) => part.trim());
  const shifts: Shift[] = [];
  for (const part of parts) {
    const match = /^\s*(\d{1,2})(?::(\d\d))?\s*[-–—]\s*(\d{1,2})(?::(\d\d))?\s*$/.exec(part);
    if (!match) return null;
    const start = Number(match[1]) * 60 + Number(match[2] ?? 0);
    const finish = Number(match[3]) * 60 + Number(match[4] ?? 0);
    if (start >= finish || finish > MINUTES_PER_DAY || start < (shifts.at(-1)?.finish ?? 0)) return null;
    shifts.push({ start, finish });
  }
  return shifts;
}

/** Half hours of a day that are worked, 48 of them; a half hour that is worked in part counts. */
export function halfHoursOf(shifts: readonly Shift[]): boolean[] {
  return Array.from({ length: 48 }, (_unused, at) => shifts.some(({ start, finish }) => start < (at + 1) * 30 && finish > at * 30));
}

/** Half hours painted over the hours of a day. */
export function paintHours(shifts: readonly Shift[], from: number, to: number, on: boolean): Shift[] {
  const [first, last] = [Math.min(from, to) * 30, (Math.max(from, to) + 1) * 30];
  const rest = shifts.flatMap(({ start, finish }) => [
    { start, finish: Math.min(finish, first) },
    { start: Math.max(start, last), finish },
  ]);
  const all = [...rest, ...(on ? [{ start: first, finish: last }] : [])].filter(({ start, finish }) => start < finish);
  all.sort((a, b) => a.start - b.start);
  const joined: Shift[] = [];
  for (const shift of all) {
    const before = joined.at(-1);
    if (before && before.finish >= shift.start) before.finish = Math.max(before.finish, shift.finish);
    else joined.push({ ...shift });
  }
  return joined;
}

/** A day as the year shows it. `other`: differs from the week. */
export type DayLook = { day: number; date: number; minutes: number; shifts: readonly Shift[]; other: boolean; name: string };
export type MonthLook = {
  month: number;
  /** Empty cells before the first, from Monday. */ blanks: number;
  days: DayLook[];
  worked: number;
  minutes: number;
};

export function yearOf(content: Pick<CalendarContent, 'week' | 'series'>, year: number): MonthLook[] {
  const exceptions = new Map(exceptionsOfSeries(content.series).map(({ day, shifts }) => [day, shifts]));
  const names = namesOf(content.series, year);
  return Array.from({ length: 12 }, (_unused, index) => {
    const first = dayOf(minuteOf(year, index + 1, 1));
    const next = dayOf(minuteOf(year, index + 2, 1));
    const days = Array.from({ length: next - first }, (_none, at): DayLook => {
      const day = first + at;
      const own = exceptions.get(day);
      const shifts = own ?? content.week[weekdayOf(day)];
      return {
        day,
        date: at + 1,
        minutes: minutesOfShifts(shifts),
        shifts,
        other: own !== undefined,
        name: own ? (names.get(day) ?? '') : '',
      };
    });
    return {
      month: index + 1,
      blanks: weekdayOf(first),
      days,
      worked: days.filter(({ minutes }) => minutes > 0).length,
      minutes: days.reduce((sum, { minutes }) => sum + minutes, 0),
    };
  });
}

/** 0 Monday … 6 Sunday. */
export const weekdayOf = (day: number): number => ((day % 7) + 7) % 7;

function namesOf(series: CalendarContent['series'], year: number): Map<number, string> {
  const names = new Map<number, string>();
  for (const one of series.filter(({ name }) => name))
    for (const { day } of exceptionsOfSeries([{ ...one, shifts: one.shifts ?? [] }]))
      if (partsOf(day * MINUTES_PER_DAY).year === year) names.set(day, one.name);
  return names;
}

/** The content of a new calendar: Monday to Friday, eight hours. */
export function usualContent(name: string): CalendarContent {
  const day = [
    { start: 540, finish: 780 },
    { start: 840, finish: 1080 },
  ];
  return { name, week: [day, day, day, day, day, [], []], series: [] };
}

/** Whether every day of a series can be read; the editor keeps half-typed ones. */
export const isReadable = ({ series }: CalendarContent): boolean =>
  series.every(({ from, to, until }) => readDay(from) !== null && readDay(to) !== null && (until === null || readDay(until) !== null));

/** A week in a few figures: worked days, hours a week. */
export function weekFigures(week: readonly Shift[][]): { days: number; hours: number } {
  const minutes = week.map(minutesOfShifts);
  return { days: minutes.filter((one) => one > 0).length, hours: minutes.reduce((sum, one) => sum + one, 0) / 60 };
}

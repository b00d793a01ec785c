import type { CalendarContent } from '@gantry/contract';
import {
  exceptionsOfSeries,
  MINUTES_PER_DAY,
  minutesOfShifts,
  partsOf,
  readDay,
  type Shift,
  unitsOfWeek,
  type VersionRow,
  writeDay,
} from '@gantry/domain';

/** The fields of a version's calendar that a calendar of the hierarchy makes. */
export type FollowedFields = Pick<
  VersionRow<'calendar'>,
  'name' | 'week' | 'exceptions' | 'minutesPerDay' | 'minutesPerWeek' | 'minutesPerMonth' | 'minutesPerYear'
>;

/** The fields of a calendar that versions store. */
export function followedFields({ name, week, series }: CalendarContent): FollowedFields {
  return {
    name,
    week,
    exceptions: exceptionsOfSeries(series),
    ...unitsOfWeek(week),
  };
}

/** Minutes of every day of some years under a calendar. */
function minutesOfYears({ week, series }: CalendarContent, from: number, to: number): number[] {
  const first = readDay(`${from}-01-01`) as number;
  const last = readDay(`${to}-12-31`) as number;
  const exceptions = new Map(exceptionsOfSeries(series).map(({ day, shifts }) => [day, minutesOfShifts(shifts)]));
  const usual = week.map(minutesOfShifts);
  return Array.from({ length: last - first + 1 }, (_, index) => exceptions.get(first + index) ?? usual[(first + index) % 7]);
}

const sameHours = (before: readonly Shift[], after: readonly Shift[]): boolean => JSON.stringify(before) === JSON.stringify(after);

/** How the days of three years change, from the year of `today` on. */
export function compareContents(before: CalendarContent, after: CalendarContent, today: string) {
  const year = Number(today.slice(0, 4));
  const [old, now] = [minutesOfYears(before, year, year + 2), minutesOfYears(after, year, year + 2)];
  const hoursBefore = hoursOf(before);
  const hoursAfter = hoursOf(after);
  const first = readDay(`${year}-01-01`) as number;
  const days = { freed: 0, worked: 0, other_hours: 0 };
  const years = [0, 1, 2].map((add) => ({ year: year + add, before_minutes: 0, after_minutes: 0 }));
  for (const [index, minutes] of old.entries()) {
    const at = partsOf((first + index) * MINUTES_PER_DAY).year - year;
    years[at].before_minutes += minutes;
    years[at].after_minutes += now[index];
    if (minutes > 0 && now[index] === 0) days.freed += 1;
    else if (minutes === 0 && now[index] > 0) days.worked += 1;
    else if (!sameHours(hoursBefore(first + index), hoursAfter(first + index))) days.other_hours += 1;
  }
  return { days, years };
}

function hoursOf({ week, series }: CalendarContent): (day: number) => readonly Shift[] {
  const exceptions = new Map(exceptionsOfSeries(series).map(({ day, shifts }) => [day, shifts]));
  return (day) => exceptions.get(day) ?? week[day % 7];
}

/** Today, as a calendar writes it. */
export const dayOfInstant = (now: Date): string => writeDay(readDay(now.toISOString().slice(0, 10)) as number);

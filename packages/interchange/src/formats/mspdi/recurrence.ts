import { MINUTES_PER_DAY, dayOf, minuteOf, partsOf } from '@gantry/domain';
import type { Day } from '@gantry/domain';
import type { ElementView } from '../../xml/element-view.ts';

const MOST_DAYS = 20_000;

/** Days of a recurring calendar exception; null where it simply covers its period. */
export function recurringDays(view: ElementView): Day[] | null {
  const type = view.number('Type') ?? 1;
  const every = Math.max(1, view.number('Period') ?? 1);
  const period = view.child('TimePeriod');
  const from = period?.date('FromDate') ?? null;
  if (from === null || (type === 1 && every === 1) || type === 9 || type === 7 || type === 8) return null;
  const first = dayOf(from);
  const occurrences = view.flag('EnteredByOccurrences') ? (view.number('Occurrences') ?? 1) : Infinity;
  const to = period?.date('ToDate') ?? null;
  const last = Math.min(to === null ? first + 366 * 10 : dayOf(to), first + MOST_DAYS);
  const matches = dayRule(type, every, first, view);
  const days: Day[] = [];
  for (let day = first; day <= last && days.length < occurrences; day++) if (matches(day)) days.push(day);
  return days;
}

function dayRule(type: number, every: number, first: Day, view: ElementView): (day: Day) => boolean {
  const start = partsOf(first * MINUTES_PER_DAY);
  const monthDay = view.number('MonthDay') ?? start.day;
  const month = (view.number('Month') ?? start.month - 1) + 1;
  const weekDays = view.number('DaysOfWeek') ?? 0;
  const item = view.number('MonthItem') ?? 0;
  const place = view.number('MonthPosition') ?? 0;
  const monthsSince = (at: { year: number; month: number }): number => (at.year - start.year) * 12 + at.month - start.month;
  const firstWeek = first - (start.weekday % 7);
  return (day) => {
    const at = partsOf(day * MINUTES_PER_DAY);
    switch (type) {
      case 1:
        return (day - first) % every === 0;
      case 2:
        return at.month === month && at.day === monthDay;
      case 3:
        return at.month === month && isPlace(at, item, place);
      case 4:
        return monthsSince(at) % every === 0 && at.day === monthDay;
      case 5:
        return monthsSince(at) % every === 0 && isPlace(at, item, place);
      case 6:
        return Math.floor((day - firstWeek) / 7) % every === 0 && (weekDays & (1 << (at.weekday % 7))) !== 0;
      default:
        return true;
    }
  };
}

/** First … fourth, last (position 0 … 4) day, weekday, weekend day, Sunday … Saturday (item 0 … 9) of its month. */
function isPlace(at: { year: number; month: number; day: number; weekday: number }, item: number, place: number): boolean {
  const fits = (weekday: number): boolean => {
    if (item === 0) return true;
    if (item === 1) return weekday <= 5;
    if (item === 2) return weekday >= 6;
    return weekday % 7 === item - 3;
  };
  if (!fits(at.weekday)) return false;
  const length = dayOf(minuteOf(at.year, at.month + 1, 1)) - dayOf(minuteOf(at.year, at.month, 1));
  let before = 0;
  let after = 0;
  for (let day = 1; day <= length; day++) {
    const weekday = ((((at.weekday - 1 + day - at.day) % 7) + 7) % 7) + 1;
    if (!fits(weekday)) continue;
    if (day < at.day) before++;
    if (day > at.day) after++;
  }
  return place === 4 ? after === 0 : before === place;
}

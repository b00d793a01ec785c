import { partsOf, type PlanCalendar, type Shift } from '@gantry/domain';
import { compileCalendar } from '../time/calendar.ts';
import { workBetween } from '../time/work.ts';

type WorkingTime = Pick<PlanCalendar, 'week' | 'exceptions'>;

const DAY = 1440;
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Shifts from a text: `8-12 13-17`, `22-24`, `8:30-12`; nothing is a day off. */
export function shifts(text: string): Shift[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [start, finish] = part.split('-').map(minuteOfDay);
      return { start, finish };
    });
}

/** Working time from the shifts of Monday to Sunday (one text for all weekdays, nothing on omitted days) and exceptional days. */
export function workingTime(days: string[] | string, exceptions: Record<number, string> = {}): WorkingTime {
  const week =
    typeof days === 'string' ? Array.from({ length: 7 }, () => days) : [...days, ...Array.from({ length: 7 - days.length }, () => '')];
  return {
    week: week.map(shifts),
    exceptions: Object.entries(exceptions).map(([day, text]) => ({ day: Number(day), shifts: shifts(text) })),
  };
}

/** Five equal days and a weekend off. */
export function fiveDays(text: string, exceptions: Record<number, string> = {}): WorkingTime {
  return workingTime([text, text, text, text, text], exceptions);
}

/** Draws days by hours as the compiled calendar counts them: `#` a working hour, `+` a part of one, `.` none; the minutes of the day behind. */
export function drawDays(calendar: WorkingTime, firstDay: number, count: number): string {
  const compiled = compileCalendar(calendar);
  const rows = Array.from({ length: count }, (_, at) => {
    const midnight = (firstDay + at) * DAY;
    const { weekday, day, month } = partsOf(midnight);
    const hours = Array.from({ length: 24 }, (_, hour) => {
      const work = workBetween(compiled, midnight + hour * 60, midnight + (hour + 1) * 60);
      return work === 60 ? '#' : work > 0 ? '+' : '.';
    });
    const date = `${NAMES[weekday - 1]} ${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}`;
    return `${date} ${hours.join('')} ${workBetween(compiled, midnight, midnight + DAY)}`;
  });
  return `\n${[' '.repeat(10) + '0     6     12    18', ...rows].join('\n')}\n`;
}

function minuteOfDay(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return hour * 60 + (minute ?? 0);
}

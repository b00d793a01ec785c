import type { Day, PlanCalendar, Shift } from '@gantry/domain';

/** Days that a calendar does not work, as the chart shades them. */
export type GanttCalendar = {
  /** Bit 0 Monday … bit 6 Sunday: days of the week without work. */
  weekOff: number;
  /** Days off that the week would work, and days worked that the week would not; ascending. */
  off: Int32Array;
  worked: Int32Array;
  /** Working time inside the days, drawn where days are wide: start, finish, start, finish … in minutes after midnight. Absent = whole days. */
  hours?: { week: readonly Int32Array[]; exceptions: ReadonlyMap<Day, Int32Array> };
};

const flat = (shifts: readonly Shift[]): Int32Array => Int32Array.from(shifts.flatMap(({ start, finish }) => [start, finish]));

/** The chart's view of a calendar of the plan. */
export function calendarDays(calendar: PlanCalendar): GanttCalendar {
  let weekOff = 0;
  calendar.week.forEach((shifts, weekday) => {
    if (shifts.length === 0) weekOff |= 1 << weekday;
  });
  const off: Day[] = [];
  const worked: Day[] = [];
  for (const { day, shifts } of calendar.exceptions) {
    const usual = ((weekOff >> (((day % 7) + 7) % 7)) & 1) === 0;
    if (usual && shifts.length === 0) off.push(day);
    if (!usual && shifts.length > 0) worked.push(day);
  }
  const hours = { week: calendar.week.map(flat), exceptions: new Map(calendar.exceptions.map(({ day, shifts }) => [day, flat(shifts)])) };
  return { weekOff, off: Int32Array.from(off).sort(), worked: Int32Array.from(worked).sort(), hours };
}

function has(days: Int32Array, day: Day): boolean {
  let from = 0;
  let to = days.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (days[middle] < day) from = middle + 1;
    else to = middle;
  }
  return days[from] === day;
}

/** True where nobody works that day. */
export function isDayOff(calendar: GanttCalendar, day: Day): boolean {
  // Day 0, 1990-01-01, is a Monday.
  const weekday = ((day % 7) + 7) % 7;
  return ((calendar.weekOff >> weekday) & 1) === 1 ? !has(calendar.worked, day) : has(calendar.off, day);
}

/** Working time of a day as `hours` has it; null where the calendar knows whole days only. */
export function hoursOf({ hours }: GanttCalendar, day: Day): Int32Array | null {
  return hours ? (hours.exceptions.get(day) ?? hours.week[((day % 7) + 7) % 7]) : null;
}

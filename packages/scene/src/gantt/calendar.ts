import type { Day, PlanCalendar } from '@gantry/domain';

/** Days that a calendar does not work, as the chart shades them. */
export type GanttCalendar = {
  /** Bit 0 Monday … bit 6 Sunday: days of the week without work. */
  weekOff: number;
  /** Days off that the week would work, and days worked that the week would not; ascending. */
  off: Int32Array;
  worked: Int32Array;
};

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
  return { weekOff, off: Int32Array.from(off).sort(), worked: Int32Array.from(worked).sort() };
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

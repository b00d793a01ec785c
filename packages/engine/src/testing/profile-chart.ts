import { MINUTES_PER_DAY, NO_DATE, dayOf } from '@gantry/domain';
import type { Plan, PlanItem } from '@gantry/domain';
import { limitsOf, valueAt } from '../facts/rates.ts';
import { compileCalendar } from '../time/calendar.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBetween } from '../time/work.ts';
import { byWeeks, weekdays } from './picture.ts';

type Dates = { start: Int32Array; finish: Int32Array };

/**
 * Draws dates as bars over days from the week of the data date (`=` working day, `.` day off, `o` milestone) and below the use of each
 * resource: `#` used, `!` above the limit, `-` unused limit. The use of a day is the highest of its hours, computed from dates alone.
 */
export function drawProfile(plan: Plan, dates: Dates, step = 1): string {
  const first = dayOf(plan.options.dataDate);
  const last = Math.max(first, ...plan.items.map((_, at) => dayOf(Math.max(dates.start[at], dates.finish[at] - 1))));
  const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const rows: [string, string[]][] = [['', weekdays(first, days.length)]];
  const calendars = new Map(plan.calendars.map((calendar) => [calendar.id, compileCalendar(calendar)]));
  for (const [at, item] of plan.items.entries()) {
    const calendar = calendars.get(item.calendarId ?? -1) ?? calendars.get(plan.options.defaultCalendarId ?? -1)!;
    rows.push([item.code, days.map((day) => barCell(day, dates.start[at], dates.finish[at], calendar))]);
  }
  for (const resource of plan.resources) {
    const use = days.map((day) => useOf(plan, dates, resource.id, day, calendars));
    const steps = limitsOf(resource);
    const limits = days.map((day) => valueAt(steps, day * MINUTES_PER_DAY) ?? 0);
    const top = Math.max(...limits, Math.ceil(Math.max(...use) / step - 1e-6) * step);
    for (let level = top; level > 0; level -= step) {
      const label = level === top ? resource.code : '';
      const cells = use.map((used, at) =>
        used > level - step + 1e-6 ? (level > limits[at] ? '!' : '#') : level === limits[at] ? '-' : ' ',
      );
      rows.push([`${label}${String(level).padStart(resource.code.length + 3 - label.length)}`, cells]);
    }
  }
  const width = Math.max(...rows.map(([label]) => label.length)) + 1;
  return rows.map(([label, cells]) => (label.padEnd(width) + byWeeks(first, cells)).trimEnd()).join('\n');
}

function barCell(day: number, start: number, finish: number, calendar: CompiledCalendar): string {
  if (start === NO_DATE) return ' ';
  if (start === finish) return dayOf(Math.max(start - 1, 0)) === day ? 'o' : ' ';
  const [from, to] = [day * MINUTES_PER_DAY, (day + 1) * MINUTES_PER_DAY];
  if (to <= start || from >= finish) return ' ';
  return workBetween(calendar, Math.max(from, start), Math.min(to, finish)) > 0 ? '=' : '.';
}

function useOf(plan: Plan, dates: Dates, resourceId: number, day: number, calendars: ReadonlyMap<number, CompiledCalendar>): number {
  let highest = 0;
  for (let hour = day * MINUTES_PER_DAY; hour < (day + 1) * MINUTES_PER_DAY; hour += 60) {
    let used = 0;
    for (const assignment of plan.assignments.filter((one) => one.resourceId === resourceId)) {
      const at = plan.items.findIndex((item) => item.id === assignment.itemId);
      const item = plan.items[at];
      const calendar = calendars.get(item.calendarId ?? -1) ?? calendars.get(plan.options.defaultCalendarId ?? -1)!;
      const isThere = hour >= dates.start[at] && hour < dates.finish[at] && isPresent(item, calendar, hour, dates.start[at], assignment);
      if (isThere) used += (assignment.remainingUnits * 60) / lengthOf(item, assignment);
    }
    highest = Math.max(highest, used);
  }
  return highest;
}

type Span = { lagMinutes: number; remainingMinutes: number | null };

function lengthOf(item: PlanItem, { lagMinutes, remainingMinutes }: Span): number {
  return remainingMinutes ?? item.remainingMinutes - lagMinutes;
}

function isPresent(item: PlanItem, calendar: CompiledCalendar, hour: number, start: number, span: Span): boolean {
  if (item.schedulingKind === 'resource') return true;
  const worked = workBetween(calendar, start, hour);
  const isInSpan = worked >= span.lagMinutes && worked < span.lagMinutes + lengthOf(item, span);
  return isInSpan && workBetween(calendar, hour, hour + 60) > 0;
}

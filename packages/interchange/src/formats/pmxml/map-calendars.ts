import { dayOf } from '@gantry/domain';
import type { Day, PlanCalendar, Shift } from '@gantry/domain';
import { mergeShifts, mergedCalendar, standardWeek } from '../../calendars.ts';
import type { StatedCalendar } from '../../calendars.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { WEEKDAYS } from './words.ts';

/** Calendars of a file by their ObjectId, with the project that owns them where one does. */
export type PmxmlCalendars = { byKey: Map<string, PlanCalendar>; projectOf: Map<number, string> };

/** Maps Calendar elements, of the file and of its projects, base calendars merged in. */
export function mapPmxmlCalendars(views: readonly ElementView[]): PmxmlCalendars {
  const stated = new Map<string, StatedCalendar>();
  const byKey = new Map<string, PlanCalendar>();
  const projectOf = new Map<number, string>();
  for (const view of views) stated.set(view.text('ObjectId'), readStated(view));
  for (const view of views) {
    const key = view.text('ObjectId');
    if (byKey.has(key)) {
      view.report('error', 'row.duplicate_key', 'ObjectId');
      continue;
    }
    const { week, exceptions } = mergedCalendar(key, stated, (ring) =>
      view.report('error', 'calendar.base_ring', 'BaseCalendarObjectId', { path: ring.join(' → ') }),
    );
    const hours = (name: string, otherwise: number): number => Math.round((view.number(name) ?? 0) * 60) || otherwise;
    const minutesPerDay = hours('HoursPerDay', 480);
    const id = byKey.size + 1;
    byKey.set(key, {
      id,
      name: view.text('Name'),
      week,
      exceptions,
      baseId: null,
      minutesPerDay,
      minutesPerWeek: hours('HoursPerWeek', minutesPerDay * 5),
      minutesPerMonth: hours('HoursPerMonth', Math.round(minutesPerDay * 21.5)),
      minutesPerYear: hours('HoursPerYear', minutesPerDay * 250),
      isDefault: view.flag('IsDefault'),
    });
    const project = view.text('ProjectObjectId');
    if (project !== '') projectOf.set(id, project);
  }
  for (const view of views) {
    const base = view.text('BaseCalendarObjectId');
    const calendar = byKey.get(view.text('ObjectId'))!;
    calendar.baseId = byKey.get(base)?.id ?? null;
    if (base !== '' && calendar.baseId === null) view.report('warning', 'reference.dangling', 'BaseCalendarObjectId');
  }
  return { byKey, projectOf };
}

function readStated(view: ElementView): StatedCalendar {
  const week: (Shift[] | null)[] = Array.from({ length: 7 }, () => null);
  for (const day of view.child('StandardWorkWeek')?.children('StandardWorkHours') ?? []) {
    const at = WEEKDAYS.findIndex((name) => name === day.text('DayOfWeek'));
    if (at < 0) day.report('warning', 'calendar.bad_weekday', 'DayOfWeek');
    else week[at] = readTimes(day);
  }
  const exceptions = new Map<Day, Shift[]>();
  for (const exception of view.child('HolidayOrExceptions')?.children('HolidayOrException') ?? []) {
    const date = exception.date('Date');
    if (date !== null) exceptions.set(dayOf(date), readTimes(exception));
  }
  const base = view.text('BaseCalendarObjectId') || null;
  if (week.some((shifts) => shifts !== null)) return { base, week: week.map((shifts) => shifts ?? []), exceptions };
  if (base !== null) return { base, week, exceptions };
  view.report('warning', 'calendar.empty', 'Name');
  return { base, week: standardWeek(480), exceptions };
}

/** Finishes stand one minute early, at 11:59 for noon. */
function readTimes(view: ElementView): Shift[] {
  const shifts: Shift[] = [];
  for (const time of view.children('WorkTime')) {
    const start = minuteOfDay(time.text('Start'));
    const stated = minuteOfDay(time.text('Finish'));
    if (start === null || stated === null) continue;
    const finish = Math.min(1440, stated % 10 === 9 ? stated + 1 : stated === 0 ? 1440 : stated);
    if (finish > start) shifts.push({ start, finish });
    else time.report('warning', 'calendar.bad_shift', 'Finish');
  }
  return mergeShifts(shifts);
}

function minuteOfDay(text: string): number | null {
  const match = /(\d{1,2}):(\d{2})(?::\d{2})?/.exec(text);
  const minute = match && Number(match[2]) < 60 ? Number(match[1]) * 60 + Number(match[2]) : null;
  return minute !== null && minute <= 1440 ? minute : null;
}

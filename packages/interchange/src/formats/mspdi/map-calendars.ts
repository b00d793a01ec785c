import { MINUTES_PER_DAY, dayOf, partsOf } from '@gantry/domain';
import type { Day, PlanCalendar, Shift } from '@gantry/domain';
import { mergeShifts, mergedCalendar, standardWeek } from '../../calendars.ts';
import type { StatedCalendar } from '../../calendars.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { recurringDays } from './recurrence.ts';

/** Working minutes of duration units in the project. */
export type UnitMinutes = { day: number; week: number; month: number };

/** A period that an exception or a work week covers is cut at this many days. */
const LONGEST_PERIOD = 366 * 40;

/** Maps the calendars of a project by their UID, base calendars merged in. */
export function mapMspdiCalendars(project: ElementView, units: UnitMinutes): Map<string, PlanCalendar> {
  const views = new Map<string, ElementView>();
  const stated = new Map<string, StatedCalendar>();
  for (const view of project.child('Calendars')?.children('Calendar') ?? []) {
    const uid = view.text('UID');
    if (views.has(uid)) view.report('error', 'row.duplicate_key', 'UID');
    else views.set(uid, view);
  }
  for (const [uid, view] of views) stated.set(uid, readStated(view, views));
  const calendars = new Map<string, PlanCalendar>();
  let id = 0;
  for (const [uid, view] of views) {
    const { week, exceptions } = mergedCalendar(uid, stated, (ring) =>
      view.report('error', 'calendar.base_ring', 'BaseCalendarUID', { path: ring.join(' → ') }),
    );
    calendars.set(uid, {
      id: ++id,
      name: view.text('Name'),
      week,
      exceptions,
      baseId: null,
      minutesPerDay: units.day,
      minutesPerWeek: units.week,
      minutesPerMonth: units.month,
      minutesPerYear: units.month * 12,
      isDefault: uid === project.text('CalendarUID'),
    });
  }
  for (const [uid, calendar] of calendars) calendar.baseId = calendars.get(stated.get(uid)!.base ?? '')?.id ?? null;
  return calendars;
}

function readStated(view: ElementView, all: ReadonlyMap<string, ElementView>): StatedCalendar {
  const baseUid = view.text('BaseCalendarUID');
  const base = all.has(baseUid) && baseUid !== view.text('UID') ? baseUid : null;
  if (base === null && baseUid !== '' && baseUid !== '-1' && baseUid !== '0')
    view.report('warning', 'reference.dangling', 'BaseCalendarUID');
  const week: (Shift[] | null)[] = Array.from({ length: 7 }, () => null);
  const exceptions = new Map<Day, Shift[]>();
  for (const weekDay of view.child('WeekDays')?.children('WeekDay') ?? []) {
    const type = weekDay.number('DayType') ?? 0;
    if (type >= 1 && type <= 7) week[(type + 5) % 7] = readTimes(weekDay);
    else for (const day of daysOf(weekDay)) exceptions.set(day, readTimes(weekDay));
  }
  for (const workWeek of view.child('WorkWeeks')?.children('WorkWeek') ?? []) applyWorkWeek(workWeek, exceptions);
  for (const exception of view.child('Exceptions')?.children('Exception') ?? []) {
    const shifts = readTimes(exception);
    for (const day of recurringDays(exception) ?? daysOf(exception)) exceptions.set(day, shifts);
  }
  if (base === null && week.every((shifts) => shifts === null)) {
    view.report('warning', 'calendar.empty', 'Name');
    return { base, week: standardWeek(480), exceptions };
  }
  return { base, week: base === null ? week.map((shifts) => shifts ?? []) : week, exceptions };
}

/** A working day without times of its own has MS Project's default times. */
function readTimes(view: ElementView): Shift[] {
  if (!view.flag('DayWorking')) return [];
  const times = view.child('WorkingTimes')?.children('WorkingTime') ?? [];
  const shifts: Shift[] = [];
  for (const time of times) {
    const start = minuteOfDay(time.text('FromTime'));
    const finish = minuteOfDay(time.text('ToTime'));
    if (start === null || finish === null) continue;
    const end = finish === 0 ? MINUTES_PER_DAY : finish;
    if (end > start) shifts.push({ start, finish: end });
    else time.report('warning', 'calendar.bad_shift', 'FromTime');
  }
  return times.length === 0 ? standardWeek(480)[0] : mergeShifts(shifts);
}

function minuteOfDay(text: string): number | null {
  const match = /^(?:\d{4}-\d\d-\d\dT)?(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text);
  const minute = match && Number(match[2]) < 60 ? Number(match[1]) * 60 + Number(match[2]) : null;
  return minute !== null && minute <= MINUTES_PER_DAY ? minute : null;
}

function daysOf(view: ElementView): Day[] {
  const period = view.child('TimePeriod');
  const from = period?.date('FromDate') ?? null;
  const to = period?.date('ToDate') ?? null;
  if (from === null) return [];
  const first = dayOf(from);
  // Some writers end the period at the next midnight instead of the last minute of the day.
  const last = to === null ? first : to > from && to % MINUTES_PER_DAY === 0 && to - from === MINUTES_PER_DAY ? first : dayOf(to);
  if (last - first > LONGEST_PERIOD) view.report('warning', 'calendar.period_too_long', 'Name');
  return Array.from({ length: Math.max(0, Math.min(last - first, LONGEST_PERIOD)) + 1 }, (_, i) => first + i);
}

function applyWorkWeek(view: ElementView, exceptions: Map<Day, Shift[]>): void {
  const week: (Shift[] | null)[] = Array.from({ length: 7 }, () => null);
  for (const weekDay of view.child('WeekDays')?.children('WeekDay') ?? []) {
    const type = weekDay.number('DayType') ?? 0;
    if (type >= 1 && type <= 7) week[(type + 5) % 7] = readTimes(weekDay);
  }
  for (const day of daysOf(view)) {
    const shifts = week[partsOf(day * MINUTES_PER_DAY).weekday - 1];
    if (shifts) exceptions.set(day, shifts);
  }
}

import type { CalendarException, Minute, PlanCalendar, Shift, Week } from '@gantry/domain';
import { formatDate, parseDate } from '../../text/dates.ts';
import { mergeShifts } from '../../calendars.ts';
import type { Entities, Entity } from '../entities.ts';
import { refOf, refsOf, type StepValue, textOf } from '../step/step-values.ts';
import { stepText } from '../write-primitives.ts';

/** A calendar as IFC tells it: its week, and days that differ. */
export type IfcCalendar = Pick<PlanCalendar, 'id' | 'name' | 'week' | 'exceptions' | 'isDefault'>;

type Add = (entity: string) => string;
const MINUTES_A_DAY = 1440;
const DAYS = 7;
/** Guards files whose periods go on for ever. */
const LONGEST_PERIOD = 3660;

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (minute: number): string => `'${two(Math.floor(minute / 60))}:${two(minute % 60)}:00'`;
const list = (ids: readonly string[]): string => `(${ids.join(',')})`;
const date = (day: number): string => `'${formatDate(day * MINUTES_A_DAY).slice(0, 10)}'`;

/** What is left of shifts without others. */
function without(shifts: readonly Shift[], others: readonly Shift[]): Shift[] {
  let left = shifts.map((shift) => ({ ...shift }));
  for (const { start, finish } of others)
    left = left.flatMap((shift) => [
      ...(shift.start < Math.min(start, shift.finish) ? [{ start: shift.start, finish: Math.min(start, shift.finish) }] : []),
      ...(Math.max(finish, shift.start) < shift.finish ? [{ start: Math.max(finish, shift.start), finish: shift.finish }] : []),
    ]);
  return left;
}
// Day 0, the first of 1990, was a Monday.
const weekdayOf = (day: number): number => ((day % DAYS) + DAYS) % DAYS;

/**
 * Writes a calendar: the days of the week are its working times; a day that works otherwise has what it works more as a working time of its
 * own, and what it works less as an exception.
 */
export function addCalendar(add: Add, guid: string, { name, week, exceptions }: IfcCalendar): string {
  const periods = (shifts: readonly Shift[]): string =>
    list(shifts.map(({ start, finish }) => add(`IFCTIMEPERIOD(${clock(start)},${clock(finish)})`)));
  const onDay = (day: number, shifts: readonly Shift[]): string => {
    const pattern = shifts.length ? add(`IFCRECURRENCEPATTERN(.DAILY.,$,$,$,$,$,$,${periods(shifts)})`) : '$';
    return add(`IFCWORKTIME($,$,$,${pattern},${date(day)},${date(day)})`);
  };
  const working: string[] = [];
  const alike = Map.groupBy(week.keys(), (weekday) => JSON.stringify(week[weekday]));
  for (const weekdays of alike.values()) {
    const shifts = week[weekdays[0]];
    if (shifts.length === 0) continue;
    const pattern = add(`IFCRECURRENCEPATTERN(.WEEKLY.,$,${list(weekdays.map((day) => String(day + 1)))},$,$,$,$,${periods(shifts)})`);
    working.push(add(`IFCWORKTIME($,$,$,${pattern},$,$)`));
  }
  const free: string[] = [];
  for (const { day, shifts } of exceptions) {
    const usual = week[weekdayOf(day)] ?? [];
    const [more, less] = [without(shifts, usual), without(usual, shifts)];
    if (more.length) working.push(onDay(day, more));
    if (shifts.length === 0) free.push(onDay(day, []));
    else if (less.length) free.push(onDay(day, less));
  }
  const set = (times: readonly string[]): string => (times.length ? list(times) : '$');
  return add(`IFCWORKCALENDAR(${guid},$,${stepText(name)},$,$,$,${set(working)},${set(free)},.NOTDEFINED.)`);
}

const word = (value: StepValue | undefined): string => (value !== null && typeof value === 'object' && 'word' in value ? value.word : '');

function minuteOfClock(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})/.exec(text);
  const minute = match ? Number(match[1]) * 60 + Number(match[2]) : NaN;
  return minute >= 0 && minute <= MINUTES_A_DAY ? minute : null;
}

/** When a working time works: its shifts (null: the whole day), by weekdays, and from which day to which. */
function timeOf(entities: Entities, { args }: Entity) {
  const pattern = entities.of(refOf(args[3]));
  const dayOf = (value: StepValue | undefined): number | null => {
    const minute: Minute | null = parseDate(textOf(value));
    return minute === null ? null : Math.floor(minute / MINUTES_A_DAY);
  };
  const shifts = refsOf(pattern?.args[7]).flatMap((ref) => {
    const period = entities.of(ref);
    const [start, finish] = [minuteOfClock(textOf(period?.args[0])), minuteOfClock(textOf(period?.args[1]))];
    return start !== null && finish !== null && start < finish ? [{ start, finish }] : [];
  });
  const given = Array.isArray(pattern?.args[2]) ? pattern.args[2] : [];
  const weekdays = given.flatMap((value) => (typeof value === 'number' && value >= 1 && value <= DAYS ? [value - 1] : []));
  return {
    shifts: mergeShifts(shifts.length ? shifts : [{ start: 0, finish: MINUTES_A_DAY }]),
    weekdays: weekdays.length ? weekdays : [0, 1, 2, 3, 4, 5, 6],
    isWeekly: word(pattern?.args[0]) === 'WEEKLY',
    from: dayOf(args[4]),
    to: dayOf(args[5]) ?? dayOf(args[4]),
  };
}

function calendarOf(entities: Entities, entity: Entity): Omit<IfcCalendar, 'isDefault'> {
  const week: Week = Array.from({ length: DAYS }, () => []);
  const times = (at: number) =>
    refsOf(entity.args[at]).flatMap((ref) => {
      const time = entities.of(ref);
      return time?.type === 'IFCWORKTIME' ? [timeOf(entities, time)] : [];
    });
  const [working, free] = [times(6), times(7)];
  for (const { shifts, weekdays, from } of working)
    if (from === null) for (const weekday of weekdays) week[weekday] = mergeShifts([...week[weekday], ...shifts]);
  const days = new Map<number, Shift[]>();
  const change = ({ from, to, weekdays, isWeekly }: ReturnType<typeof timeOf>, by: (shifts: Shift[]) => Shift[]): void => {
    if (from === null) return;
    for (let day = from; day <= Math.min(to ?? from, from + LONGEST_PERIOD); day++)
      if (!isWeekly || weekdays.includes(weekdayOf(day))) days.set(day, by(days.get(day) ?? week[weekdayOf(day)]));
  };
  for (const time of working) change(time, (shifts) => mergeShifts([...shifts, ...time.shifts]));
  for (const time of free) change(time, (shifts) => without(shifts, time.shifts));
  const exceptions: CalendarException[] = [...days].sort((a, b) => a[0] - b[0]).map(([day, shifts]) => ({ day, shifts }));
  return { id: entity.id, name: textOf(entity.args[2]), week, exceptions };
}

/** Reads the calendars of a file, and which entities each of them is for. */
export function readCalendars(entities: Entities): { calendars: IfcCalendar[]; calendarOf: Map<number, number> } {
  const found = [...entities.ofTypes('IFCWORKCALENDAR')].map((entity) => calendarOf(entities, entity));
  const known = new Set(found.map(({ id }) => id));
  const of = new Map<number, number>();
  let usual: number | null = null;
  for (const { args } of entities.ofTypes('IFCRELASSIGNSTOCONTROL')) {
    const control = refOf(args[6]);
    if (control === null || !known.has(control)) continue;
    for (const ref of refsOf(args[4]))
      if (entities.of(ref)?.type === 'IFCWORKSCHEDULE') usual ??= control;
      else of.set(ref, control);
  }
  return { calendars: found.map((calendar) => ({ ...calendar, isDefault: calendar.id === usual })), calendarOf: of };
}

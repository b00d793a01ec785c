import { LINK, type NetworkColumns } from '@gantry/engine';
import type { Shift } from '@gantry/domain';

/** An activity as a plain object with references: the way most schedulers are written. */
type Activity = {
  duration: number;
  calendar: WorkCalendar;
  before: Link[];
  after: Link[];
  earlyStart: number;
  earlyFinish: number;
  lateStart: number;
  lateFinish: number;
  float: number;
};
type Link = { from: Activity; to: Activity; type: number; lag: number };
type WorkCalendar = { week: Shift[][]; holidays: Map<number, Shift[]> };

/** What the objects are built from. */
type Source = Pick<
  NetworkColumns,
  'id' | 'calendar' | 'remaining' | 'relationCount' | 'predecessor' | 'successor' | 'relationType' | 'lag'
> & { calendars: { week: Shift[][]; exceptions: { day: number; shifts: Shift[] }[] }[] };

const DAY = 1440;

/** Builds the objects of a network. */
export function objectsOf(columns: Source): Activity[] {
  const calendars = columns.calendars.map((calendar) => ({
    week: calendar.week,
    holidays: new Map(calendar.exceptions.map((exception) => [exception.day, exception.shifts])),
  }));
  const activities: Activity[] = Array.from(columns.id, (_, at) => ({
    duration: columns.remaining[at],
    calendar: calendars[columns.calendar[at]],
    before: [],
    after: [],
    earlyStart: 0,
    earlyFinish: 0,
    lateStart: 0,
    lateFinish: 0,
    float: 0,
  }));
  for (let at = 0; at < columns.relationCount; at++) {
    const link = {
      from: activities[columns.predecessor[at]],
      to: activities[columns.successor[at]],
      type: columns.relationType[at],
      lag: columns.lag[at],
    };
    link.from.after.push(link);
    link.to.before.push(link);
  }
  return activities;
}

/** Calculates dates and total floats of objects that stand in topological order; walks calendars shift by shift. */
export function scheduleObjects(activities: Activity[], dataDate: number): number {
  for (const activity of activities) {
    let start = dataDate;
    for (const link of activity.before) {
      const base = link.type === LINK.fs || link.type === LINK.ff ? link.from.earlyFinish : link.from.earlyStart;
      const moment = walk(link.from.calendar, base, link.lag);
      const asked = link.type === LINK.ff || link.type === LINK.sf ? walk(activity.calendar, moment, -activity.duration) : moment;
      start = Math.max(start, asked);
    }
    activity.earlyStart = nextWork(activity.calendar, start);
    activity.earlyFinish = walk(activity.calendar, activity.earlyStart, activity.duration);
  }
  const finish = activities.reduce((latest, activity) => Math.max(latest, activity.earlyFinish), dataDate);
  for (const activity of activities.toReversed()) {
    let end = finish;
    for (const link of activity.after) {
      const base = link.type === LINK.fs || link.type === LINK.ss ? link.to.lateStart : link.to.lateFinish;
      const moment = walk(activity.calendar, base, -link.lag);
      const asked = link.type === LINK.ss || link.type === LINK.sf ? walk(activity.calendar, moment, activity.duration) : moment;
      end = Math.min(end, asked);
    }
    activity.lateFinish = end;
    activity.lateStart = walk(activity.calendar, end, -activity.duration);
    activity.float = activity.lateStart - activity.earlyStart;
  }
  return finish;
}

function shiftsOn(calendar: WorkCalendar, day: number): Shift[] {
  return calendar.holidays.get(day) ?? calendar.week[((day % 7) + 7) % 7];
}

function nextWork(calendar: WorkCalendar, moment: number): number {
  for (let day = Math.floor(moment / DAY); ; day++) {
    for (const shift of shiftsOn(calendar, day)) if (moment < day * DAY + shift.finish) return Math.max(moment, day * DAY + shift.start);
  }
}

function walk(calendar: WorkCalendar, from: number, minutes: number): number {
  let left = Math.abs(minutes);
  if (left === 0) return from;
  const step = Math.sign(minutes);
  for (let day = Math.floor((from + (step < 0 ? -1 : 0)) / DAY); ; day += step) {
    const shifts = step > 0 ? shiftsOn(calendar, day) : shiftsOn(calendar, day).toReversed();
    for (const shift of shifts) {
      const [start, finish] = [day * DAY + shift.start, day * DAY + shift.finish];
      const work = step > 0 ? finish - Math.max(start, from) : Math.min(finish, from) - start;
      if (work <= 0) continue;
      if (work >= left) return step > 0 ? Math.max(start, from) + left : Math.min(finish, from) - left;
      left -= work;
    }
  }
}

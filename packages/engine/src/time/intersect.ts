import type { PlanCalendar, Shift } from '@gantry/domain';

type WorkingTime = Pick<PlanCalendar, 'week' | 'exceptions'>;

/** Working time that two calendars have in common. */
export function intersectCalendars(a: WorkingTime, b: WorkingTime): WorkingTime {
  const days = new Set([...a.exceptions, ...b.exceptions].map((exception) => exception.day));
  const shiftsOn = exceptionsOf(a);
  const shiftsOnOther = exceptionsOf(b);
  return {
    week: a.week.map((shifts, weekday) => common(shifts, b.week[weekday] ?? [])),
    exceptions: [...days].sort((x, y) => x - y).map((day) => ({ day, shifts: common(shiftsOn(day), shiftsOnOther(day)) })),
  };
}

/** Looks up the shifts of a day; 1990-01-01, day 0, was a Monday. */
function exceptionsOf(calendar: WorkingTime): (day: number) => Shift[] {
  const byDay = new Map(calendar.exceptions.map((exception) => [exception.day, exception.shifts]));
  return (day) => byDay.get(day) ?? calendar.week[((day % 7) + 7) % 7] ?? [];
}

function common(a: Shift[], b: Shift[]): Shift[] {
  const shifts: Shift[] = [];
  for (const one of a) {
    for (const other of b) {
      const start = Math.max(one.start, other.start);
      const finish = Math.min(one.finish, other.finish);
      if (start < finish) shifts.push({ start, finish });
    }
  }
  return shifts.sort((x, y) => x.start - y.start);
}

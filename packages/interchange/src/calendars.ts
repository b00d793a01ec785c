import type { Day, Shift } from '@gantry/domain';

/** A calendar as a file states it: a null weekday and every other exception come from the base. */
export type StatedCalendar = { base: string | null; week: (Shift[] | null)[]; exceptions: Map<Day, Shift[]> };

/** A calendar that needs no other. */
export type WholeCalendar = { week: Shift[][]; exceptions: { day: Day; shifts: Shift[] }[] };

/** Nobody inherits through so many calendars. */
const DEEPEST = 100;

/** Merges a calendar with its bases; a cycle of bases is told and cut. */
export function mergedCalendar(key: string, all: ReadonlyMap<string, StatedCalendar>, onCycle: (keys: string[]) => void): WholeCalendar {
  const chain = new Set<string>();
  for (let next: string | null = key; next !== null; next = all.get(next)?.base ?? null) {
    if (chain.has(next)) {
      const links = [...chain];
      onCycle([...links.slice(links.indexOf(next)), next]);
      break;
    }
    if (chain.size === DEEPEST) break;
    chain.add(next);
  }
  const week: (Shift[] | null)[] = Array.from({ length: 7 }, () => null);
  const exceptions = new Map<Day, Shift[]>();
  for (const link of chain) {
    const stated = all.get(link);
    if (!stated) continue;
    stated.week.forEach((shifts, i) => (week[i] ??= shifts));
    for (const [day, shifts] of stated.exceptions) if (!exceptions.has(day)) exceptions.set(day, shifts);
  }
  return {
    week: week.map((shifts) => shifts ?? []),
    exceptions: [...exceptions].sort((a, b) => a[0] - b[0]).map(([day, shifts]) => ({ day, shifts })),
  };
}

/** Monday to Friday from 8 o'clock with an hour off at noon. */
export function standardWeek(minutesPerDay: number): Shift[][] {
  const minutes = Math.min(Math.max(minutesPerDay, 60), 900);
  const shifts: Shift[] =
    minutes <= 240
      ? [{ start: 480, finish: 480 + minutes }]
      : [
          { start: 480, finish: 720 },
          { start: 780, finish: 540 + minutes },
        ];
  return Array.from({ length: 7 }, (_, weekday) => (weekday < 5 ? shifts.map((shift) => ({ ...shift })) : []));
}

/** Sorts working periods of a day and joins those that touch or overlap. */
export function mergeShifts(shifts: readonly Shift[]): Shift[] {
  const merged: Shift[] = [];
  for (const shift of [...shifts].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && shift.start <= last.finish) last.finish = Math.max(last.finish, shift.finish);
    else merged.push({ ...shift });
  }
  return merged;
}

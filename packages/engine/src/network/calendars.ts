import { compileCalendar, ELAPSED, type CalendarPool, type CompiledCalendar } from '../time/calendar.ts';
import type { NetworkColumns } from './columns.ts';
import type { CalculationIssue } from './issue.ts';

/** Compiled calendars of a network: those of the plan in its order, then the one around the clock. */
export type NetworkCalendars = { all: CompiledCalendar[]; elapsed: number; projectDefault: number };

/** Compiles the calendars that items, lags or assignments of the columns can need. */
export function networkCalendars(columns: NetworkColumns, pool: CalendarPool, issues: CalculationIssue[]): NetworkCalendars {
  const elapsed = columns.calendars.length;
  const used = usedCalendars(columns);
  const all = columns.calendars.map((calendar, index) => {
    const compiled = compileCalendar(used[index] ? calendar : ELAPSED, pool);
    if (compiled.withoutWork) issues.push({ kind: 'calendar_without_work', calendarId: calendar.id });
    return compiled;
  });
  all.push(compileCalendar(ELAPSED, pool));
  return { all, elapsed, projectDefault: defaultCalendar(columns) ?? elapsed };
}

/** Index of the default calendar for items without one: the schedule's, else the marked one, else the first. */
function defaultCalendar(columns: NetworkColumns): number | undefined {
  const { calendars, options } = columns;
  const chosen = calendars.findIndex((calendar) => calendar.id === options.defaultCalendarId);
  if (chosen >= 0) return chosen;
  const marked = calendars.findIndex((calendar) => calendar.isDefault);
  if (marked >= 0) return marked;
  return calendars.length > 0 ? 0 : undefined;
}

function usedCalendars(columns: NetworkColumns): Uint8Array {
  const used = new Uint8Array(columns.calendars.length);
  for (const index of columns.calendar) if (index >= 0) used[index] = 1;
  for (const index of columns.assignments.calendar) if (index >= 0) used[index] = 1;
  const fallback = defaultCalendar(columns);
  if (fallback !== undefined) used[fallback] = 1;
  return used;
}

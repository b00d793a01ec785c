import type { Day, PlanCalendar, Shift } from '@gantry/domain';
import { mergedCalendar, standardWeek } from '../../../calendars.ts';
import type { StatedCalendar } from '../../../calendars.ts';
import { parseCalendarData } from '../calendar-data.ts';
import { indexBy } from '../table-view.ts';
import type { Tables } from '../table-view.ts';

/** Calendars of the file: by their key, ready for the engine, with the projects they belong to. */
export type XerCalendars = {
  byKey: Map<string, PlanCalendar>;
  /** Key of the project that owns the calendar; absent for global ones. */
  projectOf: Map<number, string>;
  defaultCalendar: PlanCalendar;
};

/** Maps CALENDAR: base calendars merged in, broken texts replaced by what can be known. */
export function mapCalendars(tables: Tables): XerCalendars {
  const view = tables.view('CALENDAR');
  const rows = indexBy(view, 'clndr_id');
  const stated = new Map<string, StatedCalendar>();
  const byKey = new Map<string, PlanCalendar>();
  const projectOf = new Map<number, string>();
  let defaultCalendar: PlanCalendar | null = null;
  for (const [key, row] of rows) stated.set(key, readStated(row));
  let id = 0;
  for (const [key, row] of rows) {
    const baseKey = view.text(row, 'base_clndr_id');
    const merged = mergedCalendar(key, stated, (ring) => {
      view.report('error', 'calendar.base_ring', row, 'base_clndr_id', { path: ring.join(' → ') });
    });
    const hours = (field: string, otherwise: number): number => view.minutes(row, field) || otherwise;
    const minutesPerDay = hours('day_hr_cnt', 480);
    const calendar: PlanCalendar = {
      id: ++id,
      name: view.text(row, 'clndr_name'),
      week: merged.week,
      exceptions: merged.exceptions,
      baseId: null,
      minutesPerDay,
      minutesPerWeek: hours('week_hr_cnt', minutesPerDay * 5),
      minutesPerMonth: hours('month_hr_cnt', Math.round(minutesPerDay * 21.5)),
      minutesPerYear: hours('year_hr_cnt', minutesPerDay * 250),
      isDefault: view.flag(row, 'default_flag'),
    };
    if (baseKey !== '' && !rows.has(baseKey)) view.report('warning', 'reference.dangling', row, 'base_clndr_id');
    if (merged.week.every((shifts) => shifts.length === 0)) view.report('warning', 'calendar.no_work', row, 'clndr_name');
    byKey.set(key, calendar);
    const project = view.text(row, 'proj_id');
    if (project !== '') projectOf.set(calendar.id, project);
    if (calendar.isDefault && !defaultCalendar) defaultCalendar = calendar;
  }
  for (const [key, row] of rows) byKey.get(key)!.baseId = byKey.get(view.text(row, 'base_clndr_id'))?.id ?? null;
  return { byKey, projectOf, defaultCalendar: defaultCalendar ?? byKey.values().next().value ?? emergencyCalendar(id + 1) };

  function readStated(row: number): StatedCalendar {
    const text = view.text(row, 'clndr_data');
    const baseKey = view.text(row, 'base_clndr_id');
    const base = rows.has(baseKey) ? baseKey : null;
    const data = parseCalendarData(text);
    for (const problem of data.problems) {
      view.report('warning', problem.code, row, 'clndr_data', {
        at: problem.at,
        text: problem.value,
        calendar: view.text(row, 'clndr_name'),
      });
    }
    const statesWeek = data.week.some((shifts) => shifts !== null);
    if (!statesWeek && base === null) {
      view.report('error', text === '' ? 'calendar.empty' : 'calendar.unreadable', row, 'clndr_name');
      return { base, week: standardWeek(view.minutes(row, 'day_hr_cnt') ?? 480), exceptions: data.exceptions };
    }
    // A weekday left out of a week that is stated has no work.
    const week: (Shift[] | null)[] = statesWeek ? data.week.map((shifts) => shifts ?? []) : data.week;
    return { base, week, exceptions: data.exceptions satisfies Map<Day, Shift[]> };
  }
}

function emergencyCalendar(id: number): PlanCalendar {
  return {
    id,
    name: '5 × 8',
    week: standardWeek(480),
    exceptions: [],
    baseId: null,
    minutesPerDay: 480,
    minutesPerWeek: 2400,
    minutesPerMonth: 10320,
    minutesPerYear: 120_000,
    isDefault: true,
  };
}

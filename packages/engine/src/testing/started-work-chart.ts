import { MINUTES_PER_DAY, dayOf, formatMinute, minuteOf } from '@gantry/domain';
import type { Day, Minute, PlanCalendar, Shift } from '@gantry/domain';
import { forecastStartedWork } from '../progress/forecast.ts';
import type { Forecast } from '../progress/forecast.ts';
import type { ScenarioNumber } from '../progress/scenario.ts';
import type { ProgressOptions, StartedWork } from '../progress/started-work.ts';
import { compileCalendar } from '../time/calendar.ts';
import type { CompiledCalendar } from '../time/calendar.ts';
import { workBetween } from '../time/work.ts';
import { byWeeks, picture, weekdays } from './picture.ts';

/** Monday 3 March 2025, the first column of drawn works. */
export const FIRST_DAY = dayOf(minuteOf(2025, 3, 3));

const hours = (...pairs: [number, number][]): Shift[] => pairs.map(([start, finish]) => ({ start: start * 60, finish: finish * 60 }));
const DAY_SHIFT = hours([9, 17]);
const NIGHT = hours([0, 6], [22, 24]);
const five = (shift: Shift[], friday = shift): Shift[][] => [shift, shift, shift, shift, friday, [], []];

/** Calendars of drawn works, all with days of eight hours except `short`: `holidays` has Wednesday 12 and Monday 17 March off. */
export const WORK_CALENDARS: Record<string, Pick<PlanCalendar, 'week' | 'exceptions'>> = {
  five: { week: five(DAY_SHIFT), exceptions: [] },
  six: { week: [...five(DAY_SHIFT).slice(0, 5), DAY_SHIFT, []], exceptions: [] },
  seven: { week: Array(7).fill(DAY_SHIFT), exceptions: [] },
  around: { week: Array(7).fill(hours([0, 24])), exceptions: [] },
  split: { week: five(hours([8, 12], [13, 17])), exceptions: [] },
  night: { week: Array(7).fill(NIGHT), exceptions: [] },
  short: { week: five(DAY_SHIFT, hours([9, 13])), exceptions: [] },
  holidays: { week: five(DAY_SHIFT), exceptions: [9, 14].map((day) => ({ day: FIRST_DAY + day, shifts: [] })) },
  saturday: { week: five(DAY_SHIFT), exceptions: [{ day: FIRST_DAY + 12, shifts: DAY_SHIFT }] },
};

const POOL = new Map();

/** A calendar of drawn works, compiled once. */
export function workCalendar(name: string): CompiledCalendar {
  return compileCalendar(WORK_CALENDARS[name], POOL);
}

/** A started work in days of eight hours; omitted values are unknown. */
export type DrawnWork = {
  calendar?: string;
  /** Hours of the clock on the days of `S`, `D` and `F`; 9, 0 and 17 unless given. */
  startHour?: number;
  dataHour?: number;
  fixedHour?: number;
  p?: number;
  D?: number;
  target?: number;
  initial?: number;
  V?: number;
  VFact?: number;
  base?: number;
  L?: number;
  LFact?: number;
  C?: number;
  CFact?: number;
  /** The amount of one digit in the rows `plan` and `fact`. */
  unit?: number;
};

/**
 * Reads the rows `dates` (`S` start, `D` data date, `F` fixed finish, `B` start and data date), `plan` and `fact` (a digit a day) of a
 * picture, forecasts the work and draws all of it again. In the row `bar` a day is `x` where work is past, `=` where all of it
 * remains, a digit where so many tenths of it do, `.` a day off.
 */
export function forecastPicture(scenario: ScenarioNumber, drawn: DrawnWork, drawing: string, options?: ProgressOptions): string {
  const rows = rowsOf(drawing);
  const work = workOf(drawn, rows);
  const forecast = forecastStartedWork(work, scenario, options);
  const shown = ['dates', 'plan', 'fact'].flatMap((name) => (rows.has(name) ? [line(name, [rows.get(name)!])] : []));
  const width = Math.max(
    ...['dates', 'plan', 'fact'].map((name) => daysOf(rows.get(name) ?? '').length),
    dayOf(forecast.finish - 1) - FIRST_DAY + 1,
  );
  const head = line('', [byWeeks(FIRST_DAY, weekdays(FIRST_DAY, Math.ceil(width / 7) * 7))]);
  return [head, ...shown, line('bar', [byWeeks(FIRST_DAY, barOf(work, forecast))]), line('ends', [endOf(work, forecast)])].join('\n');
}

/** The work that a picture shows, without its forecast. */
export function drawnWork(drawn: DrawnWork, drawing: string): StartedWork {
  return workOf(drawn, rowsOf(drawing));
}

/** Rows by their names; the first one has none. */
function rowsOf(drawing: string): Map<string, string> {
  const lines = picture(drawing).split('\n');
  return new Map(lines.map((text) => [text.slice(0, 6).trim(), text.slice(6)]));
}

function line(name: string, parts: string[]): string {
  return (name.padEnd(6) + parts.join('')).trimEnd();
}

/** The cells of a row by day: the blanks between weeks are no days. */
function daysOf(row: string): string {
  return [...row].filter((_, at) => at % 8 !== 7).join('');
}

function workOf(drawn: DrawnWork, rows: ReadonlyMap<string, string>): StartedWork {
  const calendar = workCalendar(drawn.calendar ?? 'five');
  const minutes = (days: number | undefined) => (days === undefined ? null : days * 480);
  const dates = daysOf(rows.get('dates') ?? '');
  const at = (mark: string, hour: number): Minute | null => {
    const day = [...dates].findIndex((cell) => cell === mark || (cell === 'B' && mark !== 'F'));
    return day < 0 ? null : (FIRST_DAY + day) * MINUTES_PER_DAY + hour * 60;
  };
  return {
    calendar,
    minutesPerDay: 480,
    start: at('S', drawn.startHour ?? 9)!,
    dataDate: at('D', drawn.dataHour ?? 0)!,
    fixedFinish: at('F', drawn.fixedHour ?? 17),
    progress: drawn.p ?? null,
    durationMinutes: minutes(drawn.D),
    targetDurationMinutes: minutes(drawn.target),
    initialDurationMinutes: minutes(drawn.initial),
    volume: drawn.V ?? null,
    volumeFact: drawn.VFact ?? null,
    baseIntensityPerDay: drawn.base ?? null,
    labour: drawn.L ?? null,
    labourFact: drawn.LFact ?? null,
    cost: drawn.C ?? null,
    costFact: drawn.CFact ?? null,
    dailyPlan: seriesOf(rows.get('plan'), drawn.unit ?? 1),
    dailyFact: seriesOf(rows.get('fact'), drawn.unit ?? 1),
  };
}

function seriesOf(row: string | undefined, unit: number): Map<Day, number> | null {
  if (row === undefined) return null;
  const series = new Map<Day, number>();
  for (const [at, cell] of [...daysOf(row)].entries()) if (/\d/.test(cell)) series.set(FIRST_DAY + at, Number(cell) * unit);
  return series;
}

function barOf(work: StartedWork, forecast: Forecast): string[] {
  const last = Math.max(dayOf(forecast.start), dayOf(forecast.finish - 1));
  return Array.from({ length: last - FIRST_DAY + 1 }, (_, at) => {
    const from = (FIRST_DAY + at) * MINUTES_PER_DAY;
    const to = from + MINUTES_PER_DAY;
    if (to <= forecast.start) return ' ';
    const inDay = (a: Minute, b: Minute) => Math.max(0, workBetween(work.calendar, Math.max(from, a), Math.min(to, b)));
    const whole = inDay(from, to);
    const left = inDay(forecast.resume, forecast.finish);
    if (left > 0) return left === whole ? '=' : String(Math.max(1, Math.min(9, Math.round((10 * left) / whole))));
    if (inDay(forecast.start, Math.min(forecast.resume, forecast.finish)) > 0) return 'x';
    return whole === 0 ? '.' : '-';
  });
}

function endOf(work: StartedWork, forecast: Forecast): string {
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][((dayOf(forecast.finish) % 7) + 7) % 7];
  const left = Math.round((forecast.remainingMinutes / work.minutesPerDay) * 1e4) / 1e4;
  const words = [forecast.isLate ? ', late' : '', forecast.isClosed ? ', closed' : ''].join('');
  const [date, clock] = formatMinute(forecast.finish).split('T');
  return `${day} ${date.slice(5)} ${clock.slice(0, 5)}, ${left} d left${words}, by ${forecast.scenariosUsed.join(' > ')}`;
}

import { NO_DATE, type CalculationOptions, type Plan, type PlanCalendar, type PlanItem, type Shift } from '@gantry/domain';
import { calculate } from '../timetable/calculate.ts';
import { NO_FLOAT, type CalculationResult } from '../timetable/result.ts';
import { chartPlan } from './chart.ts';
import { CHART_CALENDARS, CHART_START, DAY_MINUTES, onDay } from './chart-calendars.ts';

/** The columns of a result that a chart shows. */
export type DrawnDates = Pick<
  CalculationResult,
  'start' | 'finish' | 'earlyStart' | 'earlyFinish' | 'lateStart' | 'lateFinish' | 'totalFloat' | 'freeFloat' | 'critical'
>;

const DAY = 1440;
const AROUND = CHART_CALENDARS.find(({ name }) => name === 'around')?.id ?? null;
const POOL = new Map();

/** Calculates a chart and draws it: see `draw`. */
export function drawn(text: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  return draw(plan, calculate(plan, POOL));
}

/** Calculates a chart and draws it with its dates: see `drawDates`. */
export function dated(text: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  return drawDates(plan, calculate(plan, POOL));
}

/** Calculates a chart and draws it by hours: see `drawHours`. */
export function byHours(hours: number, text: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  return drawHours(hours, plan, calculate(plan, POOL));
}

/**
 * Draws one row per item over days from Monday on: `#` critical work, `=` other work, `.` days off inside it, `o` what takes no time,
 * `x` work that is done, `-` total float after it, `<` late finish before the early one.
 */
export function draw(plan: Plan, result: DrawnDates): string {
  return framed(chartRows(plan, result));
}

/** The chart with early and late dates, total and free float behind each row; floats in days, hours or minutes of the item's calendar. */
export function drawDates(plan: Plan, result: DrawnDates): string {
  const [head, ...rows] = chartRows(plan, result);
  const width = Math.max(head.length, ...rows.map((row) => row.length)) + 2;
  const dates = plan.items.map((_, at) =>
    [
      onDay(result.earlyStart[at]).padEnd(9) + onDay(result.earlyFinish[at]).padEnd(9),
      onDay(result.lateStart[at]).padEnd(9) + onDay(result.lateFinish[at]).padEnd(9),
      workText(result.totalFloat[at]).padEnd(6) + workText(result.freeFloat[at]),
    ].join(' '),
  );
  return framed([
    head.padEnd(width) + 'early              late               total free',
    ...rows.map((row, at) => row.padEnd(width) + dates[at]),
  ]);
}

/** The chart over stretches of so many hours; a day begins under its letter, `.` is time off inside the work. */
export function drawHours(hours: number, plan: Plan, result: DrawnDates): string {
  const width = nameWidth(plan);
  const step = hours * 60;
  const end = Math.max(...Array.from(result.finish), ...Array.from(result.lateFinish));
  const count = Math.max(1, Math.ceil((end - CHART_START) / DAY)) * (24 / hours);
  const letters = Array.from({ length: count }, (_, at) => (at % (24 / hours) === 0 ? 'MTWTFss'[(at / (24 / hours)) % 7] : ' '));
  const rows = plan.items.map((item, at) => {
    const cells = letters.map((_, column) => hourMark(plan, item, at, CHART_START + column * step, step, result));
    return item.code.padEnd(width) + cells.join('');
  });
  return framed([''.padEnd(width) + letters.join(''), ...rows]);
}

/** Formats work: whole days, else hours, else minutes. */
export function workText(minutes: number): string {
  if (minutes === NO_FLOAT) return '-';
  if (minutes % DAY_MINUTES === 0) return `${minutes / DAY_MINUTES}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

function framed(lines: string[]): string {
  return '\n' + lines.map((line) => line.trimEnd()).join('\n') + '\n';
}

function nameWidth(plan: Plan): number {
  return Math.max(...plan.items.map((item) => item.code.length)) + 1;
}

/** The line of days and one line per item, from the Monday of the first day that is drawn. */
function chartRows(plan: Plan, result: DrawnDates): string[] {
  const width = nameWidth(plan);
  const first = Math.min(
    0,
    ...Array.from(result.start)
      .filter((start) => start !== NO_DATE)
      .map(dayNumber),
  );
  const monday = Math.floor(first / 7) * 7;
  const rows = plan.items.map((item, at) => item.code.padEnd(width) + bar(plan, item, at, monday, result));
  const days = Math.max(...rows.map((row) => row.length)) - width;
  return [''.padEnd(width) + Array.from({ length: days }, (_, day) => 'MTWTFss'[day % 7]).join(''), ...rows];
}

function dayNumber(moment: number): number {
  return Math.floor((moment - CHART_START) / DAY);
}

function bar(plan: Plan, item: PlanItem, at: number, monday: number, result: DrawnDates): string {
  const start = result.start[at];
  if (start === NO_DATE) return '';
  const finish = result.finish[at];
  const first = dayNumber(start);
  if (finish === start) return ' '.repeat(Math.max(0, dayNumber(start - 1) - monday)) + 'o';
  const last = Math.max(first, lastDay(plan, item, finish));
  const cells: string[] = [];
  for (let day = first; day <= last; day++) cells.push(isOff(plan, item, day) ? '.' : markOf(item, at, day, result));
  const room = result.lateFinish[at] === NO_DATE ? last : lastDay(plan, item, result.lateFinish[at]);
  const tail = room < last ? '<' : '-'.repeat(room - last);
  return ' '.repeat(first - monday) + cells.join('') + (item.status === 'completed' ? '' : tail);
}

/** The last day of an end: one that points at the start of a working day is the end of the working day before. */
function lastDay(plan: Plan, item: PlanItem, finish: number): number {
  const day = dayNumber(finish - 1);
  const minute = finish - CHART_START - day * DAY;
  const shifts = shiftsOn(plan, item, day);
  if (shifts.length === 0 || shifts.some((shift) => shift.start < minute)) return day;
  let before = day - 1;
  while (isOff(plan, item, before)) before--;
  return before;
}

function markOf(item: PlanItem, at: number, day: number, result: DrawnDates): string {
  const isDone = item.status === 'completed' || (item.actualStart !== null && CHART_START + (day + 1) * DAY <= result.earlyStart[at]);
  if (isDone) return 'x';
  return result.critical[at] ? '#' : '=';
}

/** The calendars that a row shows: of its resources when scheduled by them, else its own. */
function calendarsOf(plan: Plan, item: PlanItem): PlanCalendar[] {
  const crews = plan.assignments.filter((assignment) => assignment.itemId === item.id && item.schedulingKind === 'resource');
  const own = item.msproject?.elapsedDuration ? AROUND : item.calendarId;
  const ids = crews.length > 0 ? crews.map((crew) => crew.resourceId) : [own];
  return ids.map((id) => CHART_CALENDARS.find((candidate) => candidate.id === id) ?? CHART_CALENDARS[0]);
}

function shiftsOn(plan: Plan, item: PlanItem, day: number): Shift[] {
  return calendarsOf(plan, item).flatMap((calendar) => {
    const exception = calendar.exceptions.find((one) => one.day === CHART_START / DAY + day);
    return exception ? exception.shifts : calendar.week[((day % 7) + 7) % 7];
  });
}

function isOff(plan: Plan, item: PlanItem, day: number): boolean {
  return shiftsOn(plan, item, day).length === 0;
}

function hourMark(plan: Plan, item: PlanItem, at: number, from: number, step: number, result: DrawnDates): string {
  const to = from + step;
  const [start, finish] = [result.start[at], result.finish[at]];
  if (start === finish) return item.type.startsWith('milestone') && start > from && start <= to ? 'o' : ' ';
  if (to <= start) return ' ';
  if (from >= finish) return item.status !== 'completed' && from < result.lateFinish[at] ? '-' : ' ';
  const day = dayNumber(from);
  const midnight = CHART_START + day * DAY;
  const isAtWork = shiftsOn(plan, item, day).some(
    (shift) => Math.max(midnight + shift.start, from, start) < Math.min(midnight + shift.finish, to, finish),
  );
  if (!isAtWork) return '.';
  if (item.status === 'completed' || (item.actualStart !== null && to <= result.earlyStart[at])) return 'x';
  return result.critical[at] ? '#' : '=';
}

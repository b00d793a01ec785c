import {
  defaultOptions,
  minuteOf,
  NO_DATE,
  type CalculationOptions,
  type Plan,
  type PlanCalendar,
  type PlanItem,
  type PlanRelation,
  type RelationType,
  type Shift,
} from '@gantry/domain';
import { calculate } from '../timetable/calculate.ts';
import type { CalculationResult } from '../timetable/result.ts';

/** Charts begin on Monday 2025-01-06; their days count from 0. */
export const CHART_START = minuteOf(2025, 1, 6);
const DAY = 1440;
const DAY_MINUTES = 480;

/** Calendars of charts: `five` Monday to Friday 8–16 (the default), `seven` every day 8–16, `around` the clock, `split` five days 8–12 and 13–17. */
export const CHART_CALENDARS: PlanCalendar[] = [
  chartCalendar(1, 'five', 5, [{ start: 480, finish: 960 }]),
  chartCalendar(2, 'seven', 7, [{ start: 480, finish: 960 }]),
  chartCalendar(3, 'around', 7, [{ start: 0, finish: 1440 }]),
  chartCalendar(4, 'split', 5, [
    { start: 480, finish: 720 },
    { start: 780, finish: 1020 },
  ]),
];

/**
 * Reads a plan from lines. A line is a code, a duration (`3d`, `4h`), the predecessors (`A`, `A:ss`, `A:ff+2d`, `A-1d`) and words:
 * `cal=seven in=SUM sum loe wbs ms mf draft alap mandatory manual snet= snlt= son= fnet= fnlt= fon= dl= exp=` with days counted from
 * 0, `as= af=` for actual dates, `rem=2d`, `resume=`. A day as a date means 8:00 for starts and 16:00 for finishes.
 */
export function chartPlan(text: string, options: Partial<CalculationOptions> = {}): Plan {
  const rows = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words[0] !== '');
  const ids = new Map(rows.map((words, index) => [words[0], index + 1]));
  const relations: PlanRelation[] = [];
  const items = rows.map((words, index) => chartItem(words, index + 1, ids, relations));
  return {
    options: { ...defaultOptions(CHART_START), defaultCalendarId: 1, ...options },
    calendars: CHART_CALENDARS,
    items,
    relations,
    resources: [],
    assignments: [],
    externalLimits: [],
  };
}

/** Calculates a chart and draws it: see `draw`. */
export function drawn(text: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  return draw(plan, calculate(plan));
}

/**
 * Draws one row per item over days from Monday on: `#` critical work, `=` other work, `.` days off inside it, `o` a milestone,
 * `x` work that is done, `-` total float after it, `<` late finish before the early one.
 */
export function draw(plan: Plan, result: CalculationResult): string {
  const width = Math.max(...plan.items.map((item) => item.code.length)) + 1;
  const rows = plan.items.map((item, at) => item.code.padEnd(width) + bar(item, at, result));
  const days = Math.max(...rows.map((row) => row.length)) - width;
  const head = ''.padEnd(width) + Array.from({ length: days }, (_, day) => 'MTWTFss'[day % 7]).join('');
  return '\n' + [head, ...rows].map((row) => row.trimEnd()).join('\n') + '\n';
}

/** A moment of a chart as its day and hour: `3 08:00`. */
export function onDay(moment: number): string {
  if (moment === NO_DATE) return '-';
  const minutes = moment - CHART_START;
  const day = Math.floor(minutes / DAY);
  const clock = minutes - day * DAY;
  return `${day} ${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`;
}

/** A moment of a chart: 8:00 of a day unless the hour is given. */
export function atDay(day: number, hour = 8): number {
  return CHART_START + day * DAY + hour * 60;
}

function bar(item: PlanItem, at: number, result: CalculationResult): string {
  const start = result.start[at];
  if (start === NO_DATE) return '';
  const finish = result.finish[at];
  const first = Math.floor((start - CHART_START) / DAY);
  if (finish === start && item.type.startsWith('milestone'))
    return ' '.repeat(Math.max(0, Math.floor((start - CHART_START - 1) / DAY))) + 'o';
  const last = Math.max(first, Math.floor((finish - 1 - CHART_START) / DAY));
  const cells: string[] = [];
  for (let day = first; day <= last; day++) cells.push(isOff(item, day) ? '.' : markOf(item, at, day, result));
  const room = result.lateFinish[at] === NO_DATE ? last : Math.floor((result.lateFinish[at] - 1 - CHART_START) / DAY);
  const tail = room < last ? '<' : '-'.repeat(room - last);
  return ' '.repeat(first) + cells.join('') + (item.status === 'completed' ? '' : tail);
}

function markOf(item: PlanItem, at: number, day: number, result: CalculationResult): string {
  const isDone = item.status === 'completed' || (item.actualStart !== null && CHART_START + (day + 1) * DAY <= result.earlyStart[at]);
  if (isDone) return 'x';
  return result.critical[at] ? '#' : '=';
}

function isOff(item: PlanItem, day: number): boolean {
  const calendar = CHART_CALENDARS.find((candidate) => candidate.id === item.calendarId) ?? CHART_CALENDARS[0];
  return calendar.week[((day % 7) + 7) % 7].length === 0;
}

function chartCalendar(id: number, name: string, days: number, shifts: Shift[]): PlanCalendar {
  const week = Array.from({ length: 7 }, (_, day) => (day < days ? shifts : []));
  return {
    id,
    name,
    week,
    exceptions: [],
    baseId: null,
    minutesPerDay: DAY_MINUTES,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 120_000,
    isDefault: id === 1,
  };
}

const WORDS: Record<string, Partial<PlanItem>> = {
  sum: { type: 'sum' },
  ms: { type: 'milestone_start' },
  mf: { type: 'milestone_finish' },
  draft: { type: 'draft' },
  loe: { schedulingKind: 'level_of_effort' },
  wbs: { schedulingKind: 'wbs_summary' },
  resource: { schedulingKind: 'resource' },
  alap: { asLateAsPossible: true },
  mandatory: { mandatory: true },
  manual: {
    msproject: {
      manual: true,
      inactive: false,
      elapsedDuration: false,
      ignoreResourceCalendar: false,
      levelingDelayMinutes: 0,
      actualMinutes: 0,
      taskType: 'fixed_units',
      effortDriven: false,
    },
  },
};

function chartItem(words: string[], id: number, ids: Map<string, number>, relations: PlanRelation[]): PlanItem {
  const duration = minutesOf(words[1]);
  const item = emptyItem(id, words[0], duration);
  for (const word of words.slice(2)) {
    const [name, value] = word.split('=');
    if (value !== undefined) setNamed(item, name, value, ids);
    else if (WORDS[word]) Object.assign(item, WORDS[word]);
    else relations.push(relationOf(word, id, ids, relations.length + 1));
  }
  if (item.type === 'milestone_start' || item.type === 'milestone_finish') item.durationMinutes = item.remainingMinutes = 0;
  return item;
}

function setNamed(item: PlanItem, name: string, value: string, ids: Map<string, number>): void {
  const start = atDay(Number(value));
  const finish = atDay(Number(value), 16);
  const setters: Record<string, () => void> = {
    cal: () => (item.calendarId = CHART_CALENDARS.find((calendar) => calendar.name === value)?.id ?? null),
    in: () => (item.parentId = ids.get(value) ?? null),
    rem: () => (item.remainingMinutes = minutesOf(value)),
    as: () => Object.assign(item, { actualStart: start, status: item.status === 'completed' ? 'completed' : 'in_progress' }),
    af: () => Object.assign(item, { actualFinish: finish, status: 'completed', remainingMinutes: 0 }),
    resume: () => (item.resumeDate = start),
    exp: () => (item.expectedFinish = finish),
    dl: () => (item.deadline = finish),
    snet: () => Object.assign(item, { startLimitType: 'not_earlier', startLimitDate: start }),
    snlt: () => Object.assign(item, { startLimitType: 'not_later', startLimitDate: start }),
    son: () => Object.assign(item, { startLimitType: 'in_date', startLimitDate: start }),
    fnet: () => Object.assign(item, { finishLimitType: 'not_earlier', finishLimitDate: finish }),
    fnlt: () => Object.assign(item, { finishLimitType: 'not_later', finishLimitDate: finish }),
    fon: () => Object.assign(item, { finishLimitType: 'in_date', finishLimitDate: finish }),
    at: () => Object.assign(item, { start, finish }),
  };
  const set = setters[name];
  if (!set) throw new Error(`a chart does not know the word ${name}`);
  set();
}

function relationOf(word: string, successorId: number, ids: Map<string, number>, id: number): PlanRelation {
  const match = /^([A-Za-z]\w*)(?::(fs|ff|ss|sf))?([+-]\d+[dh])?$/.exec(word);
  const predecessorId = match ? ids.get(match[1]) : undefined;
  if (!match || predecessorId === undefined) throw new Error(`a chart does not know the word ${word}`);
  return {
    id,
    predecessorId,
    successorId,
    type: (match[2] ?? 'fs') as RelationType,
    lagMinutes: match[3] ? minutesOf(match[3]) : 0,
    lagCalendar: null,
  };
}

function minutesOf(text: string): number {
  return parseInt(text, 10) * (text.endsWith('h') ? 60 : DAY_MINUTES);
}

function emptyItem(id: number, code: string, duration: number): PlanItem {
  return {
    id,
    parentId: null,
    type: 'work',
    schedulingKind: 'task',
    code,
    name: code,
    calendarId: 1,
    status: 'not_started',
    durationMinutes: duration,
    remainingMinutes: duration,
    progress: 0,
    actualStart: null,
    actualFinish: null,
    suspendDate: null,
    resumeDate: null,
    expectedFinish: null,
    startLimitType: null,
    startLimitDate: null,
    finishLimitType: null,
    finishLimitDate: null,
    mandatory: false,
    asLateAsPossible: false,
    inScope: null,
    deadline: null,
    start: null,
    finish: null,
  };
}

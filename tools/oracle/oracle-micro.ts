import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defaultOptions,
  parseMinute,
  type LimitType,
  type Plan,
  type PlanCalendar,
  type PlanItem,
  type RelationType,
  type Shift,
} from '@gantry/domain';
import { calculate } from '@gantry/engine';
import { emptyScore, type FileScore } from './oracle-score.ts';

type CaseActivity = {
  code: string;
  duration_days: number;
  clndr_id: string;
  actual_start?: string;
  actual_finish?: string;
  remaining_duration?: number;
  constraint?: { type: string; date?: string };
  constraint2?: { type: string; date?: string };
};
type CaseInput = {
  activities: CaseActivity[];
  relationships: { from_code: string; to_code: string; type: string; lag_days: number }[];
  opts: { dataDate: string; projectStart?: string; cal_map: Record<string, { work_days: number[]; holidays: string[] }> };
};

const DAY_MINUTES = 480;
const DAY: Shift[] = [
  { start: 480, finish: 720 },
  { start: 780, finish: 1020 },
];
const LIMITS: Record<string, ['start' | 'finish', LimitType]> = {
  CS_MSOA: ['start', 'not_earlier'],
  CS_MSOB: ['start', 'not_later'],
  CS_MSO: ['start', 'in_date'],
  CS_MEOA: ['finish', 'not_earlier'],
  CS_MEOB: ['finish', 'not_later'],
  CS_MEO: ['finish', 'in_date'],
};

/** Compares a captured case: input.json is the schedule, the columns *_p6 of comparison.csv are what P6 showed. */
export function compareCase(folder: string): FileScore {
  const score = emptyScore(folder, 'p6');
  const input = JSON.parse(readFileSync(join(folder, 'input.json'), 'utf8')) as CaseInput;
  const plan = planOf(input);
  const result = calculate(plan);
  const [head, ...rows] = readFileSync(join(folder, 'comparison.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  for (const row of rows) {
    const cell = (name: string) => row[head.indexOf(name)] ?? '';
    const at = plan.items.findIndex((item) => item.code === cell('activity_code'));
    const columns = { ES: result.start, EF: result.finish, LS: result.lateStart, LF: result.lateFinish };
    const dates = Object.entries(columns).every(([name, column]) => sameDate(column[at], cell(`${name}_p6`)));
    const floats = Object.entries({ TF: result.totalFloat, FF: result.freeFloat }).every(([name, column]) =>
      sameDays(column[at], cell(`${name}_p6`)),
    );
    score.activities++;
    if (dates && floats) {
      score.exact++;
      score.equivalent++;
    }
  }
  return score;
}

/** An actual date bears the mark "A"; late dates of ended work are blank. */
function sameDate(minute: number, text: string): boolean {
  const shown = text.replace(/ A$/, '').trim();
  return shown === '' || text.endsWith(' A') || minute === parseMinute(shown);
}

function sameDays(minutes: number, text: string): boolean {
  return text.trim() === '' || minutes === Math.round(Number(text) * DAY_MINUTES);
}

function planOf(input: CaseInput): Plan {
  const at = (text: string, minute: number) => (parseMinute(text) ?? 0) + minute;
  const calendarNames = Object.keys(input.opts.cal_map);
  const codes = input.activities.map((activity) => activity.code);
  return {
    options: { ...defaultOptions(at(input.opts.dataDate, 0)), defaultCalendarId: 1 },
    calendars: calendarNames.map((name, index) => calendarOf(index + 1, name, input.opts.cal_map[name])),
    items: input.activities.map((activity, index) => itemOf(activity, index + 1, calendarNames.indexOf(activity.clndr_id) + 1)),
    relations: input.relationships.map((relation, index) => ({
      id: index + 1,
      predecessorId: codes.indexOf(relation.from_code) + 1,
      successorId: codes.indexOf(relation.to_code) + 1,
      type: relation.type.toLowerCase() as RelationType,
      lagMinutes: relation.lag_days * DAY_MINUTES,
      lagCalendar: null,
    })),
    resources: [],
    assignments: [],
    externalLimits: [],
  };
}

/** Work days count from Sunday = 0. */
function calendarOf(id: number, name: string, calendar: { work_days: number[]; holidays: string[] }): PlanCalendar {
  const week = [1, 2, 3, 4, 5, 6, 0].map((day) => (calendar.work_days.includes(day) ? DAY : []));
  const exceptions = calendar.holidays.map((day) => ({ day: Math.floor((parseMinute(day) ?? 0) / 1440), shifts: [] }));
  return {
    id,
    name,
    week,
    exceptions,
    baseId: null,
    minutesPerDay: DAY_MINUTES,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 120_000,
    isDefault: id === 1,
  };
}

/** Dates without a time mean the start of the day's work, for a finish as well. */
function itemOf(activity: CaseActivity, id: number, calendarId: number): PlanItem {
  const moment = (text: string | undefined, minute: number) => (text === undefined ? null : (parseMinute(text) ?? 0) + minute);
  const duration = activity.duration_days * DAY_MINUTES;
  const status = activity.actual_finish ? 'completed' : activity.actual_start ? 'in_progress' : 'not_started';
  const item: PlanItem = {
    id,
    parentId: null,
    type: 'work',
    schedulingKind: 'task',
    code: activity.code,
    name: activity.code,
    calendarId,
    status,
    durationMinutes: duration,
    remainingMinutes:
      status === 'completed' ? 0 : activity.remaining_duration === undefined ? duration : activity.remaining_duration * DAY_MINUTES,
    progress: 0,
    actualStart: moment(activity.actual_start, 480),
    actualFinish: moment(activity.actual_finish, 1020),
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
  for (const constraint of [activity.constraint, activity.constraint2]) {
    if (constraint?.type === 'CS_ALAP') item.asLateAsPossible = true;
    const limit = constraint ? LIMITS[constraint.type] : undefined;
    if (!limit) continue;
    const date = moment(constraint?.date, 480);
    if (limit[0] === 'start') [item.startLimitType, item.startLimitDate] = [limit[1], date];
    else [item.finishLimitType, item.finishLimitDate] = [limit[1], date];
  }
  return item;
}

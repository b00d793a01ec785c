import {
  formatMinute,
  defaultOptions,
  type CalculationOptions,
  type ExternalLimit,
  type LagCalendar,
  type LimitType,
  type MsProjectItem,
  type Plan,
  type PlanAssignment,
  type PlanItem,
  type PlanRelation,
  type RelationType,
} from '@gantry/domain';
import { atDay, CHART_CALENDARS, CHART_START, DAY_MINUTES } from './chart-calendars.ts';

/** Plan elements from the texts of a chart's rows, beside its items. */
type Rows = { ids: Map<string, number>; relations: PlanRelation[]; assignments: PlanAssignment[]; externalLimits: ExternalLimit[] };

/**
 * Reads a plan from lines. A line is a code, a duration (`3d`, `4h`, `30m`), the predecessors (`A`, `A:ss`, `A:ff+2d`, `A-1d`,
 * `A+1d@successor`) and words: `cal=seven in=SUM sum loe wbs resource ms mf draft alap mandatory`; `snet= snlt= son= fnet= fnlt= fon=`,
 * with a `2` behind for the second limit, an `x` before for one from another schedule; `dl= exp= lev=`; `as= af= rem=2d suspend= resume=`;
 * `scope=later at=3` for what may be moved how from where it stands; `on=seven:2d` for an assignment; `manual inactive elapsed own delay=1d split=1d` of MS Project. A date is a day counted from 0, at
 * 8:00 for starts and 16:00 for finishes, or at the hour behind `@`: `4@12`, `4@12:30`.
 */
export function chartPlan(text: string, options: Partial<CalculationOptions> = {}): Plan {
  const lines = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words[0] !== '');
  const ids = new Map(lines.map((words, index) => [words[0], index + 1]));
  const rows: Rows = { ids, relations: [], assignments: [], externalLimits: [] };
  const items = lines.map((words, index) => chartItem(words, index + 1, rows));
  return {
    options: { ...defaultOptions(CHART_START), defaultCalendarId: 1, ...options },
    calendars: CHART_CALENDARS,
    items,
    relations: rows.relations,
    resources: CHART_CALENDARS.map(({ id, name }) => ({
      id,
      code: name,
      name,
      kind: 'labour',
      calendarId: id,
      limit: null,
      unit: 'h',
      pricePerUnit: null,
    })),
    assignments: rows.assignments,
    externalLimits: rows.externalLimits,
  };
}

const OF_MSPROJECT: MsProjectItem = {
  manual: false,
  inactive: false,
  elapsedDuration: false,
  ignoreResourceCalendar: false,
  levelingDelayMinutes: 0,
  actualMinutes: 0,
  taskType: 'fixed_units',
  effortDriven: false,
};

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
};

const PROJECT_WORDS: Record<string, Partial<MsProjectItem>> = {
  manual: { manual: true },
  inactive: { inactive: true },
  elapsed: { elapsedDuration: true },
  own: { ignoreResourceCalendar: true },
};

function chartItem(words: string[], id: number, rows: Rows): PlanItem {
  const item = emptyItem(id, words[0], minutesOf(words[1]));
  for (const word of words.slice(2)) {
    const [name, value] = word.split('=');
    if (value !== undefined) setNamed(item, name, value, rows);
    else if (WORDS[word]) Object.assign(item, WORDS[word]);
    else if (PROJECT_WORDS[word]) setProject(item, PROJECT_WORDS[word]);
    else rows.relations.push(relationOf(word, id, rows.ids, rows.relations.length + 1));
  }
  if (item.type === 'milestone_start' || item.type === 'milestone_finish') item.durationMinutes = item.remainingMinutes = 0;
  return item;
}

function setProject(item: PlanItem, words: Partial<MsProjectItem>): void {
  item.msproject = { ...(item.msproject ?? OF_MSPROJECT), ...words };
}

function setNamed(item: PlanItem, name: string, value: string, rows: Rows): void {
  if (setLimit(item, name, value, rows)) return;
  const setters: Record<string, () => void> = {
    cal: () => (item.calendarId = calendarNamed(value)),
    in: () => (item.parentId = rows.ids.get(value) ?? null),
    rem: () => (item.remainingMinutes = minutesOf(value)),
    as: () =>
      Object.assign(item, { actualStart: momentOfChart(value, 8), status: item.status === 'completed' ? 'completed' : 'in_progress' }),
    af: () => Object.assign(item, { actualFinish: momentOfChart(value, 16), status: 'completed', remainingMinutes: 0 }),
    suspend: () => (item.suspendDate = momentOfChart(value, 16)),
    resume: () => (item.resumeDate = momentOfChart(value, 8)),
    exp: () => (item.expectedFinish = momentOfChart(value, 16)),
    lev: () => (item.leveling = levelingUntil(momentOfChart(value, 8))),
    dl: () => (item.deadline = momentOfChart(value, 16)),
    at: () => Object.assign(item, { start: momentOfChart(value, 8), finish: momentOfChart(value, 16) }),
    scope: () => (item.inScope = value as PlanItem['inScope']),
    on: () => rows.assignments.push(assignmentOf(value, item.id, rows.assignments.length + 1)),
    delay: () => setProject(item, { levelingDelayMinutes: (minutesOf(value) * 1440) / DAY_MINUTES }),
    split: () => setProject(item, { splitMinutes: minutesOf(value) }),
  };
  const set = setters[name];
  if (!set) throw new Error(`a chart does not know the word ${name}`);
  set();
}

function levelingUntil(moment: number): PlanItem['leveling'] {
  const start = formatMinute(moment);
  return { start, cause: { kind: 'resource', resourceId: 1, itemIds: [], until: start } };
}

/** `snet`, `fon2`, `xfnlt`: a limit of the item, its second one, or one from another schedule. */
function setLimit(item: PlanItem, name: string, value: string, rows: Rows): boolean {
  const match = /^(x?)([sf])(net|nlt|on)(2?)$/.exec(name);
  if (!match) return false;
  const end = match[2] === 's' ? 'start' : 'finish';
  const types: Record<string, LimitType> = { net: 'not_earlier', nlt: 'not_later', on: 'in_date' };
  const type = types[match[3]];
  const date = momentOfChart(value, end === 'start' ? 8 : 16);
  if (match[1] === 'x') rows.externalLimits.push({ itemId: item.id, kind: `${end}_${type}` as ExternalLimit['kind'], date });
  else if (match[4] === '2') item.secondLimit = { end, type, date };
  else if (end === 'start') Object.assign(item, { startLimitType: type, startLimitDate: date });
  else Object.assign(item, { finishLimitType: type, finishLimitDate: date });
  return true;
}

function relationOf(word: string, successorId: number, ids: Map<string, number>, id: number): PlanRelation {
  const match = /^([A-Za-z]\w*)(?::(fs|ff|ss|sf))?([+-]\d+[dhm])?(?:@(\w+))?$/.exec(word);
  const predecessorId = match ? ids.get(match[1]) : undefined;
  if (!match || predecessorId === undefined) throw new Error(`a chart does not know the word ${word}`);
  return {
    id,
    predecessorId,
    successorId,
    type: (match[2] ?? 'fs') as RelationType,
    lagMinutes: match[3] ? minutesOf(match[3]) : 0,
    lagCalendar: (match[4] as LagCalendar | undefined) ?? null,
  };
}

/** `seven`, `seven:2d`, `seven:2d:1d`: the calendar of the resource, the work of the assignment where it has its own, its delay. */
function assignmentOf(value: string, itemId: number, id: number): PlanAssignment {
  const [calendar, work, lag] = value.split(':');
  return {
    id,
    itemId,
    resourceId: calendarNamed(calendar) ?? 0,
    plannedUnits: 0,
    actualUnits: 0,
    remainingUnits: 0,
    plannedCost: 0,
    actualCost: 0,
    remainingCost: 0,
    remainingMinutes: work ? minutesOf(work) : null,
    lagMinutes: lag ? minutesOf(lag) : 0,
    driving: true,
    curve: null,
  };
}

function calendarNamed(name: string): number | null {
  return CHART_CALENDARS.find((calendar) => calendar.name === name)?.id ?? null;
}

/** `4`, `4@12`, `4@12:30`: a day counted from 0, at the usual hour or the one behind `@`. */
export function momentOfChart(value: string, usualHour: number): number {
  const [day, clock] = value.split('@');
  const [hour, minute] = clock === undefined ? [usualHour, 0] : clock.split(':').map(Number);
  return atDay(Number(day), hour + (minute ?? 0) / 60);
}

function minutesOf(text: string): number {
  const unit = text.endsWith('m') ? 1 : text.endsWith('h') ? 60 : DAY_MINUTES;
  return parseInt(text, 10) * unit;
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

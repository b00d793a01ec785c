import { MINUTES_PER_DAY, NO_DATE, defaultOptions, formatMinute, minuteOf } from '@gantry/domain';
import type { Plan, PlanAssignment, PlanCalendar, PlanItem, PlanRelation, PlanResource, RelationType } from '@gantry/domain';

/** Monday 6 January 2025, the data date of drawn plans. */
export const MONDAY = minuteOf(2025, 1, 6);
export const DAY_MINUTES = 480;

const SHIFT = [{ start: 9 * 60, finish: 17 * 60 }];

function calendarOf(id: number, name: string, week: PlanCalendar['week']): PlanCalendar {
  const minutesPerDay = week[0][0].finish - week[0][0].start;
  return {
    id,
    name,
    week,
    exceptions: [],
    baseId: null,
    minutesPerDay,
    minutesPerWeek: 2400,
    minutesPerMonth: 9600,
    minutesPerYear: 115_200,
    isDefault: id === 1,
  };
}

/** 1: Monday to Friday 9–17. 2: every day 9–17. 3: around the clock. */
export const CALENDARS: PlanCalendar[] = [
  calendarOf(1, '5 days', [SHIFT, SHIFT, SHIFT, SHIFT, SHIFT, [], []]),
  calendarOf(2, '7 days', Array(7).fill(SHIFT)),
  calendarOf(3, '24 h', Array(7).fill([{ start: 0, finish: MINUTES_PER_DAY }])),
];

export function itemOf(id: number, change: Partial<PlanItem> = {}): PlanItem {
  return {
    id,
    parentId: null,
    type: 'task',
    schedulingKind: 'task',
    code: String(id),
    name: `Item ${id}`,
    calendarId: 1,
    status: 'not_started',
    durationMinutes: 0,
    remainingMinutes: 0,
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
    ...change,
  };
}

export function assignmentOf(
  id: number,
  itemId: number,
  resourceId: number,
  hours: number,
  change: Partial<PlanAssignment> = {},
): PlanAssignment {
  const costs = { plannedCost: 0, actualCost: 0, remainingCost: 0 };
  const units = { plannedUnits: hours, actualUnits: 0, remainingUnits: hours };
  return { id, itemId, resourceId, ...units, ...costs, remainingMinutes: null, lagMinutes: 0, driving: false, curve: null, ...change };
}

/**
 * Reads a plan from lines: `limit crew 2` is a resource (`limit crew -` without a limit, `limit crew 2 1@4` of which there is one from the fourth day after Monday on, `limit sand 1 material`, `limit crew 1 7d`),
 * `A 3d crew:1 7d <- B, C ss+2d` an item of three working days that needs one of the crew (`crew:1@1d+2d` for two days after the
 * first), on calendar `7d` or `24h` instead of five days a week, after B and two days after the start of C. Words of an item: `draft`,
 * `alap`, `resource`; `as=-3`, `af=-1`, `on=1` a day from Monday on which it started, finished, must start; `rem=2d` what is left.
 * `off 1` is a day off in every calendar. Items get the identifiers 1, 2, … in the order of the lines and their letter as code.
 */
export function drawnPlan(drawing: string): Plan {
  const items: PlanItem[] = [];
  const relations: PlanRelation[] = [];
  const resources: PlanResource[] = [];
  const assignments: PlanAssignment[] = [];
  const ids = new Map<string, number>();
  const lines = drawing
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const exceptions: PlanCalendar['exceptions'] = [];
  for (const line of lines.filter((text) => !/^(limit|off) /.test(text))) ids.set(line.split(/\s+/)[0], ids.size + 1);
  for (const line of lines) {
    const [left, right = ''] = line.split('<-');
    const words = left.trim().split(/\s+/);
    if (words[0] === 'off') exceptions.push({ day: MONDAY / MINUTES_PER_DAY + Number(words[1]), shifts: [] });
    if (words[0] === 'limit') resources.push(resourceOf(words, resources.length + 1));
    const id = ids.get(words[0]);
    if (id === undefined) continue;
    const item = drawnItem(words, id);
    items.push(item);
    for (const need of words.filter((word) => word.includes(':'))) {
      const [code, amount, part] = need.split(/[:@]/);
      const resource = resources.find((one) => one.code === code)!;
      const [lag, span] = (part ?? '').split('+').map((text) => Number.parseFloat(text) * DAY_MINUTES);
      const hours = (Number(amount) * (span ?? (item.remainingMinutes || item.durationMinutes))) / 60;
      const change = part === undefined ? {} : { lagMinutes: lag, remainingMinutes: span };
      assignments.push(assignmentOf(assignments.length + 1, id, resource.id, hours, change));
    }
    for (const part of right
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean)) {
      const [code, rule = 'fs'] = part.split(/\s+/);
      const [, type, lag] = /^(\w\w)([+-][\d.]+)?/.exec(rule)!;
      const lagMinutes = Number(lag ?? 0) * DAY_MINUTES;
      relations.push({
        id: relations.length + 1,
        predecessorId: ids.get(code)!,
        successorId: id,
        type: type as RelationType,
        lagMinutes,
        lagCalendar: null,
      });
    }
  }
  const options = { ...defaultOptions(MONDAY), defaultCalendarId: 1 };
  const calendars = exceptions.length === 0 ? CALENDARS : CALENDARS.map((calendar) => ({ ...calendar, exceptions }));
  return { options, calendars, items, relations, resources, assignments, externalLimits: [] };
}

const CALENDAR_WORDS: Partial<Record<string, number>> = { '7d': 2, '24h': 3 };

function resourceOf([, code, limit, ...words]: string[], id: number): PlanResource {
  const kind = words.includes('material') ? 'material' : 'labour';
  const calendarId = words.map((word) => CALENDAR_WORDS[word]).find((one) => one !== undefined) ?? null;
  const steps = words.filter((word) => word.includes('@')).map((word) => word.split('@').map(Number));
  const first = limit === '-' ? null : Number(limit);
  const rates = [
    { from: null, limit: first, prices: [] },
    ...steps.map(([value, day]) => ({ from: formatMinute(MONDAY + day * MINUTES_PER_DAY), limit: value, prices: [] })),
  ];
  return { id, code, name: code, kind, calendarId, limit: first, unit: 'h', pricePerUnit: null, ...(steps.length ? { rates } : {}) };
}

function drawnItem([code, length, ...words]: string[], id: number): PlanItem {
  const minutes = Number.parseFloat(length) * DAY_MINUTES;
  const valueOf = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const moment = (name: string, hour: number) => {
    const day = valueOf(name);
    return day === undefined ? null : MONDAY + Number(day) * MINUTES_PER_DAY + hour * 60;
  };
  const [actualStart, actualFinish, mandatoryStart] = [moment('as', 9), moment('af', 17), moment('on', 9)];
  const remaining = valueOf('rem');
  return itemOf(id, {
    code,
    name: code,
    calendarId: words.map((word) => CALENDAR_WORDS[word]).find((one) => one !== undefined) ?? 1,
    durationMinutes: minutes,
    remainingMinutes: actualFinish !== null ? 0 : remaining === undefined ? minutes : Number.parseFloat(remaining) * DAY_MINUTES,
    type: words.includes('draft') ? 'draft' : minutes ? 'task' : 'milestone_finish',
    schedulingKind: words.includes('resource') ? 'resource' : 'task',
    status: actualFinish !== null ? 'completed' : actualStart !== null ? 'in_progress' : 'not_started',
    actualStart,
    actualFinish,
    asLateAsPossible: words.includes('alap'),
    ...(mandatoryStart === null ? {} : { startLimitType: 'in_date', startLimitDate: mandatoryStart, mandatory: true }),
  });
}

/** Draws dates as bars, a character a calendar day from Monday on: `=` a day of the item's span, `|` between weeks. */
export function chartOf(plan: Plan, dates: { start: Int32Array; finish: Int32Array }): string {
  const rows = plan.items.map((item, index) => {
    if (dates.start[index] === NO_DATE) return item.code;
    const first = Math.floor((dates.start[index] - MONDAY) / MINUTES_PER_DAY);
    const last = Math.floor((Math.max(dates.start[index], dates.finish[index] - 1) - MONDAY) / MINUTES_PER_DAY);
    const bar = '.'.repeat(Math.max(0, first)) + (dates.finish[index] === dates.start[index] ? '*' : '='.repeat(last - first + 1));
    return `${item.code} ${(bar.match(/.{1,7}/g) ?? []).join('|')}`;
  });
  return rows.join('\n');
}

/** A drawing without the margin of the source text. */
export function unindent(drawing: string): string {
  return drawing
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

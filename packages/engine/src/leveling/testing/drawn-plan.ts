import { MINUTES_PER_DAY, NO_DATE, defaultOptions, minuteOf } from '@gantry/domain';
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
 * Reads a plan from lines: `limit crew 2` is a resource, `A 3d crew:1 7d <- B, C ss+2d` an item of three working days that needs
 * one of the crew, on calendar `7d` or `24h` instead of five days a week, after B and two days after the start of C.
 * Items get the identifiers 1, 2, … in the order of the lines and their letter as code.
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
  for (const line of lines.filter((text) => !text.startsWith('limit '))) ids.set(line.split(/\s+/)[0], ids.size + 1);
  for (const line of lines) {
    const [left, right = ''] = line.split('<-');
    const words = left.trim().split(/\s+/);
    if (words[0] === 'limit') {
      resources.push({
        id: resources.length + 1,
        code: words[1],
        name: words[1],
        kind: 'labour',
        calendarId: null,
        limit: Number(words[2]),
        unit: 'h',
        pricePerUnit: null,
      });
      continue;
    }
    const days = Number.parseFloat(words[1]);
    const calendarId = words.includes('7d') ? 2 : words.includes('24h') ? 3 : 1;
    const id = ids.get(words[0])!;
    items.push(
      itemOf(id, {
        code: words[0],
        name: words[0],
        calendarId,
        durationMinutes: days * DAY_MINUTES,
        remainingMinutes: days * DAY_MINUTES,
        type: days ? 'task' : 'milestone_finish',
      }),
    );
    for (const need of words.filter((word) => word.includes(':'))) {
      const [code, amount] = need.split(':');
      const resource = resources.find((one) => one.code === code)!;
      assignments.push(assignmentOf(assignments.length + 1, id, resource.id, Number(amount) * days * 8));
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
  return { options, calendars: CALENDARS, items, relations, resources, assignments, externalLimits: [] };
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

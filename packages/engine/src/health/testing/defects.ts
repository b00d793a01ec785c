import type { Plan, PlanItem, PlanRelation } from '@gantry/domain';
import { DAY_MINUTES, MONDAY, assignmentOf, drawnPlan, itemOf } from '../../leveling/testing/drawn-plan.ts';
import { calculate } from '../../timetable/calculate.ts';
import type { HealthCheckId } from '../index.ts';
import type { HealthOptions } from '../run.ts';

const DAY = 1440;

/** A plan that every check passes: 20 works in two chains between a start and a finish milestone. */
export function cleanPlan(): { plan: Plan; options: HealthOptions } {
  const chain = Array.from({ length: 10 }, (_, i) => {
    const before = i ? [`A${i}`, `B${i}`] : ['S', 'S'];
    return `A${i + 1} 3d <- ${before[0]}\nB${i + 1} 2d <- ${before[1]}`;
  });
  const plan = drawnPlan(`S 0d\n${chain.join('\n')}\nF 0d <- A10, B10`);
  plan.items[0].type = 'milestone_start';
  for (const item of plan.items) if (item.type === 'task') item.type = 'work';
  plan.resources = [{ id: 1, code: 'crew', name: 'crew', kind: 'labour', calendarId: null, limit: 2, unit: 'h', pricePerUnit: null }];
  plan.assignments = plan.items
    .filter((item) => item.type === 'work')
    .map((item, i) => assignmentOf(i, item.id, 1, item.durationMinutes / 60));
  const result = calculate(plan);
  const baseline = new Map(plan.items.map((item, i) => [item.id, { start: result.start[i], finish: result.finish[i] }]));
  const amounts = new Map(plan.items.map((item) => [item.id, { volume: 5, labour: 8, cost: 100 }]));
  return { plan, options: { baseline, amounts } };
}

export const byCode = (plan: Plan, code: string): PlanItem => plan.items.find((item) => item.code === code)!;
export const between = (plan: Plan, from: string, to: string): PlanRelation =>
  plan.relations.find((relation) => relation.predecessorId === byCode(plan, from).id && relation.successorId === byCode(plan, to).id)!;

function relate(plan: Plan, from: string, to: string, change: Partial<PlanRelation> = {}): number {
  const id = 900 + plan.relations.length;
  plan.relations.push({
    id,
    predecessorId: byCode(plan, from).id,
    successorId: byCode(plan, to).id,
    type: 'fs',
    lagMinutes: 0,
    lagCalendar: null,
    ...change,
  });
  return id;
}

/** One defect to seed. */
export type Defect = {
  check: HealthCheckId;
  spoil(plan: Plan, options: HealthOptions): void;
  items?: string[];
  fixes?: number;
  others?: HealthCheckId[];
};

/** Defects added to the clean plan; the named check must find each, and only the listed others may fail with it. */
export const DEFECTS: Record<string, Defect> = {
  'two loose ends': {
    check: 'missing_logic',
    spoil: (plan) => {
      plan.items.push(
        itemOf(50, { code: 'X', name: 'X', durationMinutes: 480, remainingMinutes: 480 }),
        itemOf(51, { code: 'Y', name: 'Y', durationMinutes: 480, remainingMinutes: 480 }),
      );
      plan.assignments.push(assignmentOf(50, 50, 1, 0), assignmentOf(51, 51, 1, 0));
    },
    items: ['X', 'Y'],
    fixes: 2,
    others: ['missing_baseline'],
  },
  'a lead': {
    check: 'leads',
    spoil: (plan) => (between(plan, 'B1', 'B2').lagMinutes = -480),
    items: ['B2'],
    fixes: 1,
    others: ['over_allocation'],
  },
  'two lags': {
    check: 'lags',
    spoil: (plan) => {
      between(plan, 'B1', 'B2').lagMinutes = 480;
      between(plan, 'B2', 'B3').lagMinutes = 480;
    },
    items: ['B2', 'B3'],
  },
  'three relations of other types': {
    check: 'relation_types',
    spoil: (plan) => {
      for (const at of [2, 3, 4]) relate(plan, `A${at}`, `B${at}`, { type: 'ss' });
    },
    items: ['B2', 'B3', 'B4'],
  },
  'two dates fixed by hand': {
    check: 'hard_constraints',
    spoil: (plan) => {
      for (const code of ['B9', 'B10'])
        Object.assign(byCode(plan, code), { finishLimitType: 'not_later', finishLimitDate: MONDAY + 300 * DAY });
    },
    items: ['B9', 'B10'],
    fixes: 2,
  },
  'more float than 44 days': {
    check: 'high_float',
    spoil: (plan) => Object.assign(byCode(plan, 'A10'), { durationMinutes: 43 * DAY_MINUTES, remainingMinutes: 43 * DAY_MINUTES }),
    items: ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8', 'B9', 'B10'],
    others: ['critical_path_length_index'],
  },
  'a date that cannot be met': {
    check: 'negative_float',
    spoil: (plan) => Object.assign(byCode(plan, 'A1'), { finishLimitType: 'not_later', finishLimitDate: MONDAY + DAY }),
    items: ['S', 'A1'],
  },
  'two rows of more than 44 days': {
    check: 'high_duration',
    spoil: (plan) => {
      for (const code of ['A1', 'B1'])
        Object.assign(byCode(plan, code), { durationMinutes: 45 * DAY_MINUTES, remainingMinutes: 45 * DAY_MINUTES });
    },
    items: ['A1', 'B1'],
    others: ['critical_path_length_index'],
  },
  'an actual start in the future': {
    check: 'invalid_dates',
    spoil: (plan) => Object.assign(byCode(plan, 'A1'), { status: 'in_progress', actualStart: MONDAY + 5 * DAY }),
    items: ['A1'],
    fixes: 1,
    others: ['out_of_sequence'],
  },
  'a row that nobody does': {
    check: 'missing_resources',
    spoil: (plan) => (plan.assignments = plan.assignments.filter((assignment) => assignment.itemId !== byCode(plan, 'A1').id)),
    items: ['A1'],
  },
  'rows that should be done': {
    check: 'missed_tasks',
    spoil: (plan) => {
      plan.options.dataDate = MONDAY + 7 * DAY;
      Object.assign(plan.items[0], { status: 'completed', actualStart: MONDAY, actualFinish: MONDAY + 540 });
    },
    items: ['A1', 'B1', 'B2'],
    others: ['critical_path_length_index', 'baseline_execution_index'],
  },
  'an end that a date holds': {
    check: 'critical_path_test',
    spoil: (plan) => Object.assign(byCode(plan, 'F'), { finishLimitType: 'in_date', finishLimitDate: MONDAY + 400 * DAY, mandatory: true }),
    others: ['negative_float', 'broken_critical_path', 'critical_path_length_index', 'high_float'],
  },
  'an end that comes too late': {
    check: 'critical_path_length_index',
    spoil: (plan) => (plan.options.mustFinishBy = MONDAY + 35 * DAY),
    items: ['F'],
    others: ['negative_float'],
  },
  'nothing done of what should be': {
    check: 'baseline_execution_index',
    spoil: (plan) => (plan.options.dataDate = MONDAY + 7 * DAY),
    items: ['S', 'A1', 'B1', 'B2'],
    others: ['missed_tasks', 'critical_path_length_index'],
  },
  'a start that nothing holds': {
    check: 'dangling_starts',
    spoil: (plan) => (between(plan, 'B1', 'B2').type = 'ff'),
    items: ['B2'],
    others: ['over_allocation'],
  },
  'a finish that nothing waits for': {
    check: 'dangling_finishes',
    spoil: (plan) => (between(plan, 'B1', 'B2').type = 'ss'),
    items: ['B1'],
    others: ['over_allocation'],
  },
  'a relation of a parent': {
    check: 'summary_logic',
    spoil: (plan) => {
      plan.items.push(itemOf(60, { code: 'P', name: 'P', type: 'sum' }));
      for (const item of plan.items) if (item.type === 'work') item.parentId = 60;
      relate(plan, 'S', 'P');
    },
    fixes: 1,
  },
  'relations that say nothing new': {
    check: 'redundant_relations',
    spoil: (plan) => {
      relate(plan, 'A1', 'A2');
      relate(plan, 'A3', 'A5');
    },
    items: ['A2', 'A5'],
    fixes: 2,
  },
  'a ring': { check: 'rings', spoil: (plan) => relate(plan, 'B3', 'B2'), items: ['B2', 'B3'], fixes: 1 },
  'work that began too early': {
    check: 'out_of_sequence',
    spoil: (plan) => Object.assign(byCode(plan, 'B2'), { status: 'in_progress', actualStart: MONDAY - DAY }),
    items: ['B2'],
  },
  'two rows of one name': { check: 'duplicate_names', spoil: (plan) => (byCode(plan, 'A3').name = ' b3 '), items: ['A3', 'B3'] },
  'many paths in one row': {
    check: 'merge_points',
    spoil: (plan, options) => {
      for (let at = 1; at < 9; at++) relate(plan, `A${at}`, 'F');
      options.thresholds = { merge_points: { limit: 0, bound: 9 } };
    },
    items: ['F'],
    others: ['redundant_relations'],
  },
  'a limit on the longest path': {
    check: 'broken_critical_path',
    spoil: (plan) => Object.assign(byCode(plan, 'A5'), { startLimitType: 'not_earlier', startLimitDate: MONDAY + 25 * DAY }),
    items: ['A5'],
    fixes: 1,
    others: ['critical_path_length_index'],
  },
  'a crew that is too small': {
    check: 'over_allocation',
    spoil: (plan) => (plan.resources[0].limit = 1),
    items: Array.from({ length: 10 }, (_, i) => [`A${i + 1}`, `B${i + 1}`])
      .flat()
      .filter((code) => !['A8', 'A9', 'A10'].includes(code)),
  },
  'rows that the baseline does not know': {
    check: 'missing_baseline',
    spoil: (plan, options) =>
      (options.baseline = new Map([...options.baseline!].filter(([id]) => id !== byCode(plan, 'A4').id && id !== byCode(plan, 'B4').id))),
    items: ['A4', 'B4'],
  },
  'two calendars that meet': {
    check: 'calendar_mix',
    spoil: (plan) => {
      for (const code of ['B2', 'B4', 'B6']) byCode(plan, code).calendarId = 2;
    },
    items: ['B2', 'B3', 'B4', 'B5', 'B6', 'B7'],
    others: ['calendar_outliers'],
  },
  'one row on another calendar': {
    check: 'calendar_outliers',
    spoil: (plan) => (byCode(plan, 'B10').calendarId = 2),
    items: ['B10'],
    fixes: 1,
  },
  'a row without a calendar': {
    check: 'missing_calendar',
    spoil: (plan) => (byCode(plan, 'B1').calendarId = null),
    items: ['B1'],
    fixes: 1,
  },
  'a work without volume': {
    check: 'missing_volume',
    spoil: (plan, options) => setAmount(options, byCode(plan, 'A2').id, { volume: 0 }),
    items: ['A2'],
  },
  'a work without cost': {
    check: 'missing_cost',
    spoil: (plan, options) => setAmount(options, byCode(plan, 'A2').id, { cost: null }),
    items: ['A2'],
  },
  'a limit in the past': {
    check: 'stale_limits',
    spoil: (plan) => Object.assign(byCode(plan, 'A5'), { startLimitType: 'not_earlier', startLimitDate: MONDAY - 25 * DAY }),
    items: ['A5'],
    fixes: 1,
  },
  'a milestone with a duration': {
    check: 'milestone_durations',
    spoil: (plan) => (byCode(plan, 'F').durationMinutes = 480),
    items: ['F'],
    fixes: 1,
  },
};

function setAmount(options: HealthOptions, id: number, change: { volume?: number; cost?: number | null }): void {
  options.amounts = new Map(options.amounts).set(id, { volume: 5, labour: 8, cost: 100, ...change });
}

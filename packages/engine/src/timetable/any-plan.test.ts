import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DATE, type CalculationOptions, type Plan, type PlanCalendar, type PlanItem } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay, CHART_CALENDARS, CHART_START, onDay } from '../testing/chart-calendars.ts';
import { draw } from '../testing/drawing.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { calculate } from './calculate.ts';

const POOL = new Map();

describe('what is wrong in a plan does not stop the calculation', () => {
  /** Calculates a chart after something in it was broken, and draws it with the issues that are told. */
  function broken(text: string, change: (plan: Plan) => void): string {
    const plan = chartPlan(text);
    change(plan);
    const result = calculate(plan);
    const issues = result.issues.map((issue) => `${Object.values(issue).flat().join(' ')}\n`);
    return draw(plan, result) + issues.join('');
  }

  it('a cycle: one relation is left out, all else is calculated', () => {
    expect(broken('A 2d C\nB 1d A\nC 1d B\nD 1d C', () => {})).toBe(`
  MTWTF
A ##
B   #
C    #
D     #
ring 1 2 3
`);
  });

  it('two cycles with what lies between them', () => {
    expect(broken('A 1d B\nB 1d A\nC 1d B\nD 1d C E\nE 1d D', () => {})).toBe(`
  MTWTF
A #
B  #
C   #
D    #
E     #
ring 1 2
ring 4 5
`);
  });

  it('an item that waits for itself', () => {
    expect(broken('A 1d\nB 2d A', (plan) => (plan.relations[0].predecessorId = 2))).toBe(`
  MT
A =-
B ##
ring 2
`);
  });

  it('relations to nowhere', () => {
    expect(
      broken('A 1d\nB 2d A', (plan) => {
        plan.relations.push({ ...plan.relations[0], id: 7, predecessorId: 55 }, { ...plan.relations[0], id: 8, successorId: 55 });
      }),
    ).toBe(`
  MTW
A #
B  ##
relation_to_unknown_item 7
relation_to_unknown_item 8
`);
  });

  it('two items with one id: relations mean the later one', () => {
    expect(broken('A 1d\nB 3d\nC 1d A', (plan) => (plan.items[1].id = 1))).toBe(`
  MTWT
A =---
B ###
C    #
`);
  });

  it('the same relation twice is one', () => {
    expect(broken('A 1d\nB 2d A A A', () => {})).toBe(`
  MTW
A #
B  ##
`);
  });

  it('rows in each other: one of them becomes a root', () => {
    expect(broken('S 0d sum in=T\nT 0d sum in=S\nA 2d in=S', () => {})).toBe(`
  MT
S ##
T ##
A ##
parent_ring 2
`);
  });

  it('an orphan: its parent is not in the plan', () => {
    expect(broken('S 0d sum\nA 2d in=S\nB 1d A', (plan) => (plan.items[2].parentId = 99))).toBe(`
  MTW
S ##
A ##
B   #
`);
  });

  it('a calendar that is not there, and one without working time', () => {
    expect(
      broken('A 3d\nB 3d', (plan) => {
        plan.calendars = [...CHART_CALENDARS, { ...CHART_CALENDARS[0], id: 20, week: [], isDefault: false }];
        plan.items[0].calendarId = 77;
        plan.items[1].calendarId = 20;
      }),
    ).toBe(`
  MTW
A ###
B =--
calendar_without_work 20
calendar_missing 1
`);
  });

  it('work that is less than nothing is none', () => {
    expect(broken('A 2d\nB 1d A', (plan) => (plan.items[0].remainingMinutes = -960))).toBe(`
  M
A o
B #
`);
  });

  it('no items, no calendars, nothing', () => {
    const result = calculate({ ...chartPlan(''), calendars: [] });
    expect([result.projectFinish, result.issues, result.earlyStart.length]).toEqual([NO_DATE, [], 0]);
  });
});

describe('properties of any plan at all', () => {
  const moment = fc.option(fc.integer({ min: -60_000_000, max: 200_000_000 }), { freq: 2 });
  const status = fc.constantFrom('not_started' as const, 'in_progress' as const, 'completed' as const);
  const limit = fc.constantFrom(null, 'not_earlier' as const, 'not_later' as const, 'in_date' as const);
  const item: fc.Arbitrary<Partial<PlanItem>> = fc.record({
    parentId: fc.option(fc.nat(12), { freq: 2 }),
    type: fc.constantFrom('work' as const, 'sum' as const, 'draft' as const, 'milestone_start' as const, 'milestone_finish' as const),
    schedulingKind: fc.constantFrom('task' as const, 'resource' as const, 'level_of_effort' as const, 'wbs_summary' as const),
    calendarId: fc.constantFrom(null, 1, 2, 3, 4, 5, 30, 99),
    status,
    durationMinutes: fc.integer({ min: -5000, max: 500_000 }),
    remainingMinutes: fc.integer({ min: -5000, max: 500_000 }),
    actualStart: moment,
    actualFinish: moment,
    suspendDate: moment,
    resumeDate: moment,
    expectedFinish: moment,
    startLimitType: limit,
    startLimitDate: moment,
    finishLimitType: limit,
    finishLimitDate: moment,
    mandatory: fc.boolean(),
    asLateAsPossible: fc.boolean(),
    deadline: moment,
    start: moment,
    finish: moment,
  });
  const relation = fc.record({
    predecessorId: fc.nat(13),
    successorId: fc.nat(13),
    type: fc.constantFrom('fs' as const, 'ss' as const, 'ff' as const, 'sf' as const),
    lagMinutes: fc.integer({ min: -200_000, max: 200_000 }),
    lagCalendar: fc.constantFrom(null, 'predecessor' as const, 'successor' as const, 'project' as const, 'elapsed' as const),
  });
  const options: fc.Arbitrary<Partial<CalculationOptions>> = fc.record({
    rules: fc.constantFrom('p6', 'msproject'),
    dataDate: fc.integer({ min: CHART_START - 100_000, max: CHART_START + 100_000 }),
    progressMode: fc.constantFrom('retained_logic', 'progress_override', 'actual_dates'),
    floatType: fc.constantFrom('finish', 'start', 'smallest'),
    criticalBy: fc.constantFrom('total_float', 'longest_path'),
    openEndsCritical: fc.boolean(),
    mustFinishBy: moment,
    projectStart: moment,
    defaultCalendarId: fc.constantFrom(null, 1, 30, 99),
    floatPaths: fc.constantFrom(
      null,
      { count: 5, by: 'total_float' as const, endItemId: 3 },
      { count: 5, by: 'free_float' as const, endItemId: null },
    ),
  });
  const empty: PlanCalendar = { ...CHART_CALENDARS[0], id: 30, week: [], isDefault: false };

  it('nothing is thrown; every value is a whole number; issues are of known kinds', () => {
    const kinds = new Set([
      'ring',
      'relation_to_unknown_item',
      'relation_to_draft',
      'calendar_missing',
      'calendar_without_work',
      'parent_ring',
      'expected_finish_ignored',
    ]);
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 12 }),
        fc.array(relation, { maxLength: 20 }),
        options,
        (items, relations, chosen) => {
          const plan = chartPlan(items.map((_, at) => `I${at} 1d`).join('\n'), chosen);
          plan.items = plan.items.map((one, at) => ({ ...one, ...items[at] }));
          plan.relations = relations.map((one, at) => ({ ...one, id: at + 1 }));
          plan.calendars = [...CHART_CALENDARS, empty];
          const result = calculate(plan, POOL);
          for (const name of ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish', 'totalFloat', 'freeFloat', 'remaining'] as const)
            expect(result[name].every((value) => Number.isInteger(value))).toBe(true);
          expect(result.issues.filter((issue) => !kinds.has(issue.kind))).toEqual([]);
        },
      ),
      propertyRun('any plan at all'),
    );
  });

  it('dates at the ends of time stay dates', () => {
    for (const day of [-700_000, 600_000]) {
      const plan = chartPlan('A 2d\nB 1d A', { dataDate: atDay(day) });
      const result = calculate(plan, POOL);
      expect(onDay(result.earlyFinish[1] - result.earlyStart[0] + CHART_START)).toMatch(/^[24] /);
    }
  });
});

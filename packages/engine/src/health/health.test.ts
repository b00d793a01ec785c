import type { Plan, PlanItem } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MONDAY, drawnPlan, itemOf } from '../leveling/testing/drawn-plan.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { calculate } from '../timetable/calculate.ts';
import type { HealthFix } from './check.ts';
import { HEALTH_CHECKS } from './index.ts';
import type { HealthCheckId } from './index.ts';
import { checkHealth } from './run.ts';
import { DEFECTS, between, byCode, cleanPlan } from './testing/defects.ts';
import type { HealthFinding, HealthOptions } from './run.ts';

const DAY = 1440;
const numRuns = Number(process.env.PROPERTY_CASES ?? 100);

function failed(findings: HealthFinding[]): HealthCheckId[] {
  return findings.filter((finding) => finding.verdict === 'failed').map((finding) => finding.check);
}

test('a clean plan passes every check that can be made', () => {
  const { plan, options } = cleanPlan();
  const findings = checkHealth(plan, options);
  expect(failed(findings)).toEqual([]);
  expect(findings.map((finding) => finding.check)).toEqual(Object.keys(HEALTH_CHECKS));
  expect(findings.filter((finding) => finding.verdict === 'not_measured').map((finding) => finding.check)).toEqual([
    'missed_tasks',
    'baseline_execution_index',
  ]);
});

describe('seeded defects', () => {
  test.each(Object.entries(DEFECTS))('%s', (_name, defect) => {
    const { plan, options } = cleanPlan();
    defect.spoil(plan, options);
    const findings = checkHealth(plan, options);
    const finding = findings.find((one) => one.check === defect.check)!;
    expect(finding.verdict).toBe('failed');
    const codes = finding.itemIds.map((id) => plan.items.find((item) => item.id === id)!.code);
    if (defect.items) expect(codes.toSorted()).toEqual(defect.items.toSorted());
    expect(finding.fixes).toHaveLength(defect.fixes ?? finding.fixes.length);
    for (const other of failed(findings)) expect([defect.check, ...(defect.others ?? [])]).toContain(other);
  });

  test('every check has a defect; that of the level of effort is drawn in structure.drawn.test.ts', () => {
    const covered = Object.values(DEFECTS).map((defect) => defect.check);
    expect(Object.keys(HEALTH_CHECKS).filter((check) => !covered.includes(check as HealthCheckId))).toEqual(['critical_effort']);
  });

  test('a level of effort that a result shows as critical is found', () => {
    const { plan, options } = cleanPlan();
    plan.items.push(itemOf(70, { code: 'L', name: 'L', schedulingKind: 'level_of_effort' }));
    const result = calculate(plan);
    result.critical[plan.items.length - 1] = 1;
    expect(failed(checkHealth(plan, { ...options, result }))).toContain('critical_effort');
  });
});

/** Applies the fixes that change a relation, a limit, a date, a calendar or a duration. */
function apply(plan: Plan, fix: HealthFix): void {
  const item = 'itemId' in fix ? plan.items.find((one) => one.id === fix.itemId)! : plan.items[0];
  if (fix.command === 'remove_relation') plan.relations = plan.relations.filter((relation) => relation.id !== fix.relationId);
  else if (fix.command === 'set_lag') plan.relations.find((relation) => relation.id === fix.relationId)!.lagMinutes = fix.lagMinutes;
  else if (fix.command === 'set_calendar') item.calendarId = fix.calendarId;
  else if (fix.command === 'set_duration') item.durationMinutes = fix.durationMinutes;
  else if (fix.command === 'add_relation')
    plan.relations.push({ id: 5000 + plan.relations.length, lagMinutes: 0, lagCalendar: null, ...fix });
  else if (fix.command === 'set_actual') item[fix.end === 'start' ? 'actualStart' : 'actualFinish'] = fix.date;
  else if (fix.end === 'start') item.startLimitType = fix.type;
  else item.finishLimitType = fix.type;
}

describe('fixes', () => {
  const curable = Object.entries(DEFECTS).filter(([, defect]) => (defect.fixes ?? 0) > 0 && defect.check !== 'missing_logic');
  test.each(curable)('the command offered cures it: %s', (_name, defect) => {
    const { plan, options } = cleanPlan();
    defect.spoil(plan, options);
    const before = checkHealth(plan, { ...options, checks: [defect.check] })[0];
    for (const fix of before.fixes) apply(plan, fix);
    expect(checkHealth(plan, { ...options, checks: [defect.check] })[0].verdict).toBe('passed');
  });

  test('a missing successor becomes the finish milestone; predecessors are for the planner to say', () => {
    const { plan, options } = cleanPlan();
    DEFECTS['two loose ends'].spoil(plan, options);
    const finish = byCode(plan, 'F').id;
    expect(checkHealth(plan, { ...options, checks: ['missing_logic'] })[0].fixes).toEqual([
      { command: 'add_relation', predecessorId: 50, successorId: finish, type: 'fs' },
      { command: 'add_relation', predecessorId: 51, successorId: finish, type: 'fs' },
    ]);
  });
});

describe('values', () => {
  const measure = (check: HealthCheckId, plan: Plan, options: HealthOptions) => checkHealth(plan, { ...options, checks: [check] })[0];

  test('shares and indexes are what they say', () => {
    const { plan, options } = cleanPlan();
    expect(measure('relation_types', plan, options)).toMatchObject({ value: 1, population: 22 });
    expect(measure('critical_path_length_index', plan, options).value).toBe(1);
    expect(measure('critical_path_test', plan, options).value).toBe(1);
    plan.options.mustFinishBy = calculate(plan).projectFinish + 14 * DAY;
    expect(measure('critical_path_length_index', plan, options).value).toBeCloseTo(40 / 30, 9);
  });

  test('completed of due: two of four', () => {
    const { plan, options } = cleanPlan();
    plan.options.dataDate = MONDAY + 7 * DAY;
    for (const code of ['S', 'A1'])
      Object.assign(byCode(plan, code), { status: 'completed', actualStart: MONDAY, actualFinish: MONDAY + DAY });
    expect(measure('baseline_execution_index', plan, options)).toMatchObject({ value: 0.5, population: 4 });
  });

  test('what is completed on both sides of a relation is history', () => {
    const { plan, options } = cleanPlan();
    Object.assign(byCode(plan, 'B2'), { status: 'completed', actualStart: MONDAY - 2 * DAY, actualFinish: MONDAY - DAY });
    expect(measure('out_of_sequence', plan, options).value).toBe(1);
    Object.assign(byCode(plan, 'S'), { status: 'completed', actualStart: MONDAY - 3 * DAY, actualFinish: MONDAY - 3 * DAY });
    Object.assign(byCode(plan, 'B1'), { status: 'completed', actualStart: MONDAY - DAY, actualFinish: MONDAY });
    expect(measure('out_of_sequence', plan, options).value).toBe(0);
  });

  test('thresholds can be set, and nothing to look at is no failure', () => {
    const { plan, options } = cleanPlan();
    between(plan, 'B1', 'B2').lagMinutes = -480;
    expect(measure('leads', plan, { ...options, thresholds: { leads: { limit: 1 } } }).verdict).toBe('passed');
    plan.items = [];
    plan.relations = [];
    expect(failed(checkHealth(plan, {}))).toEqual([]);
  });
});

test(
  'whatever a plan looks like, the checks answer and name only what is in it',
  () => {
    const code = fc.constantFrom('A', 'B', 'C', 'D');
    const drawing = fc.array(fc.tuple(fc.nat(3), fc.array(fc.tuple(code, fc.constantFrom('fs', 'ss+1', 'ff-1', 'sf')), { maxLength: 3 })), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        drawing,
        fc.array(fc.constantFrom<PlanItem['type']>('work', 'sum', 'draft', 'milestone_start'), { minLength: 4, maxLength: 4 }),
        (rows, types) => {
          const lines = rows.map(([days, links], i) => `${'ABCD'[i]} ${days}d <- ${links.map((link) => link.join(' ')).join(', ')}`);
          const plan = drawnPlan(lines.join('\n'));
          for (const [i, type] of types.entries()) plan.items[i].type = type;
          for (const finding of checkHealth(plan, { baseline: new Map(), amounts: new Map() })) {
            for (const id of finding.itemIds) expect(plan.items.some((item) => item.id === id)).toBe(true);
            for (const id of finding.relationIds) expect(plan.relations.some((relation) => relation.id === id)).toBe(true);
            expect(finding.value === null || Number.isFinite(finding.value)).toBe(true);
          }
        },
      ),
      propertyRun('health totality', numRuns),
    );
  },
  60_000 + numRuns * 50,
);

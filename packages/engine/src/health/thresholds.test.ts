import { describe, expect, test } from 'vitest';
import { HEALTH_CHECKS } from './index.ts';
import type { HealthCheckId } from './index.ts';
import { checkHealth } from './run.ts';
import { table } from '../testing/picture.ts';
import { calculate } from '../timetable/calculate.ts';
import { DEFECTS, cleanPlan } from './testing/defects.ts';
import { findingsOf, healthPlan } from './testing/drawn-health.ts';

const HAIR = 1e-9;

describe('at its limit a check passes, a hair beyond it fails', () => {
  test.each(Object.entries(DEFECTS))('%s', (_name, defect) => {
    const { plan, options } = cleanPlan();
    defect.spoil(plan, options);
    const threshold = options.thresholds?.[defect.check] ?? HEALTH_CHECKS[defect.check].threshold;
    const verdictAt = (limit: number) =>
      checkHealth(plan, { ...options, checks: [defect.check], thresholds: { [defect.check]: { ...threshold, limit } } })[0].verdict;
    const { value, passes } = checkHealth(plan, { ...options, checks: [defect.check] })[0];
    const beyond = passes === 'at_most' ? value! - HAIR : value! + HAIR;
    expect([verdictAt(value!), verdictAt(beyond)]).toEqual(['passed', 'failed']);
  });
});

describe('the limits that hold when nobody sets any', () => {
  test('are those of the document', () => {
    const rows = Object.entries(HEALTH_CHECKS).map(([id, { source, unit, passes, threshold }]) =>
      [id, source, unit, passes === 'at_most' ? '≤' : '≥', threshold.limit, 'bound' in threshold ? threshold.bound : '-'].join(' '),
    );
    expect(rows.join('\n')).toBe(
      table(`
        missing_logic              dcma share ≤ 0.05 -
        leads                      dcma count ≤ 0    -
        lags                       dcma share ≤ 0.05 -
        relation_types             dcma share ≥ 0.9  -
        hard_constraints           dcma share ≤ 0.05 -
        high_float                 dcma share ≤ 0.05 44
        negative_float             dcma count ≤ 0    -
        high_duration              dcma share ≤ 0.05 44
        invalid_dates              dcma count ≤ 0    -
        missing_resources          dcma share ≤ 0    -
        missed_tasks               dcma share ≤ 0.05 -
        critical_path_test         dcma share ≥ 0.95 600
        critical_path_length_index dcma index ≥ 0.95 -
        baseline_execution_index   dcma index ≥ 0.95 -
        dangling_starts            gao  count ≤ 0    -
        dangling_finishes          gao  count ≤ 0    -
        summary_logic              gao  count ≤ 0    -
        redundant_relations        gao  share ≤ 0.05 -
        rings                      gao  count ≤ 0    -
        out_of_sequence            gao  count ≤ 0    -
        duplicate_names            gao  count ≤ 0    -
        merge_points               gao  share ≤ 0.05 10
        broken_critical_path       gao  count ≤ 0    -
        critical_effort            gao  count ≤ 0    -
        over_allocation            gao  count ≤ 0    -
        missing_baseline           gao  share ≤ 0.05 -
        calendar_mix               own  share ≤ 0.1  -
        calendar_outliers          own  count ≤ 0    0.8
        missing_calendar           own  count ≤ 0    -
        missing_volume             own  share ≤ 0    -
        missing_cost               own  share ≤ 0    -
        stale_limits               own  count ≤ 0    -
        milestone_durations        own  count ≤ 0    -
      `),
    );
  });
});

describe('bounds that the planner sets', () => {
  const seen = (drawing: string, check: HealthCheckId, bound: number) => {
    const { plan, options } = healthPlan(drawing);
    return findingsOf({ plan, options: { ...options, thresholds: { [check]: { limit: 0, bound } } } }, [check]);
  };
  const LONG = `
    S 0d ms
    A 10d S
    B 4d S
    F 0d mf A B`;
  test('days of a long row', () => {
    expect(seen(LONG, 'high_duration', 9)).toBe('high_duration 1 of 2: A');
    expect(seen(LONG, 'high_duration', 10)).toBe('');
    expect(seen(LONG, 'high_duration', 3)).toBe('high_duration 2 of 2: A B');
  });
  test('days of a high float', () => {
    expect(seen(LONG, 'high_float', 5)).toBe('high_float 1 of 4: B');
    expect(seen(LONG, 'high_float', 6)).toBe('');
  });
  test('paths that meet', () => {
    expect(seen(LONG, 'merge_points', 1)).toBe('merge_points 1 of 4: F');
    expect(seen(LONG, 'merge_points', 2)).toBe('');
  });
  test('the share that makes a calendar usual', () => {
    const three = LONG.replace('B 4d S', 'B 4d S cal=seven').replace('A 10d S', 'A 9d S\n    C 1d A').replace('mf A B', 'mf C B');
    expect(seen(three, 'calendar_outliers', 0.6)).toBe('calendar_outliers 1: B, set_calendar B five');
    expect(seen(three, 'calendar_outliers', 0.7)).toBe('');
  });
});

describe('what is asked for', () => {
  test('only the checks named, in the order of the table', () => {
    const { plan, options } = cleanPlan();
    expect(checkHealth(plan, { ...options, checks: ['rings', 'leads'] }).map((one) => one.check)).toEqual(['leads', 'rings']);
    expect(checkHealth(plan, { ...options, checks: [] })).toEqual([]);
  });

  test('a calculation at hand is used and not made again', () => {
    const { plan, options } = cleanPlan();
    const result = calculate(plan);
    result.totalFloat[3] = -480;
    expect(checkHealth(plan, { ...options, result, checks: ['negative_float'] })[0].itemIds).toEqual([plan.items[3].id]);
  });

  test('an empty plan has nothing to fail', () => {
    const { plan } = healthPlan('A 1d');
    const findings = checkHealth({ ...plan, items: [], assignments: [] });
    expect(findings.filter((finding) => finding.verdict === 'failed')).toEqual([]);
    expect(findings.every((finding) => finding.itemIds.length + finding.relationIds.length + finding.fixes.length === 0)).toBe(true);
  });

  test('a plan that is all done has nothing open to fail', () =>
    expect(
      findingsOf(
        healthPlan(`
          S 0d ms as=-9@8 af=-9@8
          A 3d S as=-9 af=-5
          B 2d as=-4 af=-3 snlt=-6
          F 0d mf A B as=-3@16 af=-3@16
        `),
      ),
    ).toBe(''));
});

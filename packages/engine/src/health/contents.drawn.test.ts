import { describe, expect, test } from 'vitest';
import { CHART_START } from '../testing/chart-calendars.ts';
import { picture } from '../testing/picture.ts';
import type { HealthCheckId } from './index.ts';
import { checkHealth } from './run.ts';
import { findingText, findingsOf, healthPlan } from './testing/drawn-health.ts';
import type { DrawnHealth } from './testing/drawn-health.ts';

const THREE = `
  S 0d ms
  A 3d S
  B 2d A
  C 2d B
  F 0d mf C`;

/** Of all checks (or of those named) the ones that fail after a change, and nothing else. */
function expectFindings(drawing: string, change: (health: DrawnHealth) => void, expected = '', checks?: HealthCheckId[]) {
  const health = healthPlan(drawing);
  change(health);
  expect(findingsOf(health, checks)).toBe(picture(expected));
}

const asDrawn = () => undefined;
const idOf = ({ plan }: DrawnHealth, code: string) => plan.items.find((item) => item.code === code)!.id;
const itemOf = (health: DrawnHealth, code: string) => health.plan.items.find((item) => item.code === code)!;

describe('missing_resources: rows with a duration that nothing is assigned to', () => {
  const without =
    (...codes: string[]) =>
    (health: DrawnHealth) =>
      (health.plan.assignments = health.plan.assignments.filter((one) => !codes.some((code) => one.itemId === idOf(health, code))));
  test('one of three', () => expectFindings(THREE, without('B'), 'missing_resources 1 of 3: B'));
  test('all of them', () => expectFindings(THREE, without('A', 'B', 'C'), 'missing_resources 3 of 3: A B C'));
  test('milestones need none', () => expectFindings(THREE, asDrawn));
  test('a completed row is history', () =>
    expectFindings(THREE.replace('A 3d S', 'A 3d S as=-3 af=-1').replace('S 0d ms', 'S 0d ms as=-4 af=-4'), without('A')));
  test('an assignment without hours is one', () =>
    expectFindings(THREE, ({ plan }) => (plan.assignments[0].remainingUnits = plan.assignments[0].plannedUnits = 0)));
});

describe('over_allocation: stretches with more use than there is', () => {
  const SIDE = `
    S 0d ms
    A 3d S
    B 2d S
    C 2d A B
    F 0d mf C`;
  const limit = (value: number) => (health: DrawnHealth) => (health.plan.resources[0].limit = value);
  test('two beside each other and one crew', () => expectFindings(SIDE, limit(1), 'over_allocation 1: A B'));
  test('exactly as many as there are', () => expectFindings(SIDE, limit(2)));
  test('a hair less than needed', () => expectFindings(SIDE, limit(1.999), 'over_allocation 1: A B'));
  test('one behind the other and one crew', () => expectFindings(THREE, limit(1)));
  test('two stretches are two, and name who takes part', () =>
    expectFindings(
      `
      S 0d ms
      A 1d S
      B 1d S
      G 1d A B
      C 1d G
      D 1d G
      F 0d mf C D
      `,
      limit(1),
      'over_allocation 2: A B C D',
    ));
  test('a work that alone wants more', () =>
    expectFindings(
      THREE,
      (health) => {
        limit(1)(health);
        health.plan.assignments[1].remainingUnits *= 2;
      },
      'over_allocation 1: B',
    ));
  test('no limit, nothing above it', () => expectFindings(SIDE, ({ plan }) => (plan.resources[0].limit = null)));
});

describe('missing_volume and missing_cost: works that nothing can be measured by', () => {
  const amounts = (code: string, change: { volume?: number | null; cost?: number | null }) => (health: DrawnHealth) =>
    (health.options.amounts = new Map(health.options.amounts).set(idOf(health, code), { volume: 5, labour: 8, cost: 100, ...change }));
  test('a volume that nobody entered', () => expectFindings(THREE, amounts('B', { volume: null }), 'missing_volume 1 of 3: B'));
  test('a volume of zero', () => expectFindings(THREE, amounts('B', { volume: 0 }), 'missing_volume 1 of 3: B'));
  test('a cost that nobody entered', () => expectFindings(THREE, amounts('C', { cost: null }), 'missing_cost 1 of 3: C'));
  test('a cost of zero', () => expectFindings(THREE, amounts('C', { cost: 0 }), 'missing_cost 1 of 3: C'));
  test('both on one work', () =>
    expectFindings(THREE, amounts('A', { cost: null, volume: null }), 'missing_volume 1 of 3: A\nmissing_cost 1 of 3: A'));
  test('the least amount is one', () => expectFindings(THREE, amounts('A', { cost: 0.01, volume: 1e-9 })));
  test('a work that the amounts do not know', () =>
    expectFindings(
      THREE,
      (health) => (health.options.amounts = new Map([...health.options.amounts!].filter(([id]) => id !== idOf(health, 'A')))),
      'missing_volume 1 of 3: A\nmissing_cost 1 of 3: A',
    ));
  test('milestones and tasks without cost have none', () =>
    expectFindings(THREE, (health) => {
      for (const code of ['S', 'B', 'F']) amounts(code, { volume: null, cost: null })(health);
      itemOf(health, 'B').type = 'task';
    }));
  test('without amounts there is nothing to measure', () => {
    const { plan, options } = healthPlan(THREE);
    const verdicts = checkHealth(plan, { baseline: options.baseline, checks: ['missing_volume', 'missing_cost'] }).map(
      (one) => one.verdict,
    );
    expect(verdicts).toEqual(['not_measured', 'not_measured']);
  });
});

describe('duplicate_names: rows that cannot be told apart', () => {
  const named =
    (...names: [string, string][]) =>
    (health: DrawnHealth) =>
      names.forEach(([code, name]) => (itemOf(health, code).name = name));
  test('the same name twice', () => expectFindings(THREE, named(['A', 'Pour'], ['B', 'Pour']), 'duplicate_names 2: A B'));
  test('capitals and blanks around do not tell them apart', () =>
    expectFindings(THREE, named(['A', ' pour '], ['C', 'POUR']), 'duplicate_names 2: A C'));
  test('three times', () => expectFindings(THREE, named(['A', 'x'], ['B', 'x'], ['C', 'x']), 'duplicate_names 3: A B C'));
  test('two pairs', () => expectFindings(THREE, named(['A', 'x'], ['B', 'x'], ['C', 'y'], ['F', 'y']), 'duplicate_names 4: A B C F'));
  test('a blank inside does', () => expectFindings(THREE, named(['A', 'pour slab'], ['B', 'pourslab'])));
  test('no name is no double', () => expectFindings(THREE, named(['A', ''], ['B', ' '])));
  test('the name of a completed row may come back', () =>
    expectFindings(THREE.replace('A 3d S', 'A 3d S as=-3 af=-1').replace('S 0d ms', 'S 0d ms as=-4 af=-4'), named(['A', 'x'], ['B', 'x'])));
});

describe('calendars', () => {
  const MIXED = (words: Record<string, string>, count = 10) => {
    const rows = Array.from({ length: count }, (_, i) => `W${i + 1} 1d ${i ? `W${i}` : 'S'} ${words[`W${i + 1}`] ?? ''}`);
    return ['S 0d ms', ...rows, `F 0d mf W${count} ${words.F ?? ''}`].join('\n');
  };
  test('calendar_mix: the last milestone alone on another: one of ten relations is ten percent and passes, one of nine does not', () => {
    expectFindings(MIXED({ F: 'cal=seven' }, 9), asDrawn);
    expectFindings(MIXED({ F: 'cal=seven' }, 8), asDrawn, 'calendar_mix 1 of 9: F (W8>F)');
  });
  test('calendar_mix: a row in the middle meets at both ends: two of eleven', () =>
    expectFindings(MIXED({ W5: 'cal=seven' }), asDrawn, 'calendar_mix 2 of 11: W5 W6 (W4>W5 W5>W6)', ['calendar_mix']));
  test('calendar_mix: half the plan on another calendar meets once', () =>
    expectFindings(
      MIXED({ W6: 'cal=seven', W7: 'cal=seven', W8: 'cal=seven', W9: 'cal=seven', W10: 'cal=seven', F: 'cal=seven' }),
      asDrawn,
    ));

  test('calendar_outliers: one of ten works, back to that of the others', () =>
    expectFindings(MIXED({ W5: 'cal=seven' }), asDrawn, 'calendar_outliers 1: W5, set_calendar W5 five', ['calendar_outliers']));
  test('calendar_outliers: two of ten are as far as it goes', () =>
    expectFindings(
      MIXED({ W5: 'cal=seven', W6: 'cal=split' }),
      asDrawn,
      'calendar_outliers 2: W5 W6, set_calendar W5 five, set_calendar W6 five',
      ['calendar_outliers'],
    ));
  test('calendar_outliers: three of ten are a group of their own', () =>
    expectFindings(MIXED({ W5: 'cal=seven', W6: 'cal=seven', W7: 'cal=seven' }), asDrawn, '', ['calendar_outliers']));
  test('calendar_outliers: each parent has its own usual calendar', () =>
    expectFindings(
      `
      S 0d ms
      P 0d sum
      Q 0d sum
      A 1d S in=P
      B 1d A in=P
      C 1d B in=P
      D 1d S in=Q cal=seven
      E 1d D in=Q cal=seven
      G 1d E in=Q cal=seven
      F 0d mf C G
      `,
      asDrawn,
      '',
      ['calendar_outliers'],
    ));

  test('missing_calendar: gets the one it works by anyway', () =>
    expectFindings(THREE, (health) => (itemOf(health, 'B').calendarId = null), 'missing_calendar 1: B, set_calendar B five'));
  test('missing_calendar: one that does not exist is none', () =>
    expectFindings(THREE, (health) => (itemOf(health, 'B').calendarId = 99), 'missing_calendar 1: B, set_calendar B five'));
  test('missing_calendar: milestones need one too', () =>
    expectFindings(THREE, (health) => (itemOf(health, 'F').calendarId = null), 'missing_calendar 1: F, set_calendar F five'));
  test('missing_calendar: another default is another cure', () =>
    expectFindings(
      THREE,
      (health) => {
        for (const code of ['S', 'A', 'B', 'C', 'F']) itemOf(health, code).calendarId = 2;
        itemOf(health, 'B').calendarId = null;
        health.plan.options.defaultCalendarId = 2;
      },
      'missing_calendar 1: B, set_calendar B seven',
      ['missing_calendar'],
    ));
});

describe('milestone_durations: a milestone lasts no time, a work some', () => {
  test('a milestone of a day', () =>
    expectFindings(THREE, (health) => (itemOf(health, 'F').durationMinutes = 480), 'milestone_durations 1: F, set_duration F 0'));
  test('a milestone of a minute', () =>
    expectFindings(THREE, (health) => (itemOf(health, 'S').durationMinutes = 1), 'milestone_durations 1: S, set_duration S 0'));
  test('a work of no time: how long it is the planner must say', () =>
    expectFindings(THREE.replace('B 2d A', 'B 0d A'), asDrawn, 'milestone_durations 1: B'));
  test('a work of a minute lasts', () => expectFindings(THREE.replace('B 2d A', 'B 1m A'), asDrawn));
});

describe('the baseline', () => {
  /** Approved: A Monday and Tuesday, B Wednesday and Thursday, C from Friday on; looked at on the Monday after. */
  const APPROVED = `
    S 0d ms
    A 2d S
    B 2d A
    C 5d B
    F 0d mf C`;
  const checks: HealthCheckId[] = ['missed_tasks', 'baseline_execution_index', 'missing_baseline'];
  const seen = (drawing: string, wanted = checks) => {
    const { plan, options } = healthPlan(drawing, { dataDate: CHART_START + 7 * 1440 }, APPROVED);
    return checkHealth(plan, { ...options, checks: wanted })
      .map((finding) => `${finding.verdict}: ${findingText(plan, finding)}`)
      .join('\n');
  };

  test('all done in time', () =>
    expect(
      seen(`
        S 0d ms as=0@8 af=0@8
        A 2d S as=0 af=1
        B 2d A as=2 af=3
        C 5d B
        F 0d mf C
      `),
    ).toBe(
      picture(`
        passed: missed_tasks 0 of 3:
        passed: baseline_execution_index 1:
        passed: missing_baseline 0 of 2:
      `),
    ));

  test('B a day late, but done: missed, and not behind', () =>
    expect(
      seen(`
        S 0d ms as=0@8 af=0@8
        A 2d S as=0 af=1
        B 2d A as=2 af=4
        C 5d B
        F 0d mf C
      `),
    ).toBe(
      picture(`
        failed: missed_tasks 1 of 3: B
        passed: baseline_execution_index 1:
        passed: missing_baseline 0 of 2:
      `),
    ));

  test('B not done: missed and behind', () =>
    expect(
      seen(`
        S 0d ms as=0@8 af=0@8
        A 2d S as=0 af=1
        B 2d A as=2 rem=1d
        C 5d B
        F 0d mf C
      `),
    ).toBe(
      picture(`
        failed: missed_tasks 1 of 3: B
        failed: baseline_execution_index 0.667: B
        passed: missing_baseline 0 of 3:
      `),
    ));

  test('C done ahead makes up for B in the index', () =>
    expect(
      seen(
        `
        S 0d ms as=0@8 af=0@8
        A 2d S as=0 af=1
        B 2d A as=2 rem=1d
        C 5d B as=3 af=4
        F 0d mf C
        `,
        ['baseline_execution_index'],
      ),
    ).toBe('passed: baseline_execution_index 1: B'));

  test('a row that nobody approved is no baseline, and its end counts for nothing', () =>
    expect(
      seen(`
        S 0d ms as=0@8 af=0@8
        A 2d S as=0 af=1
        N 1d A as=2 af=2
        B 2d A as=2 af=3
        M 1d B
        C 5d B
        F 0d mf C M
      `),
    ).toBe(
      picture(`
        passed: missed_tasks 0 of 3:
        passed: baseline_execution_index 1:
        failed: missing_baseline 1 of 3: M
      `),
    ));

  test('a minute late is late', () =>
    expect(
      seen(
        `
        S 0d ms as=0@8 af=0@8
        A 2d S as=0 af=1@16:01
        B 2d A as=2 af=3
        C 5d B
        F 0d mf C
        `,
        ['missed_tasks'],
      ),
    ).toBe('failed: missed_tasks 1 of 3: A'));

  test('without a baseline none of them can be measured', () => {
    const { plan, options } = healthPlan(APPROVED);
    const findings = checkHealth(plan, { amounts: options.amounts, checks });
    expect(findings.map((finding) => finding.verdict)).toEqual(['not_measured', 'not_measured', 'not_measured']);
  });

  test('before anything is due there is nothing to miss', () => {
    const { plan, options } = healthPlan(APPROVED);
    const findings = checkHealth(plan, { ...options, checks });
    expect(findings.map((finding) => finding.verdict)).toEqual(['not_measured', 'not_measured', 'passed']);
  });
});

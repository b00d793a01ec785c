import { describe, expect, test } from 'vitest';
import { CHART_START } from '../testing/chart-calendars.ts';
import { picture } from '../testing/picture.ts';
import { calculate } from '../timetable/calculate.ts';
import { finishMilestone, healthContext, startMilestone } from './context.ts';
import { checkHealth } from './run.ts';
import { findingText, findingsOf, healthPlan } from './testing/drawn-health.ts';

describe('reports of whole plans', () => {
  test('a plan under way: what is behind, what is out of order, what lies in the future', () => {
    const health = healthPlan(
      `
      S 0d ms as=0@8 af=0@8
      A 3d S as=0 rem=1d
      B 2d A as=4
      C 2d S as=9
      D 2d B C
      F 0d mf D
      `,
      { dataDate: CHART_START + 7 * 1440 },
      `
      S 0d ms
      A 3d S
      B 2d A
      C 2d S
      D 2d B C
      F 0d mf D
      `,
    );
    expect(findingsOf(health)).toBe(
      picture(`
        invalid_dates 1: C, set_actual C start null
        missed_tasks 3 of 4: A B C
        critical_path_length_index 0.4: F
        baseline_execution_index 0.25: A B C
        out_of_sequence 1: B (A>B)
      `),
    );
  });
});

describe('the milestones that begin and end a plan', () => {
  const ends = (drawing: string) => {
    const { plan } = healthPlan(drawing);
    const context = healthContext(plan, calculate(plan), null, null);
    const code = (item: number) => (item < 0 ? 'none' : plan.items[item].code);
    return [code(startMilestone(context)), code(finishMilestone(context))].join(' ');
  };

  test('the first without a predecessor and the last without a successor', () =>
    expect(
      ends(`
      S 0d ms
      A 3d S
      M 0d mf A
      B 2d A
      F 0d mf B
      `),
    ).toBe('S F'));

  test('of several starts the earliest, of several ends the latest, wherever they stand', () =>
    expect(
      ends(`
      F 0d mf B
      T 0d ms snet=2
      S 0d ms
      A 3d S
      B 2d T
      G 0d mf A
      `),
    ).toBe('S F'));

  test('one in the middle is neither', () =>
    expect(
      ends(`
      A 3d
      M 0d mf A
      N 0d ms M
      B 2d N
      `),
    ).toBe('none none'));

  test('a start that has happened is still the start, an end that has happened is none', () =>
    expect(
      ends(`
      S 0d ms as=-3@8 af=-3@8
      A 3d S as=-3 af=-1
      F 0d mf A as=-1@16 af=-1@16
      `),
    ).toBe('S none'));

  test('a plan of works alone has none', () => expect(ends('A 3d\nB 2d A')).toBe('none none'));
});

describe('which rows are looked at', () => {
  const rows = (drawing: string) => {
    const { plan } = healthPlan(drawing);
    const context = healthContext(plan, calculate(plan), null, null);
    const codes = (list: readonly number[]) => list.map((item) => plan.items[item].code).join(' ');
    return { open: codes(context.incomplete), works: codes(context.works), relations: context.liveRelations.length };
  };

  test('no parents, drafts, efforts, summaries, and nothing that is done', () =>
    expect(
      rows(`
      S 0d ms
      P 0d sum
      A 1d S in=P
      Q 1d
      B 1d A in=Q
      D 1d A draft
      L 1d loe A:ss B:ff
      W 1d wbs
      C 1d S as=-3 af=-3
      F 0d mf B
      `),
    ).toEqual({ open: 'S A B F', works: 'A B', relations: 3 }));

  test('relations of drafts are none, those of completed predecessors are', () =>
    expect(
      rows(`
      A 1d as=-3 af=-3
      B 1d A
      D 1d draft
      C 1d D B
      `),
    ).toEqual({ open: 'B C', works: 'B C', relations: 2 }));
});

test('a calendar that a row does not name is that of the plan: the two do not mix', () => {
  const health = healthPlan('S 0d ms\nA 2d S\nB 2d A\nF 0d mf B');
  health.plan.items[1].calendarId = null;
  const [finding] = checkHealth(health.plan, { checks: ['calendar_mix'] });
  expect(findingText(health.plan, finding)).toBe('calendar_mix 0 of 3:');
});

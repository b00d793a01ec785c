import { describe, expect, test } from 'vitest';
import { drawnPlan, DAY_MINUTES } from '../leveling/testing/drawn-plan.ts';
import { picture } from '../testing/picture.ts';
import { drawProfile } from '../testing/profile-chart.ts';
import { calculate } from '../timetable/calculate.ts';
import { simulateRisk } from './simulate.ts';
import type { RiskOptions } from './simulate.ts';

/** Days that a work may take, each as likely as the others, by its letter: `A: '8 12'`. */
type Days = Record<string, string>;

function simulated(drawing: string, days: Days, options: Partial<RiskOptions> = {}) {
  const plan = drawnPlan(drawing);
  const idOf = (code: string) => plan.items.find((item) => item.code === code)!.id;
  const durations = Object.entries(days).map(([code, list]) => ({
    itemId: idOf(code),
    unit: 'minutes' as const,
    distribution: {
      kind: 'discrete' as const,
      values: list.split(' ').map((value) => ({ value: Number(value) * DAY_MINUTES, weight: 1 })),
    },
  }));
  const base = { iterations: 1000, seed: 1, events: [], correlations: [], watchedItemIds: [] };
  const result = simulateRisk(plan, { ...base, durations, ...options });
  const criticality = plan.items.map(({ id, code }) => {
    const risk = result.items.find((one) => one.itemId === id);
    return `${code} ${Math.round((risk?.criticality ?? 0) * 1000) / 10}%`;
  });
  return { plan, result, criticality: criticality.join(', '), idOf };
}

/** The plan as it stands, and in which share of all runs each work lies on the longest path. */
function expectCritical(drawing: string, days: Days, chart: string, criticality: string, options: Partial<RiskOptions> = {}) {
  const seen = simulated(drawing, days, options);
  expect(picture(drawProfile(seen.plan, calculate(seen.plan)))).toBe(picture(chart));
  expect(seen.criticality).toBe(criticality);
}

describe('counted by hand', () => {
  test('A takes 2 or 4 days beside 3 of B: each is critical in half of the runs', () =>
    expectCritical(
      `
      A 3d
      B 3d
      E 0d <- A, B`,
      { A: '2 4' },
      `
        MTW
      A ===
      B ===
      E   o
      `,
      'A 50%, B 50%, E 100%',
    ));

  test('one in four: A takes 4 days once in four runs', () =>
    expectCritical(
      `
      A 2d
      B 3d
      E 0d <- A, B`,
      { A: '1 1 2 4' },
      `
        MTW
      A ==
      B ===
      E   o
      `,
      'A 25%, B 75%, E 100%',
    ));

  test('a tie makes both critical: A takes 2, 3 or 4 and B 3', () =>
    expectCritical(
      `
      A 3d
      B 3d
      E 0d <- A, B`,
      { A: '2 3 4' },
      `
        MTW
      A ===
      B ===
      E   o
      `,
      'A 66.7%, B 66.7%, E 100%',
      { iterations: 3000 },
    ));

  test('a chain is critical as a whole, certain or not', () =>
    expectCritical(
      `
      A 2d
      B 1d <- A
      E 0d <- B`,
      { A: '1 2 3' },
      `
        MTW
      A ==
      B   =
      E   o
      `,
      'A 100%, B 100%, E 100%',
    ));

  test('a branch that never is the longest is never critical', () =>
    expectCritical(
      `
      A 4d
      B 2d
      E 0d <- A, B`,
      { A: '4 5', B: '1 2 3' },
      `
        MTWT
      A ====
      B ==
      E    o
      `,
      'A 100%, B 0%, E 100%',
    ));

  test('three branches: 4 or 1 days of A beside 2 of B and 3 of C', () =>
    expectCritical(
      `
      A 2d
      B 2d
      C 3d
      E 0d <- A, B, C`,
      { A: '1 4' },
      `
        MTW
      A ==
      B ==
      C ===
      E   o
      `,
      'A 50%, B 0%, C 50%, E 100%',
    ));

  test('the way behind the branches counts: B is short, but C follows it', () =>
    expectCritical(
      `
      A 3d
      B 1d
      C 2d <- B
      E 0d <- A, C`,
      { B: '0.5 2' },
      `
        MTW
      A ===
      B =
      C  ==
      E   o
      `,
      'A 50%, B 50%, C 50%, E 100%',
    ));

  test('start to start and a day: the start of A drives B, its length does not', () =>
    expectCritical(
      `
      A 1d
      B 3d <- A ss+1
      E 0d <- A, B`,
      { A: '1 2 6 6' },
      `
        MTWT
      A =
      B  ===
      E    o
      `,
      'A 100%, B 50%, E 100%',
    ));

  test('the week end separates what working days do not: 5 days of five and 6 of seven', () =>
    expectCritical(
      `
      A 5d
      B 5d 7d
      E 0d <- A, B`,
      { A: '5 6' },
      `
        MTWTF
      A =====
      B =====
      E     o
      `,
      'A 100%, B 50%, E 100%',
    ));
});

describe('two uncertain works', () => {
  const SIDE = `
    A 10d
    B 10d
    E 0d <- A, B`;
  const criticalityOf = (days: Days, options: Partial<RiskOptions> = {}) => {
    const { result } = simulated(SIDE, days, { iterations: 4000, ...options });
    return [1, 2].map((id) => result.items.find((item) => item.itemId === id)!.criticality);
  };

  test('independent: A is the longer in one of four pairs', () => {
    const [a, b] = criticalityOf({ A: '8 12', B: '9 13' });
    expect(a).toBeCloseTo(0.25, 1.5);
    expect(b).toBeCloseTo(0.75, 1.5);
    expect(a + b).toBeCloseTo(1, 9);
  });

  test('up and down together: A is never the longer', () =>
    expect(criticalityOf({ A: '8 12', B: '9 13' }, { correlations: [{ itemIds: [1, 2], coefficient: 1 }] })).toEqual([0, 1]));

  test('alike and together: both, always', () =>
    expect(criticalityOf({ A: '8 12', B: '8 12' }, { correlations: [{ itemIds: [1, 2], coefficient: 1 }] })).toEqual([1, 1]));

  test('alike and independent: both in half of the runs, one of them in the other half', () => {
    const [a, b] = criticalityOf({ A: '8 12', B: '8 12' });
    expect(a).toBeCloseTo(0.75, 1.5);
    expect(b).toBeCloseTo(0.75, 1.5);
  });

  test('three values each, counted over nine pairs: A above B in three, below in three, alike in three', () => {
    const [a, b] = criticalityOf({ A: '8 10 12', B: '8 10 12' });
    expect(a).toBeCloseTo(6 / 9, 1.5);
    expect(b).toBeCloseTo(6 / 9, 1.5);
  });
});

describe('which rows are listed', () => {
  const listed = (drawing: string, days: Days) => {
    const { plan, result } = simulated(drawing, days);
    return result.items.map((item) => plan.items.find((row) => row.id === item.itemId)!.code).join(' ');
  };
  test('the uncertain ones and those that were ever critical', () =>
    expect(listed('A 4d\nB 2d\nC 1d\nE 0d <- A, B, C', { B: '1 2' })).toBe('A E B'));
  test('first what is both uncertain and critical', () =>
    expect(listed('A 3d\nB 2d <- A\nC 1d\nE 0d <- B, C', { B: '1 9', C: '1 2' })).toBe('B A E C'));
  test('without uncertainty the longest path by number', () => expect(listed('A 1d\nB 3d\nC 2d <- B\nE 0d <- A, C', {})).toBe('B C E'));
});

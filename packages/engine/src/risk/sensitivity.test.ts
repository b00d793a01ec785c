import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MINUTES, drawnPlan } from '../leveling/testing/drawn-plan.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { seedFor, sliceAt, strataOf, stratifiedShares, tieBy, walkOf } from './sampling.ts';
import { normalQuantile } from './normal-curve.ts';
import { simulateRisk } from './simulate.ts';
import type { RiskOptions } from './simulate.ts';
import { correlationWith, histogram, meanAndDeviation, percentile, ranksOf, shareUpTo } from './statistics.ts';

/** Works take anything between two numbers of days, by their letter: `A: [5, 15]`. */
function simulated(drawing: string, days: Record<string, [number, number]>, options: Partial<RiskOptions> = {}) {
  const plan = drawnPlan(drawing);
  const durations = Object.entries(days).map(([code, [low, high]]) => ({
    itemId: plan.items.find((item) => item.code === code)!.id,
    unit: 'minutes' as const,
    distribution: { kind: 'uniform' as const, low: low * DAY_MINUTES, high: high * DAY_MINUTES },
  }));
  const result = simulateRisk(plan, { iterations: 2000, seed: 3, durations, events: [], correlations: [], watchedItemIds: [], ...options });
  return { plan, result, item: (id: number) => result.items.find((one) => one.itemId === id)! };
}

describe('what a duration has to do with the end of the project', () => {
  test('alone uncertain in a chain: everything', () => {
    const { item } = simulated('A 10d 24h\nB 5d 24h <- A', { A: [5, 15] });
    expect(item(1)).toMatchObject({ criticality: 1 });
    for (const value of [item(1).spearman, item(1).pearson, item(1).cruciality]) expect(value).toBeCloseTo(1, 12);
  });

  test('certain: nothing', () => {
    const { item } = simulated('A 10d 24h\nB 5d 24h <- A', { A: [5, 15] });
    expect(item(2)).toEqual({ itemId: 2, criticality: 1, spearman: 0, pearson: 0, cruciality: 0 });
  });

  test('uncertain within the float: nothing but chance', () => {
    const { item } = simulated('A 20d 24h\nB 5d 24h', { A: [18, 22], B: [1, 15] });
    expect(Math.abs(item(2).spearman)).toBeLessThan(0.07);
    expect([item(2).criticality, item(2).cruciality]).toEqual([0, 0]);
  });

  test.each([
    [2, 'A 10d 24h\nB 10d 24h <- A'],
    [3, 'A 10d 24h\nB 10d 24h <- A\nC 10d 24h <- B'],
    [4, 'A 10d 24h\nB 10d 24h <- A\nC 10d 24h <- B\nD 10d 24h <- C'],
  ])('%i alike in a chain share it: 1 / √n each', (count, drawing) => {
    const days = Object.fromEntries([...'ABCD'].slice(0, count).map((code) => [code, [5, 15] as [number, number]]));
    const { result } = simulated(drawing, days);
    expect(result.items).toHaveLength(count);
    for (const item of result.items) expect(item.pearson).toBeCloseTo(1 / Math.sqrt(count), 1);
  });

  test('twice as wide counts twice: 2 / √5 and 1 / √5', () => {
    const { item } = simulated('A 10d 24h\nB 10d 24h <- A', { A: [2, 18], B: [6, 14] });
    expect(item(1).pearson).toBeCloseTo(2 / Math.sqrt(5), 1);
    expect(item(2).pearson).toBeCloseTo(1 / Math.sqrt(5), 1);
  });

  test('where the path is left half of the time only a part of it is felt', () => {
    const { item } = simulated('A 10d 24h\nB 10d 24h', { A: [5, 15] });
    expect(item(1).criticality).toBeCloseTo(0.5, 2);
    // Of x uniform in ±5 and y = max(x, 0): E[xy] = E[y²] = 25/6, E[y] = 5/4, Var x = 25/3.
    expect(item(1).pearson).toBeCloseTo(25 / 6 / Math.sqrt((25 / 3) * (25 / 6 - 25 / 16)), 2);
    expect(item(1).spearman).toBeGreaterThan(0.8);
    expect(item(1).cruciality).toBeCloseTo(item(1).spearman * item(1).criticality, 12);
  });

  test('the rows are told by cruciality, the largest first', () => {
    const { result } = simulated('A 10d 24h\nB 10d 24h <- A\nC 10d 24h <- B', { A: [9, 11], B: [2, 18], C: [6, 14] });
    expect(result.items.map((item) => item.itemId)).toEqual([2, 3, 1]);
  });
});

describe('repeatable', () => {
  const DRAWING = 'A 10d\nB 8d <- A\nC 12d\nE 0d <- B, C';
  const DAYS: Record<string, [number, number]> = { A: [5, 15], B: [4, 12], C: [8, 20] };

  test('a risk beside it changes no number of a row', () => {
    const alone = simulated(DRAWING, { A: [5, 15] }, { watchedItemIds: [1], iterations: 300 }).result.watched[0];
    const beside = simulated(DRAWING, DAYS, { watchedItemIds: [1], iterations: 300 }).result.watched[0];
    expect(beside).toEqual(alone);
  });

  test('a correlation changes the numbers of its own rows only', () => {
    const without = simulated(DRAWING, DAYS, { watchedItemIds: [3], iterations: 300 }).result.watched[0];
    const within = simulated(DRAWING, DAYS, {
      watchedItemIds: [3],
      iterations: 300,
      correlations: [{ itemIds: [1, 2], coefficient: 0.7 }],
    });
    expect(within.result.watched[0]).toEqual(without);
  });

  test('an item that two groups name belongs to the first', () => {
    const first = [{ itemIds: [1, 2], coefficient: 1 }];
    const both = [...first, { itemIds: [2, 3], coefficient: 1 }];
    const run = (correlations: RiskOptions['correlations']) =>
      simulated(DRAWING, { A: [5, 15], B: [4, 12] }, { correlations, iterations: 200 }).result.finish.sorted;
    expect(run(both)).toEqual(run(first));
  });

  test('one run is a run, and less than one is one', () => {
    expect(simulated(DRAWING, DAYS, { iterations: 1 }).result.finish.sorted).toHaveLength(1);
    expect(simulated(DRAWING, DAYS, { iterations: 0 }).result.iterations).toBe(1);
    expect(simulated(DRAWING, DAYS, { iterations: 2.9 }).result.iterations).toBe(2);
  });

  test('stopped at once it tells its first run', () =>
    expect(simulated(DRAWING, DAYS, { isCancelled: () => true }).result.iterations).toBe(1));

  test('an empty plan ends nowhere and does not throw', () => {
    const plan = drawnPlan('A 1d');
    plan.items = [];
    const result = simulateRisk(plan, { iterations: 3, seed: 1, durations: [], events: [], correlations: [], watchedItemIds: [] });
    expect([result.iterations, result.items]).toEqual([3, []]);
  });
});

describe('shares', () => {
  test('every slice of a Latin hypercube is hit once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer(), (count, seed) => {
        const [strata, order] = [strataOf(count, seed), [...Array(count).keys()]];
        const walked = order.map((run) => sliceAt(strata, walkOf(strata, seed), run));
        expect(walked.sort((a, b) => a - b)).toEqual(order);
      }),
      propertyRun('Latin hypercube'),
    );
  });

  test('a coefficient of 0 leaves a variable its own order, of 1 gives it that of the group', () => {
    const [own, factor] = [1, 2].map((seed) => stratifiedShares(500, seed).map(normalQuantile));
    const tied = (coefficient: number) => ranksOf(own.map((value, run) => tieBy(coefficient)(value, factor[run])));
    expect([0, -7].map(tied)).toEqual([ranksOf(own), ranksOf(own)]);
    expect([1, 7].map(tied)).toEqual([ranksOf(factor), ranksOf(factor)]);
  });

  test('seeds of the same run differ by identifier, seeds of an identifier by run', () => {
    expect(seedFor(1, 2)).not.toBe(seedFor(2, 1));
    expect(seedFor(1, 2)).not.toBe(seedFor(1, 3));
    expect(seedFor(5, 9)).toBe(seedFor(5, 9));
  });
});

describe('statistics by hand', () => {
  test.each([
    [[10], [10, 10, 10]],
    [
      [10, 20],
      [10, 10, 20],
    ],
    [
      [10, 20, 30],
      [10, 20, 30],
    ],
    [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [1, 5, 9],
    ],
    [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      [2, 6, 10],
    ],
  ])('P10, P50 and P90 of %j by nearest rank', (sorted, expected) =>
    expect([0.1, 0.5, 0.9].map((share) => percentile(sorted, share))).toEqual(expected),
  );

  test.each([
    [9, 0],
    [10, 0.25],
    [19, 0.25],
    [20, 0.75],
    [29.9, 0.75],
    [30, 1],
    [99, 1],
  ])('the share of 10, 20, 20, 30 up to %d', (bound, share) => expect(shareUpTo([10, 20, 20, 30], bound)).toBe(share));

  test.each([
    [[5], 5, 0],
    [[2, 4], 3, Math.SQRT2],
    [[2, 4, 4, 4, 5, 5, 7, 9], 5, Math.sqrt(32 / 7)],
    [[1e9, 1e9 + 1, 1e9 + 2], 1e9 + 1, 1],
    [[], 0, 0],
  ])('mean and deviation of %j', (values, mean, deviation) => {
    const seen = meanAndDeviation(values);
    expect(seen.mean).toBeCloseTo(mean, 9);
    expect(seen.deviation).toBeCloseTo(deviation, 9);
  });

  test.each([
    [
      [10, 20, 30],
      [0, 1, 2],
    ],
    [
      [30, 20, 10],
      [2, 1, 0],
    ],
    [
      [5, 5, 5],
      [1, 1, 1],
    ],
    [
      [1, 5, 5, 9],
      [0, 1.5, 1.5, 3],
    ],
    [[], []],
  ])('ranks of %j', (values, ranks) => expect([...ranksOf(values)]).toEqual(ranks));

  test.each([
    [[1, 2, 3], [2, 4, 6], 1],
    [[1, 2, 3], [6, 4, 2], -1],
    [[1, 2, 3, 4], [1, 3, 2, 4], 0.8],
    [[1, 2, 3], [5, 5, 5], 0],
    [[1, 1, 1], [1, 2, 3], 0],
    [[0, 1, 0, 1], [0, 0, 1, 1], 0],
  ])('correlation of %j and %j', (a, b, expected) => expect(correlationWith(b)(a)).toBeCloseTo(expected, 12));

  test('bars begin at whole widths, and a value on the border belongs to the later', () => {
    const text = (sorted: number[], width: number) => histogram(sorted, width).map((bar) => `${bar.from}–${bar.to}: ${bar.count}`);
    expect(text([9, 10, 11, 20], 10)).toEqual(['0–10: 1', '10–20: 2', '20–30: 1']);
    expect(text([-1, 0, 35], 10)).toEqual(['-10–0: 1', '0–10: 1', '10–20: 0', '20–30: 0', '30–40: 1']);
    expect(text([5, 5, 5], 1)).toEqual(['5–6: 3']);
  });
});

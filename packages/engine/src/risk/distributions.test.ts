import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Distribution } from './distributions/distribution.ts';
import { DISTRIBUTIONS, quantileOf } from './distributions/index.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { normalQuantile, normalShare } from './normal-curve.ts';
import { seedFor, sliceAt, strataOf, stratifiedShares, tieBy, walkOf } from './sampling.ts';
import { correlationWith, histogram, meanAndDeviation, percentile, ranksOf, shareUpTo } from './statistics.ts';

function momentsOf(distribution: Distribution): { mean: number; deviation: number } {
  const quantile = quantileOf(distribution)!;
  return meanAndDeviation(Array.from({ length: 20_000 }, (_, i) => quantile((i + 0.5) / 20_000)));
}

describe('distributions against their textbook moments', () => {
  const cases: [Distribution, number, number][] = [
    [{ kind: 'triangular', low: 2, likely: 4, high: 9 }, 5, Math.sqrt((4 + 16 + 81 - 8 - 18 - 36) / 18)],
    [{ kind: 'triangular', low: 2, likely: 2, high: 8 }, 4, Math.sqrt(36 / 18)],
    [{ kind: 'pert', low: 2, likely: 4, high: 9 }, (2 + 16 + 9) / 6, Math.sqrt(((4.5 - 2) * (9 - 4.5)) / 7)],
    [{ kind: 'uniform', low: 2, high: 8 }, 5, 6 / Math.sqrt(12)],
    [{ kind: 'normal', mean: 10, deviation: 2 }, 10, 2],
    [{ kind: 'lognormal', mean: 10, deviation: 3 }, 10, 3],
    [
      {
        kind: 'discrete',
        values: [
          { value: 10, weight: 1 },
          { value: 2, weight: 3 },
        ],
      },
      4,
      Math.sqrt(12),
    ],
  ];
  test.each(cases)('%j', (distribution, mean, deviation) => {
    const seen = momentsOf(distribution);
    expect(seen.mean).toBeCloseTo(mean, 2);
    expect(seen.deviation).toBeCloseTo(deviation, 1);
  });

  test('known quantiles', () => {
    expect(quantileOf({ kind: 'triangular', low: 0, likely: 5, high: 10 })!(0.5)).toBeCloseTo(5, 12);
    expect(quantileOf({ kind: 'triangular', low: 0, likely: 2, high: 10 })!(0.2)).toBeCloseTo(2, 12);
    expect(quantileOf({ kind: 'pert', low: 0, likely: 5, high: 10 })!(0.5)).toBeCloseTo(5, 4);
    expect(quantileOf({ kind: 'lognormal', mean: 10, deviation: 0 })!(0.3)).toBeCloseTo(10, 9);
    expect(quantileOf({ kind: 'normal', mean: 1, deviation: 5 })!(0.1)).toBe(0);
  });

  const senseless: Distribution[] = [
    { kind: 'triangular', low: 5, likely: 4, high: 9 },
    { kind: 'pert', low: -1, likely: 4, high: 9 },
    { kind: 'uniform', low: 5, high: 4 },
    { kind: 'uniform', low: 0, high: Number.POSITIVE_INFINITY },
    { kind: 'normal', mean: 4, deviation: -1 },
    { kind: 'lognormal', mean: 0, deviation: 1 },
    { kind: 'discrete', values: [] },
    { kind: 'discrete', values: [{ value: 3, weight: 0 }] },
    { kind: 'triangular', low: Number.NaN, likely: 4, high: 9 },
  ];
  test.each(senseless)('%j is refused', (distribution) => expect(quantileOf(distribution)).toBeNull());
  test('every kind is in the table', () =>
    expect(Object.keys(DISTRIBUTIONS).sort()).toEqual(['discrete', 'lognormal', 'normal', 'pert', 'triangular', 'uniform']));
});

const anyThree = fc
  .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
  .map((three) => three.sort((a, b) => a - b));

test('quantiles never fall and stay between the ends', () => {
  fc.assert(
    fc.property(
      anyThree,
      fc.constantFrom<'triangular' | 'pert' | 'uniform'>('triangular', 'pert', 'uniform'),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ([low, likely, high], kind, a, b) => {
        const quantile = quantileOf({ kind, low, likely, high })!;
        const [first, second] = [quantile(Math.min(a, b)), quantile(Math.max(a, b))];
        expect(first).toBeLessThanOrEqual(second + 1e-9);
        expect(first).toBeGreaterThanOrEqual(low - 1e-9);
        expect(second).toBeLessThanOrEqual(high + 1e-9);
      },
    ),
    propertyRun('quantiles rise'),
  );
});

describe('the normal curve', () => {
  test.each([
    [0.5, 0],
    [0.8413447460685429, 1],
    [0.975, 1.959963984540054],
    [0.001, -3.090232306167813],
    [0.9999, 3.719016485455709],
  ])('%d of it lies below %d', (share, value) => {
    expect(normalQuantile(share)).toBeCloseTo(value, 7);
    expect(normalShare(value)).toBeCloseTo(share, 6);
  });
  test('the ends are finite', () => expect([normalQuantile(0), normalQuantile(1)].every(Number.isFinite)).toBe(true));
});

describe('sampling', () => {
  test('every slice is hit once, in an order of its own', () => {
    const shares = stratifiedShares(100, 7);
    expect([...shares].map((share) => Math.floor(share * 100)).sort((a, b) => a - b)).toEqual([...Array(100).keys()]);
    expect([...shares]).not.toEqual([...shares].sort((a, b) => a - b));
    expect(stratifiedShares(100, 7)).toEqual(shares);
    expect(stratifiedShares(100, 8)).not.toEqual(shares);
  });

  test('identifiers side by side get seeds far apart', () => {
    expect(new Set(Array.from({ length: 10_000 }, (_, id) => seedFor(1, id))).size).toBeGreaterThan(9_990);
    const [strata, runs] = [strataOf(2000, 1), [...Array(2000).keys()]];
    const slices = runs.slice(0, 60).map((id) => runs.map((run) => sliceAt(strata, walkOf(strata, seedFor(1, id)), run)));
    const together = slices.flatMap((one, index) => slices.slice(index + 1).map((other) => Math.abs(correlationWith(other)(one))));
    expect(Math.max(...together)).toBeLessThan(5 / Math.sqrt(2000));
  });

  test.each([0, 0.3, 0.8, 1])('two members of a group correlate by %d and stay uniform', (coefficient) => {
    const [factor, ...own] = [1, 2, 3].map((seed) => stratifiedShares(4000, seed).map(normalQuantile));
    const [a, b] = own.map((values) => values.map((value, run) => tieBy(coefficient)(value, factor[run])));
    expect(correlationWith(ranksOf(b))(ranksOf(a))).toBeCloseTo(coefficient, 1);
    expect(meanAndDeviation(a).mean).toBeCloseTo(0.5, 1);
    expect(meanAndDeviation(a).deviation).toBeCloseTo(1 / Math.sqrt(12), 1);
  });
});

describe('statistics', () => {
  test('percentiles are values that occurred', () => {
    const sorted = [10, 20, 30, 40];
    expect([0, 0.25, 0.26, 0.5, 0.8, 1].map((share) => percentile(sorted, share))).toEqual([10, 10, 20, 20, 40, 40]);
    expect([5, 10, 25, 40].map((bound) => shareUpTo(sorted, bound))).toEqual([0, 0.25, 0.5, 1]);
    expect(shareUpTo([], 1)).toBe(0);
  });
  test('equal values share a rank', () => expect([...ranksOf([30, 10, 30, 20])]).toEqual([2.5, 0, 2.5, 1]));
  test('Spearman sees what rises, Pearson what is straight', () => {
    const x = [1, 2, 3, 4, 5];
    const cubes = x.map((value) => value ** 3);
    expect(correlationWith(ranksOf(cubes))(ranksOf(x))).toBeCloseTo(1, 12);
    expect(correlationWith(cubes)(x)).toBeCloseTo(0.9431, 4);
    expect(correlationWith([7, 7, 7, 7, 7])(x)).toBe(0);
    expect(correlationWith(x)([0.1, 0.1, 0.1, 0.1, 0.1])).toBe(0);
    expect(correlationWith(x.map((value) => -value))(x)).toBeCloseTo(-1, 12);
  });
  test('a histogram counts everything once', () => {
    expect(histogram([12, 15, 31], 10)).toEqual([
      { from: 10, to: 20, count: 2, cumulativeShare: 2 / 3 },
      { from: 20, to: 30, count: 0, cumulativeShare: 2 / 3 },
      { from: 30, to: 40, count: 1, cumulativeShare: 1 },
    ]);
    expect(histogram([], 10)).toEqual([]);
    expect(histogram([1], 0)).toEqual([]);
  });
});

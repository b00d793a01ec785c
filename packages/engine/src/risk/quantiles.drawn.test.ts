import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../testing/histogram.ts';
import { picture } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import type { Distribution } from './distributions/distribution.ts';
import { quantileOf } from './distributions/index.ts';

/** A hundred values in the middle of a hundred equal shares, counted in ten bins from 0 to 10. */
function expectBins(distribution: Distribution, mark: number, drawing: string) {
  const quantile = quantileOf(distribution)!;
  const counts = Array(10).fill(0);
  for (let share = 0; share < 100; share++) counts[Math.min(9, Math.floor(quantile((share + 0.5) / 100)))]++;
  expect(picture(columnsOf(counts, [...counts.keys()].map(String), mark))).toBe(picture(drawing));
}

const SHARES = [0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1];

/** The distribution function, written down from the textbook, gives back the share that the quantile was asked for. */
function expectInverse(distribution: Distribution, cumulative: (value: number) => number, digits = 9) {
  const quantile = quantileOf(distribution)!;
  for (const share of SHARES) expect(cumulative(quantile(share))).toBeCloseTo(share, digits);
}

describe('how the values lie', () => {
  test('uniform: all alike', () =>
    expectBins(
      { kind: 'uniform', low: 0, high: 10 },
      2,
      `
         #  #  #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #  #
        10 10 10 10 10 10 10 10 10 10
         0  1  2  3  4  5  6  7  8  9
      `,
    ));

  test('triangular with its top in the middle: the share below x is x² / 50', () =>
    expectBins(
      { kind: 'triangular', low: 0, likely: 5, high: 10 },
      2,
      `
                     #  #
                     #  #
                  #  #  #  #
                  #  #  #  #
               #  #  #  #  #  #
               #  #  #  #  #  #
            #  #  #  #  #  #  #  #
            #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #  #
         2  6 10 14 18 18 14 10  6  2
         0  1  2  3  4  5  6  7  8  9
      `,
    ));

  test('triangular with its top at the low end: 1 − (10 − x)² / 100', () =>
    expectBins(
      { kind: 'triangular', low: 0, likely: 0, high: 10 },
      2,
      `
         #
         #  #
         #  #  #
         #  #  #  #
         #  #  #  #  #
         #  #  #  #  #  #
         #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #  #
        19 17 15 13 11  9  7  5  3  1
         0  1  2  3  4  5  6  7  8  9
      `,
    ));

  test('PERT in the middle: 10 x³ − 15 x⁴ + 6 x⁵', () =>
    expectBins(
      { kind: 'pert', low: 0, likely: 5, high: 10 },
      2,
      `
                     #  #
                  #  #  #  #
                  #  #  #  #
                  #  #  #  #
               #  #  #  #  #  #
               #  #  #  #  #  #
            #  #  #  #  #  #  #  #
            #  #  #  #  #  #  #  #
         #  #  #  #  #  #  #  #  #  #
         1  5 10 16 18 18 16 10  5  1
         0  1  2  3  4  5  6  7  8  9
      `,
    ));

  test('PERT with its top at the low end: 1 − (1 − x)⁵', () =>
    expectBins(
      { kind: 'pert', low: 0, likely: 0, high: 10 },
      4,
      `
         #
         #
         #
         #  #
         #  #
         #  #
         #  #  #
         #  #  #
         #  #  #  #
         #  #  #  #  #  #  #
        41 26 16  9  5  2  1  .  .  .
         0  1  2  3  4  5  6  7  8  9
      `,
    ));

  test('discrete: the weights', () =>
    expectBins(
      { kind: 'discrete', values: [2, 3, 7].map((value, i) => ({ value, weight: [1, 2, 1][i] })) },
      5,
      `
                  #
                  #
                  #
                  #
                  #
               #  #           #
               #  #           #
               #  #           #
               #  #           #
               #  #           #
         .  . 25 50  .  .  . 25  .  .
         0  1  2  3  4  5  6  7  8  9
      `,
    ));
});

describe('against the distribution function', () => {
  const triangle = (low: number, likely: number, high: number) => (x: number) =>
    x < likely ? (x - low) ** 2 / ((high - low) * (likely - low)) : 1 - (high - x) ** 2 / ((high - low) * (high - likely));

  test.each([
    [2, 4, 9],
    [0.5, 1, 1.5],
    [0.9, 0.95, 3],
    [1, 100, 101],
  ])('triangular %d %d %d', (low, likely, high) => expectInverse({ kind: 'triangular', low, likely, high }, triangle(low, likely, high)));

  test('triangular with both legs: everything below the top, everything above it', () => {
    expectInverse({ kind: 'triangular', low: 1, likely: 3, high: 3 }, (x) => (x - 1) ** 2 / 4);
    expectInverse({ kind: 'triangular', low: 1, likely: 1, high: 3 }, (x) => 1 - (3 - x) ** 2 / 4);
  });

  test('uniform', () => expectInverse({ kind: 'uniform', low: 2, high: 8 }, (x) => (x - 2) / 6));

  test('PERT by its beta distribution where that has a formula', () => {
    expectInverse({ kind: 'pert', low: 0, likely: 0.5, high: 1 }, (x) => 10 * x ** 3 - 15 * x ** 4 + 6 * x ** 5, 5);
    expectInverse({ kind: 'pert', low: 0, likely: 0, high: 1 }, (x) => 1 - (1 - x) ** 5, 5);
    expectInverse({ kind: 'pert', low: 0, likely: 1, high: 1 }, (x) => x ** 5, 5);
    expectInverse(
      { kind: 'pert', low: 10, likely: 15, high: 20 },
      (x) => ((y) => 10 * y ** 3 - 15 * y ** 4 + 6 * y ** 5)((x - 10) / 10),
      5,
    );
  });

  test.each([
    [0.5, 10],
    [0.8413447460685429, 12],
    [0.15865525393145707, 8],
    [0.9772498680518208, 14],
    [0.9986501019683699, 16],
    [0.0013498980316301, 4],
  ])('normal: %d of it lies below %d', (share, value) =>
    expect(quantileOf({ kind: 'normal', mean: 10, deviation: 2 })!(share)).toBeCloseTo(value, 6),
  );

  test('normal below nothing is nothing', () => {
    const quantile = quantileOf({ kind: 'normal', mean: 2, deviation: 2 })!;
    expect([quantile(0.15), quantile(0.16) > 0, quantile(0)]).toEqual([0, true, 0]);
  });

  test('lognormal: its logarithm is normal, its median mean² / √(mean² + deviation²)', () => {
    const quantile = quantileOf({ kind: 'lognormal', mean: 3, deviation: 4 })!;
    expect(quantile(0.5)).toBeCloseTo(9 / 5, 9);
    const sigma = Math.sqrt(Math.log(1 + 16 / 9));
    for (const [share, z] of [
      [0.8413447460685429, 1],
      [0.15865525393145707, -1],
      [0.9772498680518208, 2],
    ])
      expect(Math.log(quantile(share) / 1.8)).toBeCloseTo(z * sigma, 6);
  });

  test('discrete: the first value whose weights reach the share', () => {
    const quantile = quantileOf({ kind: 'discrete', values: [8, 2, 5].map((value, i) => ({ value, weight: [1, 5, 4][i] })) })!;
    expect([0, 0.2, 0.5, 0.51, 0.9, 0.91, 1].map(quantile)).toEqual([2, 2, 2, 5, 5, 8, 8]);
  });

  test('discrete: a value without weight does not occur', () => {
    const quantile = quantileOf({ kind: 'discrete', values: [1, 2, 3].map((value, i) => ({ value, weight: [0, 1, 0][i] })) })!;
    expect([0, 0.5, 1].map(quantile)).toEqual([2, 2, 2]);
  });
});

describe('certain distributions', () => {
  const certain: [string, Distribution][] = [
    ['triangular', { kind: 'triangular', low: 4, likely: 4, high: 4 }],
    ['pert', { kind: 'pert', low: 4, likely: 4, high: 4 }],
    ['uniform', { kind: 'uniform', low: 4, high: 4 }],
    ['normal', { kind: 'normal', mean: 4, deviation: 0 }],
    ['lognormal', { kind: 'lognormal', mean: 4, deviation: 0 }],
    ['discrete', { kind: 'discrete', values: [{ value: 4, weight: 0.1 }] }],
  ];
  test.each(certain)('%s gives its only value at every share', (_name, distribution) => {
    for (const share of SHARES) expect(quantileOf(distribution)!(share)).toBeCloseTo(4, 12);
  });
});

describe('parameters that make no sense', () => {
  const senseless: [string, Distribution][] = [
    ['the likely below the low', { kind: 'triangular', low: 2, likely: 1, high: 3 }],
    ['the likely above the high', { kind: 'triangular', low: 1, likely: 4, high: 3 }],
    ['a low below nothing', { kind: 'triangular', low: -1, likely: 1, high: 3 }],
    ['an endless high', { kind: 'pert', low: 1, likely: 2, high: Number.POSITIVE_INFINITY }],
    ['ends the wrong way round', { kind: 'pert', low: 3, likely: 2, high: 1 }],
    ['ends the wrong way round', { kind: 'uniform', low: 3, high: 1 }],
    ['a low below nothing', { kind: 'uniform', low: -3, high: 1 }],
    ['no number', { kind: 'uniform', low: Number.NaN, high: 1 }],
    ['a deviation below nothing', { kind: 'normal', mean: 1, deviation: -1 }],
    ['a mean below nothing', { kind: 'normal', mean: -1, deviation: 1 }],
    ['a mean of nothing', { kind: 'lognormal', mean: 0, deviation: 1 }],
    ['no value', { kind: 'discrete', values: [] }],
    ['weights of nothing', { kind: 'discrete', values: [{ value: 1, weight: 0 }] }],
    [
      'a weight below nothing',
      {
        kind: 'discrete',
        values: [
          { value: 1, weight: 2 },
          { value: 2, weight: -1 },
        ],
      },
    ],
    ['a value below nothing', { kind: 'discrete', values: [{ value: -1, weight: 2 }] }],
  ];
  test.each(senseless)('%s', (_name, distribution) => expect(quantileOf(distribution)).toBeNull());
});

test('every distribution rises and keeps between its ends', () => {
  const value = fc.integer({ min: 0, max: 500 }).map((tenths) => tenths / 10);
  type Bounded = { distribution: Distribution; low: number; high: number };
  const any: fc.Arbitrary<Bounded> = fc.oneof(
    fc.tuple(value, value, value).map((three): Bounded => {
      const [low, likely, high] = three.sort((a, b) => a - b);
      return { distribution: { kind: 'triangular', low, likely, high }, low, high };
    }),
    fc.tuple(value, value, value).map((three): Bounded => {
      const [low, likely, high] = three.sort((a, b) => a - b);
      return { distribution: { kind: 'pert', low, likely, high }, low, high };
    }),
    fc
      .tuple(value, value)
      .map(([mean, deviation]): Bounded => ({ distribution: { kind: 'normal', mean, deviation }, low: 0, high: mean + 7 * deviation })),
    fc.tuple(value, value).map(([mean, deviation]): Bounded => ({
      distribution: { kind: 'lognormal', mean: mean + 0.1, deviation },
      low: 0,
      high: Number.POSITIVE_INFINITY,
    })),
    fc.array(fc.tuple(value, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 5 }).map((list): Bounded => ({
      distribution: { kind: 'discrete', values: list.map(([one, weight]) => ({ value: one, weight })) },
      low: Math.min(...list.map((entry) => entry[0])),
      high: Math.max(...list.map((entry) => entry[0])),
    })),
  );
  fc.assert(
    fc.property(any, ({ distribution, low, high }) => {
      const quantile = quantileOf(distribution)!;
      let before = low - 1e-9;
      for (let share = 0; share <= 20; share++) {
        const here = quantile(share / 20);
        expect(here).toBeGreaterThanOrEqual(before - 1e-9);
        expect(here).toBeLessThanOrEqual(high + 1e-9);
        before = here;
      }
    }),
    propertyRun('every quantile rises'),
  );
});

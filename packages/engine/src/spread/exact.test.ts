import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumSpreads } from '../rollup/periods.ts';
import { histogramOf } from '../testing/histogram.ts';
import { picture } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { FIRST_DAY, WORK_CALENDARS, workCalendar } from '../testing/started-work-chart.ts';
import { compileCalendar } from '../time/calendar.ts';
import { amountOf, spreadLike, spreadOfDays, spreadOverSpan, totalBefore, totalOf, unitsOf } from './spread.ts';
import type { Spread, SpreadShape } from './spread.ts';

const CALENDARS = Object.entries(WORK_CALENDARS).map(([name, calendar]) => [name, compileCalendar(calendar)] as const);
const EVENLY: SpreadShape = { shape: 'evenly' };
const SHAPES: SpreadShape[] = [EVENLY, { shape: 'start' }, { shape: 'end' }, { shape: 'curve', curve: bell() }];

function bell(): number[] {
  return Array.from({ length: 21 }, (_, i) => 50 - 50 * Math.cos((Math.PI * i) / 20));
}

function evenly(amount: number, decimals: number, days: number): Spread {
  const span = { start: FIRST_DAY * 1440, finish: (FIRST_DAY + days) * 1440, calendar: workCalendar('seven') };
  return spreadOverSpan(amount, decimals, span, EVENLY);
}

function expectColumns(spread: Spread, mark: number, drawing: string) {
  expect(picture(histogramOf(spread, mark))).toBe(picture(drawing));
}

describe('whole units of the last digit, halves away from zero', () => {
  test.each([
    [0, 2, 0],
    [-0, 2, 0],
    [0.1 + 0.2, 2, 30],
    [0.1 + 0.2, 1, 3],
    [1 / 3, 2, 33],
    [1 / 3, 9, 333_333_333],
    [2 / 3, 0, 1],
    [0.5, 0, 1],
    [-0.5, 0, -1],
    [1.5, 0, 2],
    [2.5, 0, 3],
    [1.005, 2, 101],
    [1.004, 2, 100],
    [2.675, 2, 268],
    [-2.675, 2, -268],
    [8.345, 2, 835],
    [1e12, 0, 1e12],
    [1e12, 2, 1e14],
    [-1e12, 2, -1e14],
    [999_999_999_999.99, 2, 99_999_999_999_999],
    [1e-7, 7, 1],
    [1e-7, 6, 0],
    [4.9e-10, 9, 0],
    [5e-10, 9, 1],
    [1e21, 0, 1e21],
  ])('%d with %i decimals are %d units', (amount, decimals, units) => expect(unitsOf(amount, decimals) + 0).toBe(units));

  test.each([
    [-3, 5, 5],
    [0.9, 5.4, 5],
    [1.9, 5.4, 54],
    [12, 1, 1e9],
  ])('%d decimals are cut to a whole number from 0 to 9', (decimals, amount, units) => expect(unitsOf(amount, decimals)).toBe(units));

  test.each([
    [30, 2, 0.3],
    [1, 9, 1e-9],
    [-268, 2, -2.68],
    [7, 0, 7],
    [7, 12, 7e-9],
  ])('%d units of %i decimals are %d', (units, decimals, amount) => expect(amountOf(units, decimals)).toBe(amount));
});

describe('awkward amounts, drawn', () => {
  test('a million millions with cents over a week', () =>
    expectColumns(
      evenly(1e12, 2, 7),
      1e12,
      `
                    #               #               #               #               #               #               #
      142857142857.14 142857142857.15 142857142857.14 142857142857.14 142857142857.14 142857142857.15 142857142857.14
                    M               T               W               T               F               s               s
      `,
    ));

  test('a cent over a week lies in its middle', () =>
    expectColumns(
      evenly(0.01, 2, 7),
      0.01,
      `
                        #
         .    .    . 0.01    .    .    .
         M    T    W    T    F    s    s
      `,
    ));
});

describe('to the last digit', () => {
  test('ten thousand cents are a hundred, in any order of adding', () => {
    const cents = Array.from({ length: 10_000 }, (_, i) => spreadOfDays(new Map([[FIRST_DAY + (i % 30), 0.01]]), 2));
    expect(totalOf(sumSpreads(cents))).toBe(100);
    expect(sumSpreads(cents.toReversed())).toEqual(sumSpreads(cents));
  });

  test('a sum of spreads is the sum of their units, counted with whole numbers of any size', () => {
    const any = fc.array(
      fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(3), fc.nat(20), fc.integer({ min: 1, max: 30 }), fc.constantFrom(...SHAPES)),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(any, fc.constantFrom(...CALENDARS), (list, [, calendar]) => {
        const spreads = list.map(([units, decimals, day, days, how]) => {
          const start = (FIRST_DAY + day) * 1440;
          return spreadOverSpan(amountOf(units, decimals), decimals, { start, finish: start + days * 1440, calendar }, how);
        });
        const sum = sumSpreads(spreads);
        const scaled = list.map(([units, decimals]) => BigInt(units) * 10n ** BigInt(sum.decimals - decimals));
        expect(BigInt(sum.units.reduce((all, units) => all + units, 0))).toBe(scaled.reduce((all, units) => all + units, 0n));
      }),
      propertyRun('sums of spreads'),
    );
  });
});

describe('in the proportions of given days', () => {
  const pattern = (row: string, decimals = 0) => {
    const cells = [...row].map((cell, i) => [FIRST_DAY + i, Number(cell)] as const).filter((entry) => Number.isFinite(entry[1]));
    return spreadOfDays(new Map(cells), decimals);
  };

  test('a hundred like 1 1 1: cents go to the middle', () =>
    expectColumns(
      spreadLike(100, 2, pattern('111')),
      50,
      `
          #     #     #
      33.33 33.34 33.33
          M     T     W
      `,
    ));

  test('like 1 2 . 4 with a free day', () =>
    expectColumns(
      spreadLike(70, 0, pattern('12.4')),
      10,
      `
                #
                #
          #     #
       #  #     #
      10 20  . 40
       M  T  W  T
      `,
    ));

  test('nothing like anything is nothing', () =>
    expectColumns(
      spreadLike(0, 2, pattern('12.4')),
      1,
      `
      . . . .
      M T W T
      `,
    ));

  test('below nothing like 1 3', () =>
    expectColumns(
      spreadLike(-8, 0, pattern('13')),
      2,
      `
          -
          -
       -  -
      -2 -6
       M  T
      `,
    ));

  test('like days that cancel each other: all on the first', () => {
    const cancelled: Spread = { firstDay: FIRST_DAY, units: Float64Array.of(3, -3), decimals: 0 };
    expectColumns(
      spreadLike(9, 0, cancelled),
      9,
      `
      #
      9 .
      M T
      `,
    );
  });

  test('the pattern’s own decimals do not matter', () =>
    expect(spreadLike(10, 2, pattern('13', 3)).units).toEqual(spreadLike(10, 2, pattern('13')).units));
});

describe('explicit days', () => {
  const days = new Map([
    [FIRST_DAY + 4, 2.5],
    [FIRST_DAY + 1, 1.25],
    [FIRST_DAY + 2, 0],
    [FIRST_DAY + 7, -0.5],
  ]);

  test('stand as they are, in the order of days, with gaps between', () =>
    expectColumns(
      spreadOfDays(days, 2),
      0.5,
      `
                        #
                        #
         #              #
         #              #
         #              #              -
      1.25    .    .  2.5    .    . -0.5
         T    W    T    F    s    s    M
      `,
    ));

  test('the sum before a day counts that day not yet', () => {
    const spread = spreadOfDays(days, 2);
    expect([0, 1, 2, 4, 5, 7, 8, 99].map((day) => totalBefore(spread, FIRST_DAY + day))).toEqual([
      0, 0, 1.25, 1.25, 3.75, 3.75, 3.25, 3.25,
    ]);
  });

  test('no days are no spread', () => {
    expect(spreadOfDays(new Map(), 2).units).toHaveLength(0);
    expect(totalOf(spreadOfDays(new Map(), 2))).toBe(0);
  });
});

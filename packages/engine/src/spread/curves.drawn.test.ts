import { describe, expect, test } from 'vitest';
import { columnsOf, histogramOf } from '../testing/histogram.ts';
import { picture } from '../testing/picture.ts';
import { FIRST_DAY, workCalendar } from '../testing/started-work-chart.ts';
import { spreadOverSpan } from './spread.ts';
import type { Spread } from './spread.ts';

/** Cumulative percent at every tenth of the duration; the points between lie half way. */
function curveOf(tenths: number[]): number[] {
  return Array.from({ length: 21 }, (_, i) => (tenths[Math.floor(i / 2)] + tenths[Math.ceil(i / 2)]) / 2);
}

const BELL = curveOf([0, 2, 8, 18, 32, 50, 68, 82, 92, 98, 100]);
const FRONT = curveOf([0, 25, 45, 60, 70, 78, 85, 90, 94, 97, 100]);
const BACK = curveOf([0, 3, 6, 10, 15, 22, 30, 40, 55, 75, 100]);
const TWO_PEAKS = curveOf([0, 10, 30, 40, 45, 50, 55, 60, 70, 90, 100]);
const STRAIGHT = curveOf([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
const LUMPS = curveOf([30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 100]);

function over(days: number, curve: number[], { amount = 100, decimals = 0, calendar = 'seven' } = {}): Spread {
  const span = {
    start: FIRST_DAY * 1440 + 540,
    finish: (FIRST_DAY + days - 1) * 1440 + 1020,
    calendar: workCalendar(calendar),
  };
  return spreadOverSpan(amount, decimals, span, { shape: 'curve', curve });
}

function expectColumns(spread: Spread, mark: number, drawing: string) {
  expect(picture(histogramOf(spread, mark))).toBe(picture(drawing));
}

/** The sums up to the end of each day as columns: the S of an S-curve. */
function expectSums(spread: Spread, mark: number, drawing: string) {
  let sum = 0;
  const sums = [...spread.units].map((units) => (sum += units));
  expect(
    picture(
      columnsOf(
        sums,
        sums.map((_, i) => String(i + 1)),
        mark,
      ),
    ),
  ).toBe(picture(drawing));
}

describe('ten days: each takes two steps of the curve', () => {
  test('a bell', () =>
    expectColumns(
      over(10, BELL),
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
       M  T  W  T  F  s  s  M  T  W
      `,
    ));

  test('front-loaded', () =>
    expectColumns(
      over(10, FRONT),
      5,
      `
       #
       #  #
       #  #  #
       #  #  #  #  #
       #  #  #  #  #  #  #  #  #  #
      25 20 15 10  8  7  5  4  3  3
       M  T  W  T  F  s  s  M  T  W
      `,
    ));

  test('back-loaded', () =>
    expectColumns(
      over(10, BACK),
      5,
      `
                                  #
                               #  #
                            #  #  #
                      #  #  #  #  #
       #  #  #  #  #  #  #  #  #  #
       3  3  4  5  7  8 10 15 20 25
       M  T  W  T  F  s  s  M  T  W
      `,
    ));

  test('two peaks', () =>
    expectColumns(
      over(10, TWO_PEAKS),
      5,
      `
          #                    #
          #                    #
       #  #  #              #  #  #
       #  #  #  #  #  #  #  #  #  #
      10 20 10  5  5  5  5 10 20 10
       M  T  W  T  F  s  s  M  T  W
      `,
    ));

  test('straight is evenly', () =>
    expectColumns(
      over(10, STRAIGHT),
      10,
      `
       #  #  #  #  #  #  #  #  #  #
      10 10 10 10 10 10 10 10 10 10
       M  T  W  T  F  s  s  M  T  W
      `,
    ));

  test('a first point above zero falls on the first day, a last step on the last', () =>
    expectColumns(
      over(10, LUMPS),
      10,
      `
                                  #
                                  #
                                  #
                                  #
       #                          #
       #                          #
       #                          #
      30  .  .  .  .  .  .  .  . 70
       M  T  W  T  F  s  s  M  T  W
      `,
    ));

  test('a negative amount mirrors the bell', () =>
    expectColumns(
      over(10, BELL, { amount: -100 }),
      4,
      `
                        -   -
                    -   -   -   -
                -   -   -   -   -   -
            -   -   -   -   -   -   -   -
        -   -   -   -   -   -   -   -   -   -
       -2  -6 -10 -14 -18 -18 -14 -10  -6  -2
        M   T   W   T   F   s   s   M   T   W
      `,
    ));
});

describe('the sums up to each day', () => {
  test('of a bell are an S', () =>
    expectSums(
      over(10, BELL),
      10,
      `
                                        #   #
                                    #   #   #
                                #   #   #   #
                            #   #   #   #   #
                            #   #   #   #   #
                        #   #   #   #   #   #
                        #   #   #   #   #   #
                    #   #   #   #   #   #   #
                #   #   #   #   #   #   #   #
        #   #   #   #   #   #   #   #   #   #
        2   8  18  32  50  68  82  92  98 100
        1   2   3   4   5   6   7   8   9  10
      `,
    ));

  test('of a front-loaded curve bend over', () =>
    expectSums(
      over(10, FRONT),
      10,
      `
                                        #   #
                            #   #   #   #   #
                        #   #   #   #   #   #
                    #   #   #   #   #   #   #
                #   #   #   #   #   #   #   #
            #   #   #   #   #   #   #   #   #
            #   #   #   #   #   #   #   #   #
        #   #   #   #   #   #   #   #   #   #
        #   #   #   #   #   #   #   #   #   #
        #   #   #   #   #   #   #   #   #   #
       25  45  60  70  78  85  90  94  97 100
        1   2   3   4   5   6   7   8   9  10
      `,
    ));

  test('of a straight line are stairs', () =>
    expectSums(
      over(10, STRAIGHT),
      10,
      `
                                            #
                                        #   #
                                    #   #   #
                                #   #   #   #
                            #   #   #   #   #
                        #   #   #   #   #   #
                    #   #   #   #   #   #   #
                #   #   #   #   #   #   #   #
            #   #   #   #   #   #   #   #   #
        #   #   #   #   #   #   #   #   #   #
       10  20  30  40  50  60  70  80  90 100
        1   2   3   4   5   6   7   8   9  10
      `,
    ));
});

describe('other lengths: straight between the points', () => {
  test('five days take four steps each', () =>
    expectColumns(
      over(5, BELL),
      4,
      `
             #
             #
             #
          #  #  #
          #  #  #
          #  #  #
          #  #  #
       #  #  #  #  #
       #  #  #  #  #
       8 24 36 24  8
       M  T  W  T  F
      `,
    ));

  test('a quarter lies half way between two tenths', () =>
    expectColumns(
      over(4, BELL),
      10,
      `
          #  #
          #  #
          #  #
       #  #  #  #
      13 37 37 13
       M  T  W  T
      `,
    ));

  test('a third lies two thirds of the way from the sixth point to the seventh: 22.67', () =>
    expectColumns(
      over(3, BELL, { decimals: 2 }),
      20,
      `
                #
                #
          #     #     #
      22.67 54.66 22.67
          M     T     W
      `,
    ));

  test('the same in whole units: 23, 77, 100', () =>
    expectColumns(
      over(3, BELL),
      20,
      `
          #
          #
       #  #  #
      23 54 23
       M  T  W
      `,
    ));

  test('one day takes all', () =>
    expectColumns(
      over(1, BELL),
      50,
      `
        #
        #
      100
        M
      `,
    ));

  test('twenty days take one step each', () =>
    expectColumns(
      over(20, BELL),
      2,
      `
                      # # # #
                  # # # # # # # #
              # # # # # # # # # # # #
          # # # # # # # # # # # # # # # #
      # # # # # # # # # # # # # # # # # # # #
      1 1 3 3 5 5 7 7 9 9 9 9 7 7 5 5 3 3 1 1
      M T W T F s s M T W T F s s M T W T F s
      `,
    ));
});

describe('on calendars', () => {
  test('a bell with a week end in its middle', () =>
    expectColumns(
      over(12, BELL, { calendar: 'five' }),
      6,
      `
                   #        #
             #  #  #        #  #  #
       #  #  #  #  #        #  #  #  #  #
       2  6 10 14 18  .  . 18 14 10  6  2
       M  T  W  T  F  s  s  M  T  W  T  F
      `,
    ));

  test('a straight line over a short Friday', () =>
    expectColumns(
      over(5, STRAIGHT, { amount: 36, calendar: 'short' }),
      4,
      `
      # # # #
      # # # # #
      8 8 8 8 4
      M T W T F
      `,
    ));

  test('lumps keep to the first and the last working day beside a holiday', () =>
    expectColumns(
      over(12, LUMPS, { amount: 10, calendar: 'holidays' }),
      1,
      `
                            #
                            #
                            #
                            #
      #                     #
      #                     #
      #                     #
      3 . . . . . . . . . . 7
      M T W T F s s M T W T F
      `,
    ));
});

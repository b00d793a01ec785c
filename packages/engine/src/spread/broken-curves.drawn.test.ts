import { describe, expect, test } from 'vitest';
import { histogramOf } from '../testing/histogram.ts';
import { picture } from '../testing/picture.ts';
import { FIRST_DAY, workCalendar } from '../testing/started-work-chart.ts';
import { spreadOverSpan, totalOf } from './spread.ts';
import type { Spread } from './spread.ts';

/** Cumulative percent at every tenth of the duration; the points between lie half way. */
function curveOf(tenths: number[]): number[] {
  return Array.from({ length: 21 }, (_, i) => (tenths[Math.floor(i / 2)] + tenths[Math.ceil(i / 2)]) / 2);
}

const BELL = curveOf([0, 2, 8, 18, 32, 50, 68, 82, 92, 98, 100]);
const STRAIGHT = curveOf([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);

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

describe('points that are no curve count as evenly', () => {
  const evenly = `
       #  #  #  #  #
       #  #  #  #  #
      20 20 20 20 20
       M  T  W  T  F
      `;
  const broken: [string, number[]][] = [
    ['twenty points', STRAIGHT.slice(1)],
    ['twenty-two points', [0, ...STRAIGHT]],
    ['none', []],
    ['one that falls', STRAIGHT.map((point, i) => (i === 9 ? 20 : point))],
    ['one below zero', STRAIGHT.map((point, i) => (i === 0 ? -1 : point))],
    ['an end below 100', STRAIGHT.map((point) => point * 0.99)],
    ['an end above 100', STRAIGHT.map((point) => point * 1.01)],
    ['one that is not a number', STRAIGHT.map((point, i) => (i === 5 ? Number.NaN : point))],
  ];
  test.each(broken)('%s', (_name, curve) => expectColumns(over(5, curve), 10, evenly));

  test('an end that misses 100 by a rounding of decimals is still a curve', () =>
    expectColumns(
      over(
        5,
        BELL.map((point) => point * (1 - 1e-9)),
      ),
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

  test('and still lays the last cent of a large amount', () => {
    const points = BELL.map((point) => point * (1 - 1e-9));
    expect(totalOf(over(5, points, { amount: 1e12, decimals: 2 }))).toBe(1e12);
  });
});

import { dayOf, minuteOf } from '@gantry/domain';
import type { Period } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { spreadOfDays } from '../spread/spread.ts';
import type { Spread } from '../spread/spread.ts';
import { picture } from '../testing/picture.ts';
import { drawCurve } from '../testing/s-curve-chart.ts';
import { sCurve } from './s-curve.ts';

/** Monday 6 January 2025. */
const MONDAY = dayOf(minuteOf(2025, 1, 6));

/** Amounts of days from Monday on, `-` for none: `10 10 - - 5`. */
function row(amounts: string, decimals = 0): Spread {
  const days = amounts.split(' ').flatMap((cell, i) => (cell === '-' || cell === '' ? [] : [[MONDAY + i, Number(cell)] as const]));
  return spreadOfDays(new Map(days), decimals);
}

type Given = { plan: Spread; fact?: Spread; left?: Spread; period?: Period; dataDate: number; step: number; captions: string };

function expectCurve({ plan, fact, left, period = 'day', dataDate, step, captions }: Given, drawing: string) {
  const points = sCurve({ plan, fact: fact ?? row(''), remaining: left ?? row('') }, period, dataDate);
  expect(picture(drawCurve(points, step, captions.split(' ')))).toBe(picture(drawing));
}

/** Midnight at which a day after Monday begins. */
const day = (count: number) => (MONDAY + count) * 1440;
const of = (year: number, month: number, date: number) => dayOf(minuteOf(year, month, date));
const spread = (...days: [number, number][]) => spreadOfDays(new Map(days), 0);

describe('by days: p plan, f fact, r fact and what remains, * where two meet', () => {
  test('behind: eight a day where ten were planned, and as much goes on', () =>
    expectCurve(
      { plan: row('10 10 10 10'), fact: row('8 8'), left: row('- - 8 8 8'), dataDate: day(2), step: 4, captions: 'M T W T F' },
      `
      40 |      p *
      36 |
      32 |    p r
      28 |
      24 |    r
      20 |  p
      16 |  *
      12 |p
       8 |f
       4 |
       0 |
          M T W T F
      `,
    ));

  test('ahead: done a day early', () =>
    expectCurve(
      { plan: row('10 10 10 10'), fact: row('15 15'), left: row('- - 10'), dataDate: day(2), step: 5, captions: 'M T W T' },
      `
      40 |    r *
      35 |
      30 |  * p
      25 |
      20 |  p
      15 |f
      10 |p
       5 |
       0 |
          M T W T
      `,
    ));

  test('exactly on plan: all lines are one', () =>
    expectCurve(
      { plan: row('5 5 5 5'), fact: row('5 5'), left: row('- - 5 5'), dataDate: day(2), step: 5, captions: 'M T W T' },
      `
      20 |      *
      15 |    *
      10 |  *
       5 |*
       0 |
          M T W T
      `,
    ));

  test('over a week end the lines are level', () =>
    expectCurve(
      {
        plan: row('- - - 10 10 - - 10'),
        fact: row('- - - 10'),
        left: row('- - - - - - - 10 10'),
        dataDate: day(5),
        step: 10,
        captions: 'T F s s M T',
      },
      `
      30 |        p *
      20 |  p p p r
      10 |* * r r
       0 |
          T F s s M T
      `,
    ));

  test('before the work has begun there is a forecast and no fact', () =>
    expectCurve(
      { plan: row('10 10'), left: row('- 10 10'), dataDate: day(0), step: 10, captions: 'M T W' },
      `
      20 |  p *
      10 |p r
       0 |r
          M T W
      `,
    ));

  test('when all is past there is a fact and no forecast behind it', () =>
    expectCurve(
      { plan: row('10 10'), fact: row('10 5 5'), dataDate: day(9), step: 5, captions: 'M T W' },
      `
      20 |  p *
      15 |  f
      10 |*
       5 |
       0 |
          M T W
      `,
    ));

  test('a data date at noon belongs to its day: fact of the morning, forecast of the evening', () =>
    expectCurve(
      { plan: row('10 10 10'), fact: row('10 4'), left: row('- 6 10'), dataDate: day(1) + 720, step: 2, captions: 'M T W' },
      `
      30 |    *
      28 |
      26 |
      24 |
      22 |
      20 |  *
      18 |
      16 |
      14 |  f
      12 |
      10 |*
       8 |
       6 |
       4 |
       2 |
       0 |
          M T W
      `,
    ));

  test('a fact after the data date joins the forecast', () =>
    expectCurve(
      { plan: row('10 10'), fact: row('4 - 4'), left: row('- - - 12'), dataDate: day(1), step: 4, captions: 'M T W T' },
      `
      20 |  p p *
      16 |
      12 |p
       8 |    r
       4 |* r
       0 |
          M T W T
      `,
    ));

  test('a correction below nothing lets the fact fall', () =>
    expectCurve(
      { plan: row('10 10 10'), fact: row('10 10 -8'), dataDate: day(3), step: 4, captions: 'M T W' },
      `
      32 |    p
      28 |
      24 |
      20 |  *
      16 |
      12 |*   *
       8 |
       4 |
       0 |
          M T W
      `,
    ));

  test('tenths of one line and hundredths of the other meet exactly', () =>
    expectCurve(
      { plan: row('0.3 0.3', 1), fact: row('0.10 0.20 0.30', 2), dataDate: day(3), step: 0.3, captions: 'M T W' },
      `
      0.6 |  p *
      0.3 |p f
        0 |f
           M T W
      `,
    ));
});

describe('by longer periods: the amounts stand at the end of each', () => {
  test('weeks: the data date lies in the second, which has fact and forecast', () =>
    expectCurve(
      {
        plan: row('8 8 8 8 8 - - 8 8 8 8 8 - - 8'),
        fact: row('5 5 5 5 5 - - 5 5'),
        left: row('- - - - - - - - - 9 9 9 - - 26'),
        period: 'week',
        dataDate: day(9),
        step: 8,
        captions: '1 2 3',
      },
      `
      88 |    *
      80 |  p
      72 |
      64 |  r
      56 |
      48 |
      40 |p
      32 |  f
      24 |f
      16 |
       8 |
       0 |
          1 2 3
      `,
    ));

  test('weeks that nothing happens in are there', () =>
    expectCurve(
      { plan: row('10 - - - - - - - - - - - - - - - - - - - - 10'), period: 'week', dataDate: day(0), step: 10, captions: '1 2 3 4' },
      `
      20 |      p
      10 |p p p
       0 |r r r r
          1 2 3 4
      `,
    ));

  test('months over the turn of a year', () =>
    expectCurve(
      {
        plan: spread([of(2024, 11, 30), 10], [of(2024, 12, 31), 10], [of(2025, 1, 1), 10], [of(2025, 2, 28), 10]),
        fact: spread([of(2024, 12, 1), 10]),
        left: spread([of(2025, 1, 31), 20], [of(2025, 3, 1), 10]),
        period: 'month',
        dataDate: minuteOf(2025, 1, 1),
        step: 10,
        captions: 'N D J F M',
      },
      `
      40 |      p *
      30 |    * r
      20 |  p
      10 |p *
       0 |f
          N D J F M
      `,
    ));

  test('quarters of two years', () =>
    expectCurve(
      {
        plan: spread([of(2024, 9, 30), 4], [of(2024, 10, 1), 4], [of(2025, 3, 31), 4], [of(2025, 4, 1), 4]),
        left: spread([of(2024, 12, 31), 16]),
        period: 'quarter',
        dataDate: minuteOf(2024, 7, 1),
        step: 4,
        captions: '3 4 1 2',
      },
      `
      16 |  r r *
      12 |    p
       8 |  p
       4 |p
       0 |r
          3 4 1 2
      `,
    ));

  test('years, a leap year among them', () =>
    expectCurve(
      {
        plan: spread([of(2023, 12, 31), 5], [of(2024, 2, 29), 5], [of(2025, 1, 1), 5]),
        fact: spread([of(2024, 2, 29), 10]),
        left: spread([of(2025, 6, 1), 5]),
        period: 'year',
        dataDate: minuteOf(2024, 12, 31),
        step: 5,
        captions: '3 4 5',
      },
      `
      15 |    *
      10 |  *
       5 |p
       0 |f
          3 4 5
      `,
    ));
});

import { dayOf, formatMinute, parseMinute } from '@gantry/domain';
import type { Period } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadOfDays, spreadOverSpan } from '../spread/spread.ts';
import type { Spread } from '../spread/spread.ts';
import { columnsOf } from '../testing/histogram.ts';
import { picture, table } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { workCalendar } from '../testing/started-work-chart.ts';
import { byPeriod, nextPeriod, periodStart, sumSpreads } from './periods.ts';

const day = (text: string) => dayOf(parseMinute(text)!);
const dateOf = (value: number) => formatMinute(value * 1440).slice(0, 10);
const PERIODS: Period[] = ['day', 'week', 'month', 'quarter', 'year'];

function spread(values: Record<string, number>, decimals = 2): Spread {
  return spreadOfDays(new Map(Object.entries(values).map(([date, value]) => [day(date), value])), decimals);
}

function evenly(amount: number, from: string, to: string, calendar = 'five', decimals = 0): Spread {
  const span = { start: parseMinute(from)!, finish: parseMinute(to)!, calendar: workCalendar(calendar) };
  return spreadOverSpan(amount, decimals, span, { shape: 'evenly' });
}

/** Bars under their first days (months: without the day; years: without the month). */
function expectBars(values: Spread, period: Period, mark: number, drawing: string) {
  const bars = byPeriod(values, period);
  const caption = (from: number) =>
    dateOf(from).slice(...({ day: [5], week: [5], month: [0, 7], quarter: [0, 7], year: [0, 4] } as const)[period]);
  expect(
    picture(
      columnsOf(
        bars.map((bar) => bar.value),
        bars.map((bar) => caption(bar.from)),
        mark,
      ),
    ),
  ).toBe(picture(drawing));
}

/** The period of every day listed: the row is read by its first cell and written again. */
function expectPeriods(drawing: string) {
  const written = table(drawing)
    .split('\n')
    .map((row) => {
      const [date] = row.split(' ');
      const cells = PERIODS.slice(1).map(
        (period) => `${dateOf(periodStart(day(date), period))}…${dateOf(nextPeriod(periodStart(day(date), period), period) - 1)}`,
      );
      return [date, ...cells].join(' ');
    });
  expect(written.join('\n')).toBe(table(drawing));
}

describe('the week, month, quarter and year of a day, first to last', () => {
  test('around the turn of a year that begins on Wednesday', () =>
    expectPeriods(`
      2024-12-29 2024-12-23…2024-12-29 2024-12-01…2024-12-31 2024-10-01…2024-12-31 2024-01-01…2024-12-31
      2024-12-30 2024-12-30…2025-01-05 2024-12-01…2024-12-31 2024-10-01…2024-12-31 2024-01-01…2024-12-31
      2024-12-31 2024-12-30…2025-01-05 2024-12-01…2024-12-31 2024-10-01…2024-12-31 2024-01-01…2024-12-31
      2025-01-01 2024-12-30…2025-01-05 2025-01-01…2025-01-31 2025-01-01…2025-03-31 2025-01-01…2025-12-31
      2025-01-05 2024-12-30…2025-01-05 2025-01-01…2025-01-31 2025-01-01…2025-03-31 2025-01-01…2025-12-31
      2025-01-06 2025-01-06…2025-01-12 2025-01-01…2025-01-31 2025-01-01…2025-03-31 2025-01-01…2025-12-31
    `));

  test('around the end of February, in a common year and in a leap year', () =>
    expectPeriods(`
      2025-02-28 2025-02-24…2025-03-02 2025-02-01…2025-02-28 2025-01-01…2025-03-31 2025-01-01…2025-12-31
      2025-03-01 2025-02-24…2025-03-02 2025-03-01…2025-03-31 2025-01-01…2025-03-31 2025-01-01…2025-12-31
      2024-02-28 2024-02-26…2024-03-03 2024-02-01…2024-02-29 2024-01-01…2024-03-31 2024-01-01…2024-12-31
      2024-02-29 2024-02-26…2024-03-03 2024-02-01…2024-02-29 2024-01-01…2024-03-31 2024-01-01…2024-12-31
      2024-03-01 2024-02-26…2024-03-03 2024-03-01…2024-03-31 2024-01-01…2024-03-31 2024-01-01…2024-12-31
    `));

  test('at the turns of quarters', () =>
    expectPeriods(`
      2025-03-31 2025-03-31…2025-04-06 2025-03-01…2025-03-31 2025-01-01…2025-03-31 2025-01-01…2025-12-31
      2025-04-01 2025-03-31…2025-04-06 2025-04-01…2025-04-30 2025-04-01…2025-06-30 2025-01-01…2025-12-31
      2025-06-30 2025-06-30…2025-07-06 2025-06-01…2025-06-30 2025-04-01…2025-06-30 2025-01-01…2025-12-31
      2025-07-01 2025-06-30…2025-07-06 2025-07-01…2025-07-31 2025-07-01…2025-09-30 2025-01-01…2025-12-31
      2025-09-30 2025-09-29…2025-10-05 2025-09-01…2025-09-30 2025-07-01…2025-09-30 2025-01-01…2025-12-31
      2025-10-01 2025-09-29…2025-10-05 2025-10-01…2025-10-31 2025-10-01…2025-12-31 2025-01-01…2025-12-31
      2025-12-31 2025-12-29…2026-01-04 2025-12-01…2025-12-31 2025-10-01…2025-12-31 2025-01-01…2025-12-31
    `));

  test('before the first day of the count, and in a year without a leap day', () =>
    expectPeriods(`
      1989-12-31 1989-12-25…1989-12-31 1989-12-01…1989-12-31 1989-10-01…1989-12-31 1989-01-01…1989-12-31
      1990-01-01 1990-01-01…1990-01-07 1990-01-01…1990-01-31 1990-01-01…1990-03-31 1990-01-01…1990-12-31
      2100-02-28 2100-02-22…2100-02-28 2100-02-01…2100-02-28 2100-01-01…2100-03-31 2100-01-01…2100-12-31
      2100-03-01 2100-03-01…2100-03-07 2100-03-01…2100-03-31 2100-01-01…2100-03-31 2100-01-01…2100-12-31
    `));
});

describe('bars', () => {
  test('by days they are the spread itself', () =>
    expectBars(
      evenly(6, '2025-03-06T09:00', '2025-03-10T17:00'),
      'day',
      1,
      `
          #     #                 #
          #     #                 #
          2     2     .     .     2
      03-06 03-07 03-08 03-09 03-10
      `,
    ));

  test('by weeks: three days of the first, five of the second, one of the third', () =>
    expectBars(
      evenly(18, '2025-03-05T09:00', '2025-03-17T17:00'),
      'week',
      2,
      `
                #
                #
          #     #
          #     #
          #     #     #
          6    10     2
      03-03 03-10 03-17
      `,
    ));

  test('by months: an even stretch of calendar days', () =>
    expectBars(
      evenly(90, '2025-01-17T00:00', '2025-04-17T00:00', 'around'),
      'month',
      10,
      `
                      #       #
              #       #       #       #
              #       #       #       #
             15      28      31      16
        2025-01 2025-02 2025-03 2025-04
      `,
    ));

  test('by quarters over two years', () =>
    expectBars(
      spread({ '2024-09-30': 4, '2024-10-01': 8, '2025-03-31': 2, '2025-04-01': 6 }, 0),
      'quarter',
      2,
      `
                      #
                      #               #
              #       #               #
              #       #       #       #
              4       8       2       6
        2024-07 2024-10 2025-01 2025-04
      `,
    ));

  test('by years, with one between in which nothing happens', () =>
    expectBars(
      spread({ '2023-12-31': 3, '2025-01-01': 6 }, 0),
      'year',
      3,
      `
                     #
           #         #
           3    .    6
        2023 2024 2025
      `,
    ));

  test('amounts that cancel each other in a month leave an empty bar', () =>
    expectBars(
      spread({ '2025-01-10': 5, '2025-01-20': -5, '2025-02-01': 5 }, 0),
      'month',
      5,
      `
                      #
              .       5
        2025-01 2025-02
      `,
    ));

  test('a correction is a bar below nothing', () =>
    expectBars(
      spread({ '2025-01-10': 5, '2025-02-01': -2.5 }),
      'month',
      2.5,
      `
              #
              #       -
              5    -2.5
        2025-01 2025-02
      `,
    ));

  test('tenths that no binary number holds add up', () =>
    expectBars(
      spread(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`2025-01-${22 + i}`, 0.1]).concat([['2025-02-01', 0.7]])), 1),
      'month',
      0.5,
      `
              #
              #       #
              1     0.7
        2025-01 2025-02
      `,
    ));

  test('one day is one bar of any period', () => {
    for (const period of PERIODS) expect(byPeriod(spread({ '2024-02-29': 7 }), period).map((bar) => bar.value)).toEqual([7]);
  });

  test('nothing has no bars', () => {
    for (const period of PERIODS) expect(byPeriod(spread({}), period)).toEqual([]);
  });
});

describe('several items', () => {
  test('are added day by day, wherever they begin and end', () =>
    expectBars(
      sumSpreads([
        evenly(4, '2025-03-03T09:00', '2025-03-04T17:00'),
        evenly(9, '2025-03-04T09:00', '2025-03-06T17:00'),
        evenly(2, '2025-03-06T09:00', '2025-03-07T17:00'),
      ]),
      'day',
      1,
      `
                #
                #           #
                #     #     #
          #     #     #     #
          #     #     #     #     #
          2     5     3     4     1
      03-03 03-04 03-05 03-06 03-07
      `,
    ));

  test('across a turn of the year each gives its part to both years', () =>
    expectBars(
      sumSpreads([
        evenly(10, '2024-12-27T00:00', '2025-01-06T00:00', 'around'),
        evenly(4, '2024-12-30T00:00', '2025-01-03T00:00', 'around'),
      ]),
      'year',
      1,
      `
           #    #
           #    #
           #    #
           #    #
           #    #
           #    #
           #    #
           7    7
        2024 2025
      `,
    ));

  test('of different digits keep the finer ones', () =>
    expectBars(
      sumSpreads([spread({ '2025-03-03': 1 }, 0), spread({ '2025-03-03': 0.25 }, 2), spread({ '2025-03-04': 0.125 }, 3)]),
      'day',
      0.5,
      `
          #
          #
          #     #
       1.25 0.125
      03-03 03-04
      `,
    ));

  test('the empty ones among them change nothing', () => {
    const one = spread({ '2025-03-03': 1 });
    expect(sumSpreads([spread({}), one, spread({})])).toEqual(one);
  });

  test('shorter periods inside a longer one add up to it', () => {
    const any = fc.array(fc.tuple(fc.nat(800), fc.integer({ min: -500, max: 500 })), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(any, fc.integer({ min: -4000, max: 20_000 }), (list, first) => {
        const days = spreadOfDays(new Map(list.map(([at, value]) => [first + at, value])), 0);
        const months = byPeriod(days, 'month');
        for (const longer of ['quarter', 'year'] as const)
          for (const bar of byPeriod(days, longer)) {
            const inside = months.filter((month) => month.from >= bar.from && month.to <= bar.to);
            expect(inside.reduce((sum, month) => sum + month.value, 0)).toBe(bar.value);
          }
        for (const week of byPeriod(days, 'week')) expect([((week.from % 7) + 7) % 7, week.to - week.from]).toEqual([0, 7]);
      }),
      propertyRun('periods in periods'),
    );
  });
});

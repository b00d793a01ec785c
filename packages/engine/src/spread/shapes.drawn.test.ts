import { describe, expect, test } from 'vitest';
import { histogramOf } from '../testing/histogram.ts';
import { picture } from '../testing/picture.ts';
import { FIRST_DAY, workCalendar } from '../testing/started-work-chart.ts';
import { spreadOverSpan, totalOf } from './spread.ts';
import type { SpreadShape } from './spread.ts';

/** An amount over a span from one day and hour to another, days counted from a Monday. */
type Given = {
  amount: number;
  decimals?: number;
  calendar?: string;
  from: [number, number];
  to: [number, number];
  how?: SpreadShape['shape'];
  /** Amount of one mark of a column. */
  mark: number;
};

function expectColumns({ amount, decimals = 0, calendar = 'five', from, to, how = 'evenly', mark }: Given, drawing: string) {
  const moment = ([day, hour]: [number, number]) => (FIRST_DAY + day) * 1440 + Math.round(hour * 60);
  const span = { start: moment(from), finish: moment(to), calendar: workCalendar(calendar) };
  const spread = spreadOverSpan(amount, decimals, span, how === 'curve' ? { shape: how, curve: [] } : { shape: how });
  expect(picture(histogramOf(spread, mark))).toBe(picture(drawing));
  expect(totalOf(spread)).toBe(amount);
}

describe('evenly: by working time', () => {
  test('a week of full days', () =>
    expectColumns(
      { amount: 40, from: [0, 9], to: [4, 17], mark: 4 },
      `
      # # # # #
      # # # # #
      8 8 8 8 8
      M T W T F
      `,
    ));

  test('over a week end, which gets nothing', () =>
    expectColumns(
      { amount: 20, from: [3, 9], to: [8, 17], mark: 5 },
      `
      # #     # #
      5 5 . . 5 5
      T F s s M T
      `,
    ));

  test('from noon to noon: half days at both ends', () =>
    expectColumns(
      { amount: 20, from: [0, 13], to: [2, 13], mark: 5 },
      `
          #
       #  #  #
       5 10  5
       M  T  W
      `,
    ));

  test('a short Friday gets half of a day', () =>
    expectColumns(
      { calendar: 'short', amount: 36, from: [0, 9], to: [4, 13], mark: 4 },
      `
      # # # #
      # # # # #
      8 8 8 8 4
      M T W T F
      `,
    ));

  test('holidays get nothing', () =>
    expectColumns(
      { calendar: 'holidays', amount: 18, from: [7, 9], to: [15, 17], mark: 3 },
      `
      # #   # #       #
      4 3 . 4 3 . . . 4
      M T W T F s s M T
      `,
    ));

  test('nights: two hours before midnight, six after the last', () =>
    expectColumns(
      { calendar: 'night', amount: 24, from: [0, 22], to: [3, 6], mark: 2 },
      `
        # #
        # # #
        # # #
      # # # #
      2 8 8 6
      M T W T
      `,
    ));

  test('around the clock: half a Saturday, all of Sunday, half a Monday', () =>
    expectColumns(
      { calendar: 'around', amount: 48, from: [5, 12], to: [7, 12], mark: 12 },
      `
          #
       #  #  #
      12 24 12
       s  s  M
      `,
    ));

  test('a lunch break is no time: eight hours and four', () =>
    expectColumns(
      { calendar: 'split', amount: 12, from: [0, 8], to: [1, 12], mark: 4 },
      `
      #
      # #
      8 4
      M T
      `,
    ));

  test('every day of a seven-day week', () =>
    expectColumns(
      { calendar: 'seven', amount: 14, from: [0, 9], to: [6, 17], mark: 1 },
      `
      # # # # # # #
      # # # # # # #
      2 2 2 2 2 2 2
      M T W T F s s
      `,
    ));

  test('a Saturday that works for once', () =>
    expectColumns(
      { calendar: 'saturday', amount: 9, from: [10, 9], to: [12, 17], mark: 3 },
      `
      # # #
      3 3 3
      T F s
      `,
    ));

  test('a span that begins on Saturday has its first days empty', () =>
    expectColumns(
      { amount: 10, from: [5, 0], to: [8, 17], mark: 5 },
      `
          # #
      . . 5 5
      s s M T
      `,
    ));

  test('a span that ends at the start of Monday’s work has nothing on Monday', () =>
    expectColumns(
      { amount: 10, from: [3, 9], to: [7, 9], mark: 5 },
      `
      # #
      5 5 . . .
      T F s s M
      `,
    ));

  test('one minute of work', () =>
    expectColumns(
      { amount: 7, from: [0, 9], to: [0, 9 + 1 / 60], mark: 7 },
      `
      #
      7
      M
      `,
    ));

  test('the last minute of one day and the first of the next share alike', () =>
    expectColumns(
      { amount: 6, from: [0, 17 - 1 / 60], to: [1, 9 + 1 / 60], mark: 3 },
      `
      # #
      3 3
      M T
      `,
    ));

  test('a span without working time puts all of it on its first day', () =>
    expectColumns(
      { amount: 5, from: [5, 0], to: [7, 0], mark: 5 },
      `
      #
      5
      s
      `,
    ));

  test('a span that ends before it begins puts all of it on its first day', () =>
    expectColumns(
      { amount: 5, from: [3, 9], to: [1, 9], mark: 5 },
      `
      #
      5
      T
      `,
    ));
});

describe('evenly: the difference of rounded sums', () => {
  test('ten over three days: 3.33 and 6.67 so far', () =>
    expectColumns(
      { amount: 10, from: [0, 9], to: [2, 17], mark: 1 },
      `
        #
      # # #
      # # #
      # # #
      3 4 3
      M T W
      `,
    ));

  test('one over four days falls where half of it is reached', () =>
    expectColumns(
      { amount: 1, from: [0, 9], to: [3, 17], mark: 1 },
      `
        #
      . 1 . .
      M T W T
      `,
    ));

  test('two over five days lie apart, not together', () =>
    expectColumns(
      { amount: 2, from: [0, 9], to: [4, 17], mark: 1 },
      `
        #   #
      . 1 . 1 .
      M T W T F
      `,
    ));

  test('a hundred over seven days', () =>
    expectColumns(
      { calendar: 'seven', amount: 100, from: [0, 9], to: [6, 17], mark: 15 },
      `
       #  #  #  #  #  #  #
      14 15 14 14 14 15 14
       M  T  W  T  F  s  s
      `,
    ));

  test('the same in tenths: 14.2857… a day', () =>
    expectColumns(
      { calendar: 'seven', amount: 100, decimals: 1, from: [0, 9], to: [6, 17], mark: 15 },
      `
         #    #    #    #    #    #    #
      14.3 14.3 14.3 14.2 14.3 14.3 14.3
         M    T    W    T    F    s    s
      `,
    ));

  test('below nothing is the mirror', () =>
    expectColumns(
      { amount: -10, from: [0, 9], to: [2, 17], mark: 1 },
      `
          -
       -  -  -
       -  -  -
       -  -  -
      -3 -4 -3
       M  T  W
      `,
    ));

  test('a half below nothing is rounded away from zero as well', () =>
    expectColumns(
      { amount: -1, from: [0, 9], to: [3, 17], mark: 1 },
      `
          -
       . -1  .  .
       M  T  W  T
      `,
    ));

  test('nothing is nothing on every day', () =>
    expectColumns(
      { amount: 0, from: [0, 9], to: [2, 17], mark: 1 },
      `
      . . .
      M T W
      `,
    ));

  test('unequal days: 10 over eight, eight and four hours', () =>
    expectColumns(
      { calendar: 'short', amount: 10, from: [2, 9], to: [4, 13], mark: 2 },
      `
      # #
      # # #
      4 4 2
      W T F
      `,
    ));
});

describe('on one end', () => {
  test('start: all on the first working day', () =>
    expectColumns(
      { amount: 40, how: 'start', from: [0, 9], to: [4, 17], mark: 20 },
      `
       #
       #
      40  .  .  .  .
       M  T  W  T  F
      `,
    ));

  test('end: all on the last working day', () =>
    expectColumns(
      { amount: 40, how: 'end', from: [0, 9], to: [4, 17], mark: 20 },
      `
                   #
                   #
       .  .  .  . 40
       M  T  W  T  F
      `,
    ));

  test('start of a span that begins on Saturday: Monday', () =>
    expectColumns(
      { amount: 4, how: 'start', from: [5, 9], to: [8, 17], mark: 2 },
      `
          #
          #
      . . 4 .
      s s M T
      `,
    ));

  test('end of a span that ends on Sunday: Friday', () =>
    expectColumns(
      { amount: 4, how: 'end', from: [3, 9], to: [6, 17], mark: 2 },
      `
        #
        #
      . 4 . .
      T F s s
      `,
    ));

  test('end of a span whose last morning is one minute long: that morning', () =>
    expectColumns(
      { amount: 4, how: 'end', from: [0, 9], to: [1, 9 + 1 / 60], mark: 2 },
      `
        #
        #
      . 4
      M T
      `,
    ));

  test('both are the same on a single day', () => {
    const day: Omit<Given, 'how'> = { amount: 4, from: [2, 9], to: [2, 17], mark: 2 };
    const drawing = `
      #
      #
      4
      W
      `;
    expectColumns({ ...day, how: 'start' }, drawing);
    expectColumns({ ...day, how: 'end' }, drawing);
  });

  test('a negative amount on the last working night', () =>
    expectColumns(
      { calendar: 'night', amount: -6, how: 'end', from: [0, 22], to: [2, 6], mark: 3 },
      `
             -
             -
       .  . -6
       M  T  W
      `,
    ));
});

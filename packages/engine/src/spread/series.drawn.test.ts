import type { Minute } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { daysTable } from '../testing/histogram.ts';
import { picture } from '../testing/picture.ts';
import { FIRST_DAY, workCalendar } from '../testing/started-work-chart.ts';
import { spreadSeries } from './assignment.ts';
import type { SpreadDates, SpreadSource } from './assignment.ts';
import type { SpreadShape } from './spread.ts';

const moment = (day: number, hour: number): Minute => (FIRST_DAY + day) * 1440 + hour * 60;
const FAST: SpreadShape = { shape: 'curve', curve: Array.from({ length: 21 }, (_, i) => Math.min(100, i * 10)) };

/** Spans as first and last day; the data date as the day that it begins; rows of days as digits from Monday on. */
type Given = {
  planned?: number;
  actual?: number;
  remaining?: number;
  decimals?: number;
  how?: SpreadShape;
  plan?: [number, number];
  started?: number;
  ended?: number;
  early?: [number, number];
  dataDay?: number;
  dataHour?: number;
  planDays?: string;
  factDays?: string;
  calendar?: string;
};

function expectTable(given: Given, drawing: string) {
  const { planned = 0, actual = 0, remaining = 0, decimals = 0, how = { shape: 'evenly' } } = given;
  const daysOf = (row?: string) =>
    row === undefined ? null : new Map([...row].flatMap((cell, i) => (/\d/.test(cell) ? [[FIRST_DAY + i, Number(cell)] as const] : [])));
  const source: SpreadSource = {
    planned,
    actual,
    remaining,
    decimals,
    how,
    plannedDays: daysOf(given.planDays),
    actualDays: daysOf(given.factDays),
  };
  const dates: SpreadDates = {
    plannedStart: given.plan ? moment(given.plan[0], 9) : null,
    plannedFinish: given.plan ? moment(given.plan[1], 17) : null,
    actualStart: given.started === undefined ? null : moment(given.started, 9),
    actualFinish: given.ended === undefined ? null : moment(given.ended, 17),
    earlyStart: given.early ? moment(given.early[0], 9) : null,
    earlyFinish: given.early ? moment(given.early[1], 17) : null,
    dataDate: moment(given.dataDay ?? 0, given.dataHour ?? 0),
    calendar: workCalendar(given.calendar ?? 'five'),
  };
  const { plan, fact, remaining: left } = spreadSeries(source, dates);
  expect(picture(daysTable({ plan, fact, left }))).toBe(picture(drawing));
}

describe('work that has not begun', () => {
  test('plan and rest lie on the same days when nothing has moved', () =>
    expectTable(
      { planned: 20, remaining: 20, plan: [0, 3], early: [0, 3] },
      `
           M T W T
      plan 5 5 5 5
      fact
      left 5 5 5 5
      `,
    ));

  test('what is delayed has its rest later', () =>
    expectTable(
      { planned: 20, remaining: 20, plan: [0, 3], early: [2, 7], dataDay: 2 },
      `
           M T W T F s s M
      plan 5 5 5 5
      fact
      left     5 5 5 . . 5
      `,
    ));

  test('the rest keeps the shape: all on the first day', () =>
    expectTable(
      { planned: 8, remaining: 8, how: { shape: 'start' }, plan: [0, 1], early: [2, 4], dataDay: 2 },
      `
           M T W T F
      plan 8 .
      fact
      left     8 . .
      `,
    ));

  test('the rest keeps the shape: a curve that is fast at first', () =>
    expectTable(
      { planned: 8, remaining: 8, how: FAST, plan: [0, 3], early: [1, 4], dataDay: 1 },
      `
           M T W T F
      plan 4 4 . .
      fact
      left   4 4 . .
      `,
    ));

  test('a plan without dates is not laid', () =>
    expectTable(
      { planned: 8, remaining: 8, early: [1, 2] },
      `
           T W
      plan
      fact
      left 4 4
      `,
    ));
});

describe('work in progress', () => {
  test('the fact that is known as a sum lies evenly up to the data date, the rest behind it', () =>
    expectTable(
      { planned: 25, actual: 12, remaining: 13, plan: [0, 4], started: 0, early: [3, 4], dataDay: 3 },
      `
           M T W T F
      plan 5 5 5 5 5
      fact 4 4 4
      left       7 6
      `,
    ));

  test('a data date in the middle of a day parts it between fact and rest', () =>
    expectTable(
      { planned: 20, actual: 6, remaining: 10, plan: [0, 3], started: 0, early: [1, 3], dataDay: 1, dataHour: 13 },
      `
           M T W T
      plan 5 5 5 5
      fact 4 2
      left   2 4 4
      `,
    ));

  test('recorded days are facts as they stand; the sum beside them is not looked at', () =>
    expectTable(
      { planned: 20, actual: 99, remaining: 10, plan: [0, 3], started: 0, factDays: '3.7', early: [3, 4], dataDay: 3 },
      `
           M T W T F
      plan 5 5 5 5
      fact 3 . 7
      left       5 5
      `,
    ));

  test('a curve belongs to the whole duration: what is left goes on evenly', () =>
    expectTable(
      { planned: 20, actual: 10, remaining: 6, how: FAST, plan: [0, 3], started: 0, early: [2, 4], dataDay: 2 },
      `
            M  T  W  T  F
      plan 10 10  .  .
      fact  5  5
      left        2  2  2
      `,
    ));

  test('all at the end stays at the end of what is left', () =>
    expectTable(
      { planned: 9, actual: 3, remaining: 6, how: { shape: 'end' }, plan: [0, 2], started: 0, early: [2, 4], dataDay: 2 },
      `
           M T W T F
      plan . . 9
      fact 2 1
      left     . . 6
      `,
    ));

  test('work that began after the data date has its fact on the day it began', () =>
    expectTable(
      { planned: 4, actual: 3, remaining: 1, plan: [0, 1], started: 2, early: [2, 2], dataDay: 1 },
      `
           M T W
      plan 2 2
      fact     3
      left     1
      `,
    ));

  test('the fact leaves out the week end', () =>
    expectTable(
      { planned: 12, actual: 9, remaining: 3, plan: [3, 8], started: 3, early: [8, 8], dataDay: 8 },
      `
           T F s s M T
      plan 3 3 . . 3 3
      fact 3 3 . . 3
      left           3
      `,
    ));
});

describe('a daily plan', () => {
  test('gives the form, the total stays', () =>
    expectTable(
      { planned: 30, remaining: 30, planDays: '12', plan: [0, 4], early: [0, 4] },
      `
            M  T
      plan 10 20
      fact
      left 10 20
      `,
    ));

  test('without a total it is the plan itself', () =>
    expectTable(
      { planned: 0, remaining: 0, planDays: '12.3' },
      `
           M T W T
      plan 1 2 . 3
      fact
      left
      `,
    ));

  test('what it says from the data date on gives the form of the rest', () =>
    expectTable(
      { planned: 12, actual: 5, remaining: 8, planDays: '22224', plan: [0, 4], started: 0, early: [2, 4], dataDay: 2 },
      `
           M T W T F
      plan 2 2 2 2 4
      fact 3 2
      left     2 2 4
      `,
    ));

  test('of a day that has begun nothing counts for the rest', () =>
    expectTable(
      { planned: 6, remaining: 6, planDays: '222', plan: [0, 2], early: [0, 2], dataDay: 0, dataHour: 12 },
      `
           M T W
      plan 2 2 2
      fact
      left   3 3
      `,
    ));

  test('one that has run out leaves the rest to the shape', () =>
    expectTable(
      { planned: 6, actual: 2, remaining: 4, planDays: '33', plan: [0, 1], started: 0, early: [2, 3], dataDay: 2 },
      `
           M T W T
      plan 3 3
      fact 1 1
      left     2 2
      `,
    ));

  test('may stand on days off: they are what the planner says', () =>
    expectTable(
      { planned: 4, remaining: 4, planDays: '....121', plan: [0, 4], early: [4, 4] },
      `
           F s s
      plan 1 2 1
      fact
      left 1 2 1
      `,
    ));

  test('of zeros is no form: by the dates', () =>
    expectTable(
      { planned: 4, remaining: 4, planDays: '00', plan: [0, 1], early: [0, 1] },
      `
           M T
      plan 2 2
      fact
      left 2 2
      `,
    ));
});

describe('completed work', () => {
  test('has its fact up to its finish and nothing left', () =>
    expectTable(
      { planned: 10, actual: 12, plan: [0, 4], started: 0, ended: 2, dataDay: 4 },
      `
           M T W T F
      plan 2 2 2 2 2
      fact 4 4 4
      left
      `,
    ));

  test('has no rest even where the dates of the calculation say something', () =>
    expectTable(
      { planned: 4, actual: 4, remaining: 0, plan: [0, 1], started: 0, ended: 1, early: [4, 4], dataDay: 4 },
      `
           M T
      plan 2 2
      fact 2 2
      left
      `,
    ));

  test('with recorded days on a Sunday keeps them', () =>
    expectTable(
      { planned: 3, actual: 3, factDays: '1.....2', plan: [0, 0], started: 0, ended: 6, dataDay: 8 },
      `
           M T W T F s s
      plan 3
      fact 1 . . . . . 2
      left
      `,
    ));
});

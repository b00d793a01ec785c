import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { drawProfile } from '../testing/profile-chart.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions } from './level.ts';
import type { LevelingPriority } from './order.ts';
import { drawnPlan } from './testing/drawn-plan.ts';

function expectOrder(drawing: string, priorities: LevelingPriority[], expected: string, options: Partial<LevelingOptions> = {}) {
  const plan = drawnPlan(drawing);
  const result = levelPlan(plan, { ...DEFAULT_LEVELING, ...options, priorities });
  expect(picture(drawProfile(plan, result.leveled))).toBe(picture(expected));
}

const up = (by: LevelingPriority['by']): LevelingPriority => ({ by });
const down = (by: LevelingPriority['by']): LevelingPriority => ({ by, descending: true });
const ROW = up('row');

describe('by early dates: P lets B start on Tuesday, Q lets C start on Wednesday', () => {
  const EARLY = `
    limit crew 1
    P 1d
    Q 2d
    A 2d crew:1
    B 2d crew:1 <- P
    C 2d crew:1 <- Q`;

  test('the earliest early start first', () =>
    expectOrder(
      EARLY,
      [up('early_start')],
      `
              MTWTFss M
      P       =
      Q       ==
      A       ==
      B         ==
      C           =.. =
      crew  1 #####-- #
      `,
    ));

  test('the latest early start first: B can go as soon as P stands, C not before Q, A comes last', () =>
    expectOrder(
      EARLY,
      [down('early_start')],
      `
              MTWTFss MT
      P       =
      Q       ==
      A               ==
      B        ==
      C          ==
      crew  1 -####-- ##
      `,
    ));

  test('the middle one first: A finds no room before it', () =>
    expectOrder(
      EARLY,
      [up('custom'), ROW],
      `
              MTWTFss MT
      P       =
      Q       ==
      A          ==
      B        ==
      C               ==
      crew  1 -####-- ##
      `,
      { customPriority: (id) => (id === 4 ? 0 : 1) },
    ));
});

describe('free float is not total float: A and C have successors that feel them at once', () => {
  const FLOATS = `
    limit crew 1
    L 6d
    A 1d crew:1
    X 3d <- A
    B 2d crew:1
    C 1d crew:1
    Y 1d <- C
    D 3d crew:1`;

  test('by total float: A 2, D 3, B and C 4', () =>
    expectOrder(
      FLOATS,
      [up('total_float'), ROW],
      `
              MTWTFss MTW
      L       =====.. =
      A       =
      X        ===
      B           =.. =
      C                =
      Y                 =
      D        ===
      crew  1 #####-- ##-
      `,
    ));

  test('by free float: A and C none, D 3, B 4', () =>
    expectOrder(
      FLOATS,
      [up('free_float'), ROW],
      `
              MTWTFss MT
      L       =====.. =
      A       =
      X        ===
      B               ==
      C        =
      Y         =
      D         ===
      crew  1 #####-- ##
      `,
    ));
});

describe('nobody goes before a predecessor, whatever the priority says', () => {
  const CHAIN = `
    limit crew 1
    A 2d crew:1
    B 1d crew:1 <- A
    C 2d crew:1`;

  test('the second of a chain first: it still waits for the first, which takes the place in the row', () =>
    expectOrder(
      CHAIN,
      [up('custom'), down('row')],
      `
              MTWTF
      A         ==
      B           =
      C       ==
      crew  1 #####
      `,
      { customPriority: (id) => (id === 2 ? 0 : 1) },
    ));

  test('the shortest first is in the middle of a chain: the next shortest that can go does', () =>
    expectOrder(
      CHAIN,
      [up('duration'), ROW],
      `
              MTWTF
      A       ==
      B         =
      C          ==
      crew  1 #####
      `,
    ));
});

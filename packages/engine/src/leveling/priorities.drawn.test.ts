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

describe('three works want one crew; Z follows C and makes it critical', () => {
  const THREE = `
    limit crew 1
    A 3d crew:1
    B 1d crew:1
    C 2d crew:1
    Z 6d <- C`;

  test('by row', () =>
    expectOrder(
      THREE,
      [ROW],
      `
              MTWTFss MTWTFss MT
      A       ===
      B          =
      C           =.. =
      Z                ====.. ==
      crew  1 #####-- #------ --
      `,
    ));

  test('by row from below', () =>
    expectOrder(
      THREE,
      [down('row')],
      `
              MTWTFss MTW
      A          ==.. =
      B         =
      C       ==
      Z         ===.. ===
      crew  1 #####-- #--
      `,
    ));

  test('the shortest first', () =>
    expectOrder(
      THREE,
      [up('duration')],
      `
              MTWTFss MTWT
      A          ==.. =
      B       =
      C        ==
      Z          ==.. ====
      crew  1 #####-- #---
      `,
    ));

  test('the longest first', () =>
    expectOrder(
      THREE,
      [down('duration')],
      `
              MTWTFss MTWTFss M
      A       ===
      B               =
      C          ==
      Z               =====.. =
      crew  1 #####-- #------ -
      `,
    ));

  test('the least total float first', () =>
    expectOrder(
      THREE,
      [up('total_float')],
      `
              MTWTFss MTW
      A         ===
      B               =
      C       ==
      Z         ===.. ===
      crew  1 #####-- #--
      `,
    ));

  test('the most total float first', () =>
    expectOrder(
      THREE,
      [down('total_float')],
      `
              MTWTFss MTWTFss MT
      A        ===
      B       =
      C           =.. =
      Z                ====.. ==
      crew  1 #####-- #------ --
      `,
    ));

  test('the earliest late finish first, then by row', () =>
    expectOrder(
      THREE,
      [up('late_finish'), ROW],
      `
              MTWTFss MTW
      A         ===
      B               =
      C       ==
      Z         ===.. ===
      crew  1 #####-- #--
      `,
    ));

  test('the earliest late finish first, then by row from below', () =>
    expectOrder(
      THREE,
      [up('late_finish'), down('row')],
      `
              MTWTFss MTW
      A          ==.. =
      B         =
      C       ==
      Z         ===.. ===
      crew  1 #####-- #--
      `,
    ));

  test('the latest late finish first, then by row', () =>
    expectOrder(
      THREE,
      [down('late_finish'), ROW],
      `
              MTWTFss MTWTFss MT
      A       ===
      B          =
      C           =.. =
      Z                ====.. ==
      crew  1 #####-- #------ --
      `,
    ));

  test('the earliest late start first', () =>
    expectOrder(
      THREE,
      [up('late_start')],
      `
              MTWTFss MTW
      A         ===
      B               =
      C       ==
      Z         ===.. ===
      crew  1 #####-- #--
      `,
    ));

  test('the latest late start first', () =>
    expectOrder(
      THREE,
      [down('late_start')],
      `
              MTWTFss MTWTFss MT
      A        ===
      B       =
      C           =.. =
      Z                ====.. ==
      crew  1 #####-- #------ --
      `,
    ));

  test('the earliest early finish first', () =>
    expectOrder(
      THREE,
      [up('early_finish')],
      `
              MTWTFss MTWT
      A          ==.. =
      B       =
      C        ==
      Z          ==.. ====
      crew  1 #####-- #---
      `,
    ));

  test('the latest early finish first', () =>
    expectOrder(
      THREE,
      [down('early_finish')],
      `
              MTWTFss MTWTFss M
      A       ===
      B               =
      C          ==
      Z               =====.. =
      crew  1 #####-- #------ -
      `,
    ));

  test('equal early starts: the next key decides', () =>
    expectOrder(
      THREE,
      [up('early_start'), down('duration')],
      `
              MTWTFss MTWTFss M
      A       ===
      B               =
      C          ==
      Z               =====.. =
      crew  1 #####-- #------ -
      `,
    ));

  test('the least free float first', () =>
    expectOrder(
      THREE,
      [up('free_float')],
      `
              MTWTFss MTW
      A         ===
      B               =
      C       ==
      Z         ===.. ===
      crew  1 #####-- #--
      `,
    ));

  test('the most free float first', () =>
    expectOrder(
      THREE,
      [down('free_float')],
      `
              MTWTFss MTWTFss MT
      A        ===
      B       =
      C           =.. =
      Z                ====.. ==
      crew  1 #####-- #------ --
      `,
    ));

  test('numbers of the planner, smaller first', () =>
    expectOrder(
      THREE,
      [up('custom')],
      `
              MTWTFss MTWT
      A          ==.. =
      B       =
      C        ==
      Z          ==.. ====
      crew  1 #####-- #---
      `,
      { customPriority: (id) => [9, 1, 5][id - 1] ?? 0 },
    ));

  test('numbers of the planner, larger first', () =>
    expectOrder(
      THREE,
      [down('custom')],
      `
              MTWTFss MTWTFss M
      A       ===
      B               =
      C          ==
      Z               =====.. =
      crew  1 #####-- #------ -
      `,
      { customPriority: (id) => [9, 1, 5][id - 1] ?? 0 },
    ));

  test('equal numbers of the planner: the next key decides', () =>
    expectOrder(
      THREE,
      [up('custom'), down('row')],
      `
              MTWTFss MTW
      A          ==.. =
      B         =
      C       ==
      Z         ===.. ===
      crew  1 #####-- #--
      `,
      { customPriority: () => 3 },
    ));

  test('a number before all others: the rest by the second key', () =>
    expectOrder(
      THREE,
      [up('custom'), up('duration')],
      `
              MTWTFss MTWT
      A          ==.. =
      B       =
      C        ==
      Z          ==.. ====
      crew  1 #####-- #---
      `,
      { customPriority: (id) => (id === 2 ? 0 : 1) },
    ));

  test('the default list: numbers of the planner, late finish, total float, row', () => {
    const drawn = picture(drawProfile(drawnPlan(THREE), levelPlan(drawnPlan(THREE)).leveled));
    expect(drawn).toBe(
      picture(`
                MTWTFss MTW
        A         ===
        B               =
        C       ==
        Z         ===.. ===
        crew  1 #####-- #--
      `),
    );
  });
});

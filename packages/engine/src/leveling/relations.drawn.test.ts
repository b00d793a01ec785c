import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions } from './level.ts';
import { drawnPlan } from './testing/drawn-plan.ts';
import { leveledPicture } from './testing/leveled-picture.ts';

/** Who stands higher goes first; the picture has calculated and leveled dates, `!` is what exceeds the limit. */
function expectLeveled(drawing: string, expected: string, options: Partial<LevelingOptions> = {}, step = 1) {
  const plan = drawnPlan(drawing);
  const result = levelPlan(plan, { ...DEFAULT_LEVELING, priorities: [{ by: 'row' }], ...options });
  expect(picture(leveledPicture(plan, result, step))).toBe(picture(expected));
  expect(result.overAllocationsAfter).toEqual([]);
}

describe('relations hold while works wait', () => {
  test('a successor waits behind a delayed predecessor', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1
      C 1d <- B
      `,
      `
      calculated     leveled
              MTW            MTWTF
      A       ==     A       ==
      B       ==     B         ==
      C         =    C           =
      crew  2 !!     crew  1 ####-
            1 ##-
      `,
    ));

  test('start to start and a day: the successor moves with the start', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 3d crew:1
      C 2d <- B ss+1
      `,
      `
      calculated     leveled
              MTW            MTWTF
      A       ==     A       ==
      B       ===    B         ===
      C        ==    C          ==
      crew  2 !!     crew  1 #####
            1 ###
      `,
    ));

  test('finish to finish: a delayed predecessor pushes the end of its successor', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1
      C 1d <- B ff
      `,
      `
      calculated    leveled
              MT            MTWT
      A       ==    A       ==
      B       ==    B         ==
      C        =    C          =
      crew  2 !!    crew  1 ####
            1 ##
      `,
    ));

  test('a lag counts from the delayed end', () =>
    expectLeveled(
      `
      limit crew 1
      A 1d crew:1
      B 1d crew:1
      C 1d <- B fs+2
      `,
      `
      calculated      leveled
              MTWT            MTWTF
      A       =       A       =
      B       =       B        =
      C          =    C           =
      crew  2 !       crew  1 ##---
            1 #---
      `,
    ));

  test('a lead pulls the successor under its predecessor, if the crew allows', () =>
    expectLeveled(
      `
      limit crew 2
      A 2d crew:2
      B 3d crew:1
      C 2d crew:1 <- B fs-1
      `,
      `
      calculated      leveled
              MTWT            MTWTFss M
      A       ==      A       ==
      B       ===     B         ===
      C         ==    C           =.. =
      crew  3 !!      crew  2 ##--#-- -
            2 ###-          1 #####   #
            1 ####
      `,
    ));

  test('a lead that the crew does not allow gives way', () =>
    expectLeveled(
      `
      limit crew 1
      B 3d crew:1
      C 2d crew:1 <- B fs-1
      `,
      `
      calculated      leveled
              MTWT            MTWTF
      B       ===     B       ===
      C         ==    C          ==
      crew  2   !     crew  1 #####
            1 ####
      `,
    ));

  test('a diamond: both branches want the crew, the join waits for the later', () =>
    expectLeveled(
      `
      limit crew 1
      A 1d crew:1
      B 2d crew:1 <- A
      C 1d crew:1 <- A
      D 1d crew:1 <- B, C
      `,
      `
      calculated      leveled
              MTWT            MTWTF
      A       =       A       =
      B        ==     B        ==
      C        =      C          =
      D          =    D           =
      crew  2  !      crew  1 #####
            1 ####
      `,
    ));
});

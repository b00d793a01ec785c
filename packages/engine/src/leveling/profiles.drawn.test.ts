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

describe('one crew', () => {
  test('two works that want it stand one after the other', () =>
    expectLeveled(
      `
      limit crew 1
      A 3d crew:1
      B 2d crew:1
      `,
      `
      calculated     leveled
              MTW            MTWTF
      A       ===    A       ===
      B       ==     B          ==
      crew  2 !!     crew  1 #####
            1 ###
      `,
    ));

  test('a chain keeps it; the work beside it comes after the chain', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1 <- A
      C 3d crew:1
      `,
      `
      calculated      leveled
              MTWT            MTWTFss MT
      A       ==      A       ==
      B         ==    B         ==
      C       ===     C           =.. ==
      crew  2 !!!     crew  1 #####-- ##
            1 ####
      `,
    ));

  test('a work beside a chain that goes first pushes all of it', () =>
    expectLeveled(
      `
      limit crew 1
      C 3d crew:1
      A 2d crew:1
      B 2d crew:1 <- A
      `,
      `
      calculated      leveled
              MTWT            MTWTFss MT
      C       ===     C       ===
      A       ==      A          ==
      B         ==    B               ==
      crew  2 !!!     crew  1 #####-- ##
            1 ####
      `,
    ));

  test('a hole of one day takes a work of one day and none of two', () =>
    expectLeveled(
      `
      limit crew 1
      A 1d crew:1
      B 1d crew:1 <- A ss+2
      C 2d crew:1
      D 1d crew:1
      `,
      `
      calculated     leveled
              MTW            MTWTF
      A       =      A       =
      B         =    B         =
      C       ==     C          ==
      D       =      D        =
      crew  3 !      crew  1 #####
            2 !
            1 ###
      `,
    ));

  test('half days stand behind each other on one day', () =>
    expectLeveled(
      `
      limit crew 1
      A 0.5d crew:1
      B 0.5d crew:1
      C 1d crew:1
      `,
      `
      calculated    leveled
              M             MT
      A       =     A       =
      B       =     B       =
      C       =     C        =
      crew  3 !     crew  1 ##
            2 !
            1 #
      `,
    ));

  test('over the week end the work keeps it, and nobody else has it', () =>
    expectLeveled(
      `
      limit crew 1
      A 4d crew:1
      B 2d crew:1
      C 1d crew:1
      `,
      `
      calculated      leveled
              MTWT            MTWTFss MT
      A       ====    A       ====
      B       ==      B           =.. =
      C       =       C                =
      crew  3 !       crew  1 #####-- ##
            2 !!
            1 ####
      `,
    ));

  test('works that do not need it stay', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d
      C 2d crew:1
      `,
      `
      calculated    leveled
              MT            MTWT
      A       ==    A       ==
      B       ==    B       ==
      C       ==    C         ==
      crew  2 !!    crew  1 ####
            1 ##
      `,
    ));

  test('a milestone needs nobody and waits with its predecessor', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1
      M 0d <- B
      `,
      `
      calculated    leveled
              MT            MTWT
      A       ==    A       ==
      B       ==    B         ==
      M        o    M          o
      crew  2 !!    crew  1 ####
            1 ##
      `,
    ));

  test('what already stands apart is left alone', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1 <- A
      C 1d crew:1 <- B
      `,
      `
      calculated       leveled
              MTWTF            MTWTF
      A       ==       A       ==
      B         ==     B         ==
      C           =    C           =
      crew  1 #####    crew  1 #####
      `,
    ));
});

describe('a crew of several', () => {
  test('two fit beside each other, the third waits for the first that ends', () =>
    expectLeveled(
      `
      limit crew 2
      A 4d crew:1
      B 2d crew:1
      C 2d crew:1
      `,
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ==      B       ==
      C       ==      C         ==
      crew  3 !!      crew  2 ####
            2 ##--          1 ####
            1 ####
      `,
    ));

  test('a large one waits, a small one behind it in the list fits beside the first', () =>
    expectLeveled(
      `
      limit crew 3
      A 2d crew:2
      B 2d crew:2
      C 2d crew:1
      `,
      `
      calculated    leveled
              MT            MTWT
      A       ==    A       ==
      B       ==    B         ==
      C       ==    C       ==
      crew  5 !!    crew  3 ##--
            4 !!          2 ####
            3 ##          1 ####
            2 ##
            1 ##
      `,
    ));

  test('a small one slips in before a large one', () =>
    expectLeveled(
      `
      limit crew 2
      A 1d crew:1
      B 3d crew:2
      C 1d crew:1
      `,
      `
      calculated     leveled
              MTW            MTWT
      A       =      A       =
      B       ===    B        ===
      C       =      C       =
      crew  4 !      crew  2 ####
            3 !            1 ####
            2 ###
            1 ###
      `,
    ));

  test('a long small one lets the large one wait to its end', () =>
    expectLeveled(
      `
      limit crew 2
      A 4d crew:1
      B 1d crew:2
      C 4d crew:1
      `,
      `
      calculated      leveled
              MTWT            MTWTF
      A       ====    A       ====
      B       =       B           =
      C       ====    C       ====
      crew  4 !       crew  2 #####
            3 !             1 #####
            2 ####
            1 ####
      `,
    ));

  test('tens: six and four fit in ten, five more do not', () =>
    expectLeveled(
      `
      limit crew 10
      A 2d crew:6
      B 2d crew:4
      C 1d crew:5
      `,
      `
      calculated    leveled
              MT            MTW
      A       ==    A       ==
      B       ==    B       ==
      C       =     C         =
      crew 15 !     crew 10 ##-
           10 ##          5 ###
            5 ##
      `,
      {},
      5,
    ));

  test('halves of a person', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:0.5
      B 2d crew:0.5
      C 2d crew:0.5
      `,
      `
      calculated    leveled
              MT            MTWT
      A       ==    A       ==
      B       ==    B       ==
      C       ==    C         ==
      crew1.5 !!    crew  1 ##--
            1 ##        0.5 ####
          0.5 ##
      `,
      {},
      0.5,
    ));

  test('thirds that add up to the whole fit', () =>
    expectLeveled(
      `
      limit crew 1
      A 1d crew:0.333333333333
      B 1d crew:0.333333333333
      C 1d crew:0.333333333334
      `,
      `
      calculated    leveled
              M             M
      A       =     A       =
      B       =     B       =
      C       =     C       =
      crew  1 #     crew  1 #
      `,
    ));

  test('exactly the limit is not too much', () =>
    expectLeveled(
      `
      limit crew 3
      A 1d crew:1
      B 1d crew:2
      `,
      `
      calculated    leveled
              M             M
      A       =     A       =
      B       =     B       =
      crew  3 #     crew  3 #
            2 #           2 #
            1 #           1 #
      `,
    ));
});

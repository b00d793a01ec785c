import { describe, expect, test } from 'vitest';
import type { Plan } from '@gantry/domain';
import { picture } from '../testing/picture.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions } from './level.ts';
import { MONDAY, drawnPlan } from './testing/drawn-plan.ts';
import { leveledPicture, reasonsOf } from './testing/leveled-picture.ts';

const at = (day: number, hour: number) => MONDAY + day * 1440 + hour * 60;

/** Calculated and leveled dates with the use of every resource, and why each delay was made. */
function expectLeveled(
  drawing: string,
  change: (plan: Plan) => void,
  expected: string,
  reasons: string,
  options: Partial<LevelingOptions> = {},
) {
  const plan = drawnPlan(drawing);
  change(plan);
  const result = levelPlan(plan, { ...DEFAULT_LEVELING, priorities: [{ by: 'row' }], ...options });
  expect(picture(leveledPicture(plan, result))).toBe(picture(expected));
  expect(reasonsOf(plan, result)).toBe(picture(reasons));
}

const asDrawn = () => undefined;

describe('what does not move', () => {
  test('started work: the others make room before it and behind it', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 3d crew:1
      C 1d crew:1
      `,
      (plan) => Object.assign(plan.items[1], { status: 'in_progress', actualStart: at(-3, 9) }),
      `
      calculated     leveled
              MTW            MTWTFss M
      A       ==     A          ==
      B       ===    B       ===
      C       =      C               =
      crew  3 !      crew  1 #####-- #
            2 !!
            1 ###
      `,
      `
      A +3d: crew held by B until Wed 17:00
      C +5d: crew held by A until Fri 17:00
      `,
    ));

  test('a mandatory start: the day before it is too short for the others', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 3d crew:1
      C 1d crew:1
      `,
      (plan) => Object.assign(plan.items[2], { startLimitType: 'in_date', startLimitDate: at(1, 9), mandatory: true }),
      `
      calculated     leveled
              MTW            MTWTFss MT
      A       ==     A         ==
      B       ===    B           =.. ==
      C        =     C        =
      crew  3  !     crew  1 -####-- ##
            2 !!
            1 ###
      `,
      `
      A +2d: crew held by C until Tue 17:00
      B +4d: crew held by A until Thu 17:00
      `,
    ));

  test('completed work holds nobody any more', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 3d crew:1
      C 1d crew:1
      `,
      (plan) =>
        Object.assign(plan.items[0], { status: 'completed', actualStart: at(-5, 9), actualFinish: at(-4, 17), remainingMinutes: 0 }),
      `
      calculated     leveled
              MTW            MTWT
      A              A
      B       ===    B       ===
      C       =      C          =
      crew  2 !      crew  1 ####
            1 ###
      `,
      `
      C +3d: crew held by B until Wed 17:00
      `,
    ));

  test('more than there is at once: it stays, and the others keep away from it', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:3
      B 1d crew:1
      `,
      asDrawn,
      `
      calculated    leveled
              MT            MTW
      A       ==    A       ==
      B       =     B         =
      crew  4 !     crew  3 !!
            3 !!          2 !!
            2 !!          1 ###
            1 ##
      `,
      `
      B +2d: crew held by A until Tue 17:00
      `,
    ));

  test('as late as possible: it is not pulled back, and waits when it must', () =>
    expectLeveled(
      `
      limit crew 1
      L 4d
      A 1d crew:1
      B 4d crew:1
      E 0d <- L, A
      `,
      (plan) => (plan.items[1].asLateAsPossible = true),
      `
      calculated      leveled
              MTWT            MTWTFss MTW
      L       ====    L       ====
      A          =    A          =
      B       ====    B           =.. ===
      E          o    E          o
      crew  2    !    crew  1 ---##-- ###
            1 ####
      `,
      `
      B +4d: crew held by A until Thu 17:00
      `,
    ));

  test('started work that must wait for one that can move, moves with it', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      X 1d crew:1
      B 2d crew:1 <- X
      `,
      (plan) => Object.assign(plan.items[2], { status: 'in_progress', actualStart: at(-3, 9) }),
      `
      calculated     leveled
              MTW            MTWTF
      A       ==     A       ==
      X       =      X         =
      B        ==    B          ==
      crew  2 !!     crew  1 #####
            1 ###
      `,
      `
      X +2d: crew held by A until Tue 17:00
      B +2d: waits for X
      `,
    ));

  test('a draft and its assignment are not there', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1
      `,
      (plan) => (plan.items[1].type = 'draft'),
      `
      calculated    leveled
              MT            MT
      A       ==    A       ==
      B             B
      crew  1 ##    crew  1 ##
      `,
      `
      
      `,
    ));
});

describe('part of the duration', () => {
  test('a crane for the last two days of four: before them it is free', () =>
    expectLeveled(
      `
      limit crane 1
      A 4d crane:1
      B 2d crane:1
      `,
      (plan) => Object.assign(plan.assignments[0], { lagMinutes: 960, remainingMinutes: 960, remainingUnits: 16 }),
      `
      calculated       leveled
               MTWT             MTWT
      A        ====    A        ====
      B        ==      B        ==
      crane  1 ####    crane  1 ####
      `,
      `
      
      `,
    ));

  test('a crane for the middle two days: one day before it is not enough', () =>
    expectLeveled(
      `
      limit crane 1
      A 4d crane:1
      B 2d crane:1
      `,
      (plan) => Object.assign(plan.assignments[0], { lagMinutes: 480, remainingMinutes: 960, remainingUnits: 16 }),
      `
      calculated       leveled
               MTWT             MTWTF
      A        ====    A        ====
      B        ==      B           ==
      crane  2  !      crane  1 -####
             1 ###-
      `,
      `
      B +3d: crane held by A until Wed 17:00
      `,
    ));

  test('the work with the part waits until its part fits', () =>
    expectLeveled(
      `
      limit crane 1
      B 2d crane:1
      A 4d crane:1
      `,
      (plan) => Object.assign(plan.assignments[1], { lagMinutes: 480, remainingMinutes: 960, remainingUnits: 16 }),
      `
      calculated       leveled
               MTWT             MTWTF
      B        ==      B        ==
      A        ====    A         ====
      crane  2  !      crane  1 ####-
             1 ###-
      `,
      `
      A +1d: crane held by B until Tue 17:00
      `,
    ));
});

describe('reasons', () => {
  test('a chain of delays: the crew for the first, the relation for all behind it', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 1d crew:1
      C 1d <- B
      D 1d <- C
      `,
      asDrawn,
      `
      calculated     leveled
              MTW            MTWTF
      A       ==     A       ==
      B       =      B         =
      C        =     C          =
      D         =    D           =
      crew  2 !      crew  1 ###--
            1 ##-
      `,
      `
      B +2d: crew held by A until Tue 17:00
      C +2d: waits for B
      D +2d: waits for C
      `,
    ));

  test('several hold it together', () =>
    expectLeveled(
      `
      limit crew 2
      A 2d crew:1
      B 2d crew:1
      C 1d crew:2
      `,
      asDrawn,
      `
      calculated    leveled
              MT            MTW
      A       ==    A       ==
      B       ==    B       ==
      C       =     C         =
      crew  4 !     crew  2 ###
            3 !           1 ###
            2 ##
            1 ##
      `,
      `
      C +2d: crew held by A B until Tue 17:00
      `,
    ));

  test('of several holders the last that ends', () =>
    expectLeveled(
      `
      limit crew 2
      A 3d crew:1
      B 1d crew:1
      C 1d crew:2
      `,
      asDrawn,
      `
      calculated     leveled
              MTW            MTWT
      A       ===    A       ===
      B       =      B       =
      C       =      C          =
      crew  4 !      crew  2 #--#
            3 !            1 ####
            2 #--
            1 ###
      `,
      `
      C +3d: crew held by A until Wed 17:00
      `,
    ));

  test('the later of two predecessors', () =>
    expectLeveled(
      `
      limit crew 1
      A 1d crew:1
      B 1d crew:1
      C 1d crew:1
      D 1d <- B, C
      `,
      asDrawn,
      `
      calculated    leveled
              MT            MTWT
      A       =     A       =
      B       =     B        =
      C       =     C         =
      D        =    D          =
      crew  3 !     crew  1 ###-
            2 !
            1 #-
      `,
      `
      B +1d: crew held by A until Mon 17:00
      C +2d: crew held by B until Tue 17:00
      D +2d: waits for C
      `,
    ));

  test('one that waits for a predecessor and then for the crew tells the crew', () =>
    expectLeveled(
      `
      limit crew 1
      A 3d crew:1
      P 1d
      B 1d crew:1 <- P
      `,
      asDrawn,
      `
      calculated     leveled
              MTW            MTWT
      A       ===    A       ===
      P       =      P       =
      B        =     B          =
      crew  2  !     crew  1 ####
            1 ###
      `,
      `
      B +2d: crew held by A until Wed 17:00
      `,
    ));
});

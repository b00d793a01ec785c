import { describe, expect, test } from 'vitest';
import type { Plan } from '@gantry/domain';
import { picture } from '../testing/picture.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions } from './level.ts';
import { MONDAY, drawnPlan } from './testing/drawn-plan.ts';
import { leveledPicture, reasonsOf } from './testing/leveled-picture.ts';

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

describe('several resources', () => {
  test('one that needs both waits for both', () =>
    expectLeveled(
      `
      limit crew 1
      limit crane 1
      A 2d crew:1
      B 3d crane:1
      C 1d crew:1 crane:1
      `,
      asDrawn,
      `
      calculated      leveled
               MTW             MTWT
      A        ==     A        ==
      B        ===    B        ===
      C        =      C           =
      crew  2  !      crew  1  ##-#
            1  ##-    crane  1 ####
      crane  2 !
             1 ###
      `,
      `
      C +3d: crane held by B until Wed 17:00
      `,
    ));

  test('works on different ones do not meet', () =>
    expectLeveled(
      `
      limit crew 1
      limit crane 1
      A 2d crew:1
      B 2d crane:1
      `,
      asDrawn,
      `
      calculated     leveled
               MT             MT
      A        ==    A        ==
      B        ==    B        ==
      crew  1  ##    crew  1  ##
      crane  1 ##    crane  1 ##
      `,
      `
      
      `,
    ));

  test('first the crew is busy, then the crane: the day after both', () =>
    expectLeveled(
      `
      limit crew 1
      limit crane 1
      A 1d crew:1
      B 1d crane:1 <- A
      C 1d crew:1 crane:1
      `,
      asDrawn,
      `
      calculated     leveled
               MT             MTW
      A        =     A        =
      B         =    B         =
      C        =     C          =
      crew  2  !     crew  1  #-#
            1  #-    crane  1 -##
      crane  1 ##
      `,
      `
      C +2d: crane held by B until Tue 17:00
      `,
    ));

  test('the one of both that is free longest ago does not help', () =>
    expectLeveled(
      `
      limit crew 2
      limit crane 1
      A 1d crew:2
      B 2d crew:1 crane:1
      C 1d crew:1 crane:1
      `,
      asDrawn,
      `
      calculated     leveled
               MT             MTWT
      A        =     A        =
      B        ==    B         ==
      C        =     C           =
      crew  4  !     crew  2  #---
            3  !           1  ####
            2  #-    crane  1 -###
            1  ##
      crane  2 !
             1 ##
      `,
      `
      B +1d: crew held by A until Mon 17:00
      C +3d: crane held by B until Wed 17:00
      `,
    ));

  test('three that need each two of three stand in a row', () =>
    expectLeveled(
      `
      limit a 1
      limit b 1
      limit c 1
      X 1d a:1 b:1
      Y 1d b:1 c:1
      Z 1d c:1 a:1
      `,
      asDrawn,
      `
      calculated    leveled
           M             MTW
      X    =        X    =
      Y    =        Y     =
      Z    =        Z      =
      a  2 !        a  1 #-#
         1 #        b  1 ##-
      b  2 !        c  1 -##
         1 #
      c  2 !
         1 #
      `,
      `
      Y +1d: b held by X until Mon 17:00
      Z +2d: c held by Y until Tue 17:00
      `,
    ));

  test('only the crane is to be leveled: the crew may be exceeded', () =>
    expectLeveled(
      `
      limit crew 1
      limit crane 1
      A 2d crew:1
      B 2d crew:1 crane:1
      C 1d crane:1
      `,
      asDrawn,
      `
      calculated     leveled
               MT             MTW
      A        ==    A        ==
      B        ==    B        ==
      C        =     C          =
      crew  2  !!    crew  2  !!
            1  ##          1  ##-
      crane  2 !     crane  1 ###
             1 ##
      `,
      `
      C +2d: crane held by B until Tue 17:00
      `,
      { resourceIds: [2] },
    ));

  test('a material is used up, not held', () =>
    expectLeveled(
      `
      limit crew 1
      limit sand 1
      A 2d sand:1
      B 2d sand:1
      C 1d crew:1
      `,
      (plan) => (plan.resources[1].kind = 'material'),
      `
      calculated    leveled
              MT            MT
      A       ==    A       ==
      B       ==    B       ==
      C       =     C       =
      crew  1 #-    crew  1 #-
      sand  2 !!    sand  2 !!
            1 ##          1 ##
      `,
      `
      
      `,
    ));

  test('an assignment without hours holds nothing', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1
      `,
      (plan) => Object.assign(plan.assignments[1], { remainingUnits: 0 }),
      `
      calculated    leveled
              MT            MT
      A       ==    A       ==
      B       ==    B       ==
      crew  1 ##    crew  1 ##
      `,
      `
      
      `,
    ));
});

describe('calendars', () => {
  test('the week end is free for a work of seven days a week', () =>
    expectLeveled(
      `
      limit crew 1
      A 5d crew:1
      B 2d crew:1 7d
      `,
      asDrawn,
      `
      calculated       leveled
              MTWTF            MTWTFss
      A       =====    A       =====
      B       ==       B            ==
      crew  2 !!       crew  1 #######
            1 #####
      `,
      `
      B +5d: crew held by A until Fri 17:00
      `,
    ));

  test('a work that spans the week end keeps the crew from one that would use it', () =>
    expectLeveled(
      `
      limit crew 1
      A 6d crew:1
      B 1d crew:1 7d
      `,
      asDrawn,
      `
      calculated           leveled
              MTWTFss M            MTWTFss MT
      A       =====.. =    A       =====.. =
      B       =            B                =
      crew  2 !            crew  1 #####-- ##
            1 #####-- #
      `,
      `
      B +8d: crew held by A until Mon+1 17:00
      `,
    ));

  test('eight hours around the clock are done before the shift begins', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 1d crew:1 24h
      `,
      asDrawn,
      `
      calculated    leveled
              MT            MT
      A       ==    A       ==
      B       =     B       =
      crew  1 ##    crew  1 ##
      `,
      `
      
      `,
    ));

  test('sixteen are not: they begin when the shift of the last day ends', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 2d crew:1 24h
      `,
      asDrawn,
      `
      calculated    leveled
              MT            MTW
      A       ==    A       ==
      B       =     B        ==
      crew  2 !     crew  1 ###
            1 ##
      `,
      `
      B +5.125d: crew held by A until Tue 17:00
      `,
    ));

  test('a holiday inside a work keeps the crew with it', () =>
    expectLeveled(
      `
      limit crew 1
      A 2d crew:1
      B 1d crew:1
      `,
      (plan) => (plan.calendars = plan.calendars.map((one) => ({ ...one, exceptions: [{ day: MONDAY / 1440 + 1, shifts: [] }] }))),
      `
      calculated     leveled
              MTW            MTWT
      A       =.=    A       =.=
      B       =      B          =
      crew  2 !      crew  1 #-##
            1 #-#
      `,
      `
      B +2d: crew held by A until Wed 17:00
      `,
    ));

  test('work in the calendar of its resource runs through the week end and holds it night and day', () =>
    expectLeveled(
      `
      limit crew 1
      A 3d crew:1
      B 4d crew:1
      C 1d crew:1
      `,
      (plan) => {
        plan.resources[0].calendarId = 2;
        plan.items[1].schedulingKind = 'resource';
      },
      `
      calculated      leveled
              MTWT            MTWTFss M
      A       ===     A       ===
      B       ====    B          ==..
      C       =       C               =
      crew  3 !       crew  1 ####### #
            2 !!!
            1 ####
      `,
      `
      B +3d: crew held by A until Wed 17:00
      C +5d: crew held by B until Sun 17:00
      `,
    ));
});

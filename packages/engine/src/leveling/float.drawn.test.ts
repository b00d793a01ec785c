import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import type { LevelingOptions } from './level.ts';
import { DAY_MINUTES, drawnPlan } from './testing/drawn-plan.ts';
import { leveledPicture, stretchesOf } from './testing/leveled-picture.ts';

/** Calculated and leveled dates with the use of the crew, and the stretches in which too much of it is left in use. */
function expectLeveled(drawing: string, options: Partial<LevelingOptions>, expected: string, left: string, step = 1) {
  const plan = drawnPlan(drawing);
  const result = levelPlan(plan, { ...DEFAULT_LEVELING, priorities: [{ by: 'row' }], ...options });
  expect(picture(leveledPicture(plan, result, step))).toBe(picture(expected));
  expect(stretchesOf(plan, result.overAllocationsAfter)).toBe(left);
  if (options.withinFloat) expect(result.leveledFinish).toBe(result.calculatedFinish);
}

describe('four days of A leave room for B, C and D', () => {
  const FOUR = `
    limit crew 1
    A 4d
    B 2d crew:1
    C 2d crew:1
    D 1d crew:1
    E 0d <- A, B, C, D`;

  test('within the float C waits; D, for which no day is left, stays and is told', () =>
    expectLeveled(
      FOUR,
      { withinFloat: true },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ==      B       ==
      C       ==      C         ==
      D       =       D       =
      E          o    E          o
      crew  3 !       crew  2 !
            2 !!            1 ####
            1 ##--
      `,
      'crew Mon 09:00 to Mon 17:00: 2 of 1',
    ));

  test('beyond the float D goes to Friday and the project ends a day later', () =>
    expectLeveled(
      FOUR,
      {},
      `
      calculated      leveled
              MTWT            MTWTF
      A       ====    A       ====
      B       ==      B       ==
      C       ==      C         ==
      D       =       D           =
      E          o    E           o
      crew  3 !       crew  1 #####
            2 !!
            1 ##--
      `,
      '',
    ));

  test('with a day of the float to keep, C stays and D takes Wednesday', () =>
    expectLeveled(
      FOUR,
      { withinFloat: true, preservedFloatMinutes: DAY_MINUTES },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ==      B       ==
      C       ==      C       ==
      D       =       D         =
      E          o    E          o
      crew  3 !       crew  2 !!
            2 !!            1 ###-
            1 ##--
      `,
      'crew Mon 09:00 to Tue 17:00: 2 of 1',
    ));

  test('with three days to keep nothing can move', () =>
    expectLeveled(
      FOUR,
      { withinFloat: true, preservedFloatMinutes: 3 * DAY_MINUTES },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ==      B       ==
      C       ==      C       ==
      D       =       D       =
      E          o    E          o
      crew  3 !       crew  3 !
            2 !!            2 !!
            1 ##--          1 ##--
      `,
      'crew Mon 09:00 to Tue 17:00: 3 of 1',
    ));

  test('a float to keep without the bound of the float is no matter', () =>
    expectLeveled(
      FOUR,
      { preservedFloatMinutes: 3 * DAY_MINUTES },
      `
      calculated      leveled
              MTWT            MTWTF
      A       ====    A       ====
      B       ==      B       ==
      C       ==      C         ==
      D       =       D           =
      E          o    E           o
      crew  3 !       crew  1 #####
            2 !!
            1 ##--
      `,
      '',
    ));

  test('the short one first: all but C fit', () =>
    expectLeveled(
      FOUR,
      { withinFloat: true, priorities: [{ by: 'duration' }, { by: 'row' }] },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ==      B        ==
      C       ==      C       ==
      D       =       D       =
      E          o    E          o
      crew  3 !       crew  2 !!
            2 !!            1 ###-
            1 ##--
      `,
      'crew Mon 09:00 to Tue 17:00: 2 of 1',
    ));
});

describe('the highest over-allocation: B takes eight of ten, F two more on Monday, C wants four', () => {
  const TEN = `
    limit crew 10
    A 4d
    B 3d crew:8
    F 1d crew:2
    C 2d crew:4
    E 0d <- A, B, C, F`;

  test('none allowed: C finds no two days within its float and stays', () =>
    expectLeveled(
      TEN,
      { withinFloat: true },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ===     B       ===
      F       =       F       =
      C       ==      C       ==
      E          o    E          o
      crew 14 !       crew 14 !
           12 !!           12 !!
           10 ##--         10 ##--
            8 ###           8 ###
            6 ###           6 ###
            4 ###           4 ###
            2 ###           2 ###
      `,
      'crew Mon 09:00 to Tue 17:00: 14 of 10',
      2,
    ));

  test('a fifth allowed: twelve at once from Tuesday on', () =>
    expectLeveled(
      TEN,
      { withinFloat: true, overAllocation: 0.2 },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ===     B       ===
      F       =       F       =
      C       ==      C        ==
      E          o    E          o
      crew 14 !       crew 12  !!
           12 !!           10 ###-
           10 ##--          8 ###
            8 ###           6 ###
            6 ###           4 ###
            4 ###           2 ###
            2 ###
      `,
      'crew Tue 09:00 to Wed 17:00: 12 of 10',
      2,
    ));

  test('a hair less than a fifth: C stays', () =>
    expectLeveled(
      TEN,
      { withinFloat: true, overAllocation: 0.199 },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ===     B       ===
      F       =       F       =
      C       ==      C       ==
      E          o    E          o
      crew 14 !       crew 14 !
           12 !!           12 !!
           10 ##--         10 ##--
            8 ###           8 ###
            6 ###           6 ###
            4 ###           4 ###
            2 ###           2 ###
      `,
      'crew Mon 09:00 to Tue 17:00: 14 of 10',
      2,
    ));

  test('two fifths: C fits where it stands', () =>
    expectLeveled(
      TEN,
      { withinFloat: true, overAllocation: 0.4 },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       ===     B       ===
      F       =       F       =
      C       ==      C       ==
      E          o    E          o
      crew 14 !       crew 14 !
           12 !!           12 !!
           10 ##--         10 ##--
            8 ###           8 ###
            6 ###           6 ###
            4 ###           4 ###
            2 ###           2 ###
      `,
      'crew Mon 09:00 to Tue 17:00: 14 of 10',
      2,
    ));

  test('beyond the float nothing needs to be exceeded, whatever is allowed', () =>
    expectLeveled(
      TEN,
      { overAllocation: 0.4 },
      `
      calculated      leveled
              MTWT            MTWTF
      A       ====    A       ====
      B       ===     B       ===
      F       =       F       =
      C       ==      C          ==
      E          o    E           o
      crew 14 !       crew 10 #----
           12 !!            8 ###
           10 ##--          6 ###
            8 ###           4 #####
            6 ###           2 #####
            4 ###
            2 ###
      `,
      '',
      2,
    ));
});

describe('no float', () => {
  const CRITICAL = `
    limit crew 1
    A 2d crew:1
    B 2d crew:1
    E 0d <- A, B`;

  test('two critical works stay over each other', () =>
    expectLeveled(
      CRITICAL,
      { withinFloat: true },
      `
      calculated    leveled
              MT            MT
      A       ==    A       ==
      B       ==    B       ==
      E        o    E        o
      crew  2 !!    crew  2 !!
            1 ##          1 ##
      `,
      'crew Mon 09:00 to Tue 17:00: 2 of 1',
    ));

  test('beyond it the second goes behind the first', () =>
    expectLeveled(
      CRITICAL,
      {},
      `
      calculated    leveled
              MT            MTWT
      A       ==    A       ==
      B       ==    B         ==
      E        o    E          o
      crew  2 !!    crew  1 ####
            1 ##
      `,
      '',
    ));

  const CHAIN = `
    limit crew 1
    A 4d
    B 1d crew:1
    C 1d crew:1 <- B
    D 2d crew:1
    E 0d <- A, C, D`;

  test('a chain with float is pushed as one, up to its last day', () =>
    expectLeveled(
      CHAIN,
      { withinFloat: true, priorities: [{ by: 'duration', descending: true }, { by: 'row' }] },
      `
      calculated      leveled
              MTWT            MTWT
      A       ====    A       ====
      B       =       B         =
      C        =      C          =
      D       ==      D       ==
      E          o    E          o
      crew  2 !!      crew  1 ####
            1 ##--
      `,
      '',
    ));
});

describe('what the delays leave of the float', () => {
  const floats = (drawing: string, options: Partial<LevelingOptions> = {}) => {
    const plan = drawnPlan(drawing);
    const { calculated, leveled } = levelPlan(plan, { ...DEFAULT_LEVELING, priorities: [{ by: 'row' }], ...options });
    const days = (minutes: number) => minutes / DAY_MINUTES;
    return plan.items.map(({ code }, at) => `${code} ${days(calculated.totalFloat[at])} → ${days(leveled.totalFloat[at])}`).join(', ');
  };

  test('a delay of two days takes two days of it', () =>
    expect(floats('limit crew 1\nA 5d\nB 2d crew:1\nC 2d crew:1\nE 0d <- A, B, C')).toBe('A 0 → 0, B 3 → 3, C 3 → 1, E 0 → 0'));

  test('a delay beyond it leaves it negative', () => expect(floats('limit crew 1\nA 3d crew:1\nB 2d crew:1')).toBe('A 0 → 0, B 1 → -2'));

  test('a delay hands on to what follows', () =>
    expect(floats('limit crew 1\nA 5d\nB 1d crew:1\nC 1d crew:1\nD 1d <- C')).toBe('A 0 → 0, B 4 → 4, C 3 → 2, D 3 → 2'));

  test('what need not move keeps all of it', () => expect(floats('limit crew 2\nA 5d crew:1\nB 2d crew:1')).toBe('A 0 → 0, B 3 → 3'));
});

import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../../testing/chart-calendars.ts';
import { dated } from '../../testing/drawing.ts';
import { withPaths } from '../../testing/path-drawing.ts';

/** By MS Project total float is the smaller room of start and finish, of begun work that of its finish; free float does not see what has ended. */

describe('total float', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('of a plain chain', () => {
    expect(
      dated(
        `
        A 1d
        B 2d A
        C 1d A
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A =--    0 08:00  0 16:00   2 08:00  2 16:00   2d    0d
B  ==--  1 08:00  2 16:00   3 08:00  4 16:00   2d    2d
C  =---  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('begun work has the room of its finish alone', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ====----  0 08:00  3 16:00   0 08:00  7 16:00   2d    2d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('and is critical by that, up to the limit', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d
        B 3d as=0 rem=2d
        Z 6d
      `,
        { ...given, criticalFloatMinutes: 960 },
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ####----  0 08:00  3 16:00   0 08:00  7 16:00   2d    2d
B ===-----  0 08:00  2 16:00   0 08:00  7 16:00   3d    3d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('begun work is on the float path of that room', () => {
    expect(
      withPaths(
        `
        A 3d as=0 rem=2d
        B 4d
        Z 5d
        E 1d A B Z
      `,
        { ...given, floatPaths: { count: 9, by: 'total_float', endItemId: null } },
      ),
    ).toBe(`
  MTWTFssM
A ===--
B ====-
Z #####
E        #
1: Z E
2: B
3: A
`);
  });

  it('work held at its start', () => {
    expect(
      dated(
        `
        A 1d snlt=2
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A =--       0 08:00  0 16:00   2 08:00  2 16:00   2d    5d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('must finish by makes it negative', () => {
    expect(
      dated(
        `
        A 3d fnlt=1
        B 1d A
        Z 4d
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
A ###<  0 08:00  2 16:00   -3 08:00 1 16:00   -1d   0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
Z ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });
});

describe('free float', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('to the nearest successor', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
        C 1d A snet=3
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A =----     0 08:00  0 16:00   4 08:00  4 16:00   4d    0d
B  =------  1 08:00  1 16:00   7 08:00  7 16:00   4d    4d
C    =----  3 08:00  3 16:00   7 08:00  7 16:00   2d    2d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('with a lag in the calendar of the successor', () => {
    expect(
      dated(
        `
        A 1d
        P 5d
        B 1d A+2d P cal=seven
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A =----     0 08:00  0 16:00   4 08:00  4 16:00   4d    2d
P #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B      =--  5 08:00  5 16:00   7 08:00  7 16:00   2d    2d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('all successors ended: to the end of the plan, as without any', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A as=0 af=0
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A =-------  0 08:00  0 16:00   7 08:00  7 16:00   5d    5d
B x         0 08:00  0 16:00   0 08:00  0 16:00   -     -
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('across calendars', () => {
    expect(
      dated(
        `
        A 4d cal=seven
        P 5d
        B 1d A P
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ====---   0 08:00  3 16:00   3 08:00  6 16:00   3d    3d
P #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });
});

describe('rows', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('a row spans its children; a relation into it bars them', () => {
    expect(
      dated(
        `
        A 2d
        S 0d sum A
        B 1d in=S
        C 2d in=S
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ==-    0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
S   ==-  2 08:00  3 16:00   3 08:00  4 16:00   1d    -
B   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
C   ==-  2 08:00  3 16:00   3 08:00  4 16:00   1d    1d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('out of a row the last is waited for', () => {
    expect(
      dated(
        `
        S 0d sum
        A 1d in=S
        B 2d in=S
        C 1d S
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
S ==--   0 08:00  1 16:00   2 08:00  3 16:00   2d    -
A =---   0 08:00  0 16:00   3 08:00  3 16:00   3d    1d
B ==--   0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
C   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('out of its start the first', () => {
    expect(
      dated(
        `
        S 0d sum
        A 1d in=S snet=2
        B 2d in=S snet=1
        C 1d S:ss
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
S  ==--  1 08:00  2 16:00   3 08:00  4 16:00   2d    -
A   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    0d
B  ==--  1 08:00  2 16:00   3 08:00  4 16:00   2d    0d
C  =---  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

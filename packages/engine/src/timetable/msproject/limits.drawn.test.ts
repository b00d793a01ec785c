import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../../testing/chart-calendars.ts';
import { dated } from '../../testing/drawing.ts';

/** Constraints by MS Project: must-dates hold against links by option. */

describe('constraints', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('start no earlier', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A snet=4
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ==-------   0 08:00  1 16:00   7 08:00  8 16:00   5d    2d
B     =-----  4 08:00  4 16:00   9 08:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('start no later', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A snlt=1
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B    #<       3 08:00  3 16:00   1 08:00  1 16:00   -2d   4d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('finish no earlier', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A fnet=4
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =--------   0 08:00  0 16:00   8 08:00  8 16:00   6d    3d
B     =-----  4 08:00  4 16:00   9 08:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('finish no later', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A fnlt=1
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B    #<       3 08:00  3 16:00   1 08:00  1 16:00   -2d   4d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('must start on, later than the link asks', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A mandatory son=3
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =--         0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B    #        3 08:00  3 16:00   3 08:00  3 16:00   0d    4d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('must start on, earlier: the links give way', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A mandatory son=1
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B  #          1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
C   =-------  2 08:00  2 16:00   9 08:00  9 16:00   5d    5d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('must finish on, later', () => {
    expect(
      dated(
        `
        A 1d
        B 2d A mandatory fon=4
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =--         0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B    ##       3 08:00  4 16:00   3 08:00  4 16:00   0d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('must finish on, earlier: the links give way', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A mandatory fon=2
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B  ##         1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
C    =------  3 08:00  3 16:00   9 08:00  9 16:00   4d    4d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });
});

describe('constraints that do not hold against links', () => {
  const given: Partial<CalculationOptions> = {
    rules: 'msproject',
    lagCalendar: 'successor',
    projectStart: atDay(0),
    msproject: {
      scheduleFrom: 'start',
      statusDate: null,
      honorConstraints: false,
      splitInProgress: true,
      moveCompletedEndsBack: false,
      moveRemainingStartsBack: false,
      moveRemainingStartsForward: false,
      moveCompletedEndsForward: false,
      multipleCriticalPaths: false,
      defaultStart: 480,
      defaultFinish: 960,
    },
  };

  it('must start on, earlier: the link holds, the item is late', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A mandatory son=1
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B    #<       3 08:00  3 16:00   1 08:00  1 16:00   -2d   0d
C     =-----  4 08:00  4 16:00   9 08:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('must start on, later: as start no earlier and no later', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A mandatory son=3
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =--         0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B    #        3 08:00  3 16:00   3 08:00  3 16:00   0d    4d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('must finish on, earlier', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A mandatory fon=2
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B    ##<      3 08:00  4 16:00   1 08:00  2 16:00   -2d   3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });
});

import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated, drawn } from '../testing/drawing.ts';

/** A row with children spans them; its dates come from below, never from its own duration. */

describe('spans', () => {
  it('from the first start to the last finish', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        B 3d in=S
        C 1d A in=S
      `),
    ).toBe(`
  MTW
S ###
A ##
B ###
C   #
`);
  });

  it('rows in rows', () => {
    expect(
      drawn(`
        S 0d sum
        T 0d sum in=S
        A 2d in=T
        B 1d A in=T
        C 2d B in=S
      `),
    ).toBe(`
  MTWTF
S #####
T ###
A ##
B   #
C    ##
`);
  });

  it('two trees side by side', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        T 0d sum
        B 1d in=T A
        C 2d in=T B
      `),
    ).toBe(`
  MTWTF
S ##
A ##
T   ###
B   #
C    ##
`);
  });

  it('children out of order of the rows', () => {
    expect(
      drawn(`
        B 2d in=S A
        S 0d sum
        A 1d in=S
      `),
    ).toBe(`
  MTW
B  ##
S ###
A #
`);
  });

  it('a row without children has no dates', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d
      `),
    ).toBe(`
  MT
S
A ##
`);
  });

  it('a work item with a child is a row, its own duration and limits are not asked', () => {
    expect(
      drawn(`
        T 9d snet=7
        A 2d in=T
        B 1d A
      `),
    ).toBe(`
  MTW
T ##
A ##
B   #
`);
  });

  it('a milestone with a child is a row', () => {
    expect(
      drawn(`
        M 0d mf
        A 2d in=M
        B 1d A in=M
      `),
    ).toBe(`
  MTW
M ###
A ##
B   #
`);
  });

  it('days off inside a row of five days', () => {
    expect(
      drawn(`
        S 0d sum
        A 3d in=S
        B 4d A in=S
      `),
    ).toBe(`
  MTWTFssMT
S #####..##
A ###
B    ##..##
`);
  });
});

describe('late dates, floats and flags', () => {
  it('early and late spans, float by the last finish', () => {
    expect(
      dated(`
        S 0d sum
        A 1d in=S
        B 2d A in=S
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
S ===--  0 08:00  2 16:00   2 08:00  4 16:00   2d    -
A =--    0 08:00  0 16:00   2 08:00  2 16:00   2d    0d
B  ==--  1 08:00  2 16:00   3 08:00  4 16:00   2d    2d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('the float of a row counts in its own calendar', () => {
    expect(
      dated(`
        S 0d sum cal=seven
        A 2d in=S
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
S ==--------  0 08:00  1 16:00   8 08:00  9 16:00   8d    -
A ==--------  0 08:00  1 16:00   8 08:00  9 16:00   6d    6d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('critical as soon as one child is', () => {
    expect(
      dated(`
        S 0d sum
        A 2d in=S
        B 4d in=S
        C 1d A
      `),
    ).toBe(`
  MTWT  early              late               total free
S ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    -
A ==-   0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });

  it('negative float of a child shows in the row', () => {
    expect(
      dated(`
        S 0d sum
        A 2d in=S fnlt=0
        B 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
S ##<    0 08:00  1 16:00   -3 08:00 0 16:00   -1d   -
A ##<    0 08:00  1 16:00   -3 08:00 0 16:00   -1d   3d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('no free float of its own', () => {
    expect(
      dated(`
        S 0d sum
        A 1d in=S
        B 1d A
        Z 3d
      `),
    ).toBe(`
  MTW  early              late               total free
S =-   0 08:00  0 16:00   1 08:00  1 16:00   1d    -
A =-   0 08:00  0 16:00   1 08:00  1 16:00   1d    0d
B  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
Z ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
`);
  });
});

describe('progress', () => {
  it('actual dates of the children', () => {
    expect(
      dated(
        `
        S 0d sum
        A 2d in=S as=0 af=1
        B 2d in=S as=1 rem=1d
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWT  early              late               total free
S ###-  2 00:00  2 16:00   2 08:00  3 16:00   1d    -
A xx    2 00:00  2 00:00   3 16:00  3 16:00   -     -
B  x#   2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
C    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('only completed children: the row ended when the last of them did', () => {
    expect(
      dated(
        `
        S 0d sum
        A 2d in=S as=0 af=1
        B 1d in=S as=1 af=2
        C 1d B
      `,
        { dataDate: atDay(3, 0) },
      ),
    ).toBe(`
  MTWT  early              late               total free
S ===-  3 00:00  3 00:00   3 08:00  3 16:00   1d    -
A xx    3 00:00  3 00:00   3 16:00  3 16:00   -     -
B  xx   3 00:00  3 00:00   3 08:00  3 08:00   -     -
C    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('a child in the past and one ahead', () => {
    expect(
      dated(
        `
        S 0d sum
        A 1d in=S as=0 af=0
        B 2d in=S
        C 1d
      `,
        { dataDate: atDay(3, 0) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
S #####  3 00:00  4 16:00   3 08:00  4 16:00   0d    -
A x      3 00:00  3 00:00   4 16:00  4 16:00   -     -
B    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
C    =-  3 08:00  3 16:00   4 08:00  4 16:00   1d    1d
`);
  });
});

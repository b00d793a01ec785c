import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** A mandatory date is both the early and the late date, whatever the relations on both sides ask for. */

describe('mandatory start', () => {
  it('earlier than the link asks: B starts before A has ended, A is late', () => {
    expect(
      dated(`
        A 3d
        B 2d A mandatory son=1
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ###<         0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B  ##          1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
C    =-------  3 08:00  3 16:00   10 08:00 10 16:00  5d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('later than the link asks: A has float up to it, C follows B', () => {
    expect(
      dated(`
        A 2d
        B 2d A mandatory son=4
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--         0 08:00  1 16:00   2 08:00  3 16:00   2d    2d
B     #..#     4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
C         =--  8 08:00  8 16:00   10 08:00 10 16:00  2d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('what comes after has its float from its own successors', () => {
    expect(
      dated(`
        A 1d
        B 1d A mandatory son=2
        C 1d B
        D 2d C
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A =-           0 08:00  0 16:00   1 08:00  1 16:00   1d    1d
B   #          2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
C    =-----    3 08:00  3 16:00   8 08:00  8 16:00   3d    0d
D     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('the floats before and after it do not know of each other', () => {
    expect(
      dated(`
        A 1d
        B 1d A
        C 1d B mandatory son=7
        D 1d C
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A =---         0 08:00  0 16:00   3 08:00  3 16:00   3d    0d
B  =---        1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
C        #     7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
D         =--  8 08:00  8 16:00   10 08:00 10 16:00  2d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on a day off it means the next working day, early and late', () => {
    expect(
      dated(`
        A 2d
        B 2d A mandatory son=5
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
B        ##    7 08:00  8 16:00   7 08:00  8 16:00   0d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('before the data date the work starts at the data date and is late', () => {
    expect(
      dated(
        `
        B 2d mandatory son=0
        C 1d B
        Z 9d
      `,
        { dataDate: atDay(2) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
B   ##<            2 08:00  3 16:00   0 08:00  1 16:00   -2d   0d
C     =----------  4 08:00  4 16:00   14 08:00 14 16:00  6d    6d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });

  it('a start to start out of it counts from the date', () => {
    expect(
      dated(`
        A 4d
        B 2d A mandatory son=2
        C 2d B:ss+1d
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ####<        0 08:00  3 16:00   -4 08:00 1 16:00   -2d   0d
B   ##         2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
C    ==------  3 08:00  4 16:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('a finish to finish into it is broken as well', () => {
    expect(
      dated(`
        A 5d
        B 2d A:ff mandatory son=1
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A #####<       0 08:00  4 16:00   -4 08:00 2 16:00   -2d   0d
B  ##          1 08:00  2 16:00   1 08:00  2 16:00   0d    6d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('started work is no longer held', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d mandatory son=8
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A xx==-----------  2 08:00  3 16:00   11 08:00 14 16:00  7d    7d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });
});

describe('mandatory finish', () => {
  it('earlier than the link allows: B ends there all the same', () => {
    expect(
      dated(`
        A 3d
        B 2d A mandatory fon=2
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ###<         0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B  ##          1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
C    =-------  3 08:00  3 16:00   10 08:00 10 16:00  5d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('later than the link allows', () => {
    expect(
      dated(`
        A 2d
        B 2d A mandatory fon=8
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
B        ##    7 08:00  8 16:00   7 08:00  8 16:00   0d    0d
C          =-  9 08:00  9 16:00   10 08:00 10 16:00  1d    1d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on a Sunday the work ends on Friday', () => {
    expect(
      dated(`
        A 2d
        B 2d A mandatory fon=6
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    1d
B    ##        3 08:00  7 08:00   3 08:00  4 16:00   0d    0d
C        =---  7 08:00  7 16:00   10 08:00 10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('longer than there is time since the data date: it begins there', () => {
    expect(
      dated(`
        A 1d
        B 4d A mandatory fon=1
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A #<           0 08:00  0 16:00   -5 08:00 -5 16:00  -3d   0d
B ####<        0 08:00  3 16:00   -4 08:00 1 16:00   -2d   5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('started work is still held at its finish', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d mandatory fon=7
        B 1d A
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A xxxx#..#         4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
B         =------  8 08:00  8 16:00   14 08:00 14 16:00  4d    4d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });

  it('completed work is not', () => {
    expect(
      dated(
        `
        A 3d as=0 af=1 mandatory fon=7
        B 1d A
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A xx               2 00:00  2 00:00   14 08:00 14 08:00  -     -
B   =------------  2 08:00  2 16:00   14 08:00 14 16:00  8d    8d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });
});

describe('without a date to hold', () => {
  it('mandatory beside a start on or after is a plain limit', () => {
    expect(
      dated(`
        A 2d
        B 2d A mandatory snet=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    2d
B     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('mandatory beside nothing is nothing', () => {
    expect(
      dated(`
        A 2d
        B 2d A mandatory
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    0d
B   ==-------  2 08:00  3 16:00   9 08:00  10 16:00  5d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('two mandatory dates one after the other: what lies between has the room between', () => {
    expect(
      dated(`
        A 1d mandatory son=1
        B 1d A
        C 1d B mandatory son=7
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A  #           1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
B   =--        2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
C        #     7 08:00  7 16:00   7 08:00  7 16:00   0d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

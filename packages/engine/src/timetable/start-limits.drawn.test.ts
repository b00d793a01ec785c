import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** B, 2 days, waits for A until Tuesday and holds C; Z gives the plan its end on the second Thursday. */

describe('start on or after', () => {
  it('earlier than the link asks it is without effect', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=1
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    0d
B   ==-----    2 08:00  3 16:00   7 08:00  8 16:00   3d    0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on the day that the link asks for it changes nothing', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=2
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    0d
B   ==-----    2 08:00  3 16:00   7 08:00  8 16:00   3d    0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('later it moves B and C; A gains free float up to it', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=4
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    2d
B     =..=-    4 08:00  7 16:00   7 08:00  8 16:00   1d    0d
C         ==-  8 08:00  9 16:00   9 08:00  10 16:00  1d    1d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on a Saturday it means Monday', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=5
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    3d
B        ==--  7 08:00  8 16:00   9 08:00  10 16:00  2d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('in the evening it means the next morning', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=2@16
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    1d
B    ==------  3 08:00  4 16:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('at noon it leaves B half of the day', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=3@12
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    12h
B    ==..=---  3 12:00  7 12:00   9 08:00  10 16:00  28h   28h
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('in the calendar of B: Saturday is a working day there', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=5 cal=seven
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    3d
B      ==----  5 08:00  6 16:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('so late that it makes the end of the plan', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=8
        C 2d B
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A ==------      0 08:00  1 16:00   4 08:00  7 16:00   4d    4d
B         ##    8 08:00  9 16:00   8 08:00  9 16:00   0d    0d
C           ##  10 08:00 11 16:00  10 08:00 11 16:00  0d    0d
`);
  });

  it('before the data date it is without effect', () => {
    expect(
      dated(
        `
        A 2d snet=0
        Z 9d
      `,
        { dataDate: atDay(1) },
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A  ==---------  1 08:00  2 16:00   10 08:00 11 16:00  7d    7d
Z  ####..#####  1 08:00  11 16:00  1 08:00  11 16:00  0d    0d
`);
  });
});

describe('start on or before', () => {
  it('earlier than the link asks: negative float up to A, dates by the link', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=1
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##<          0 08:00  1 16:00   -3 08:00 0 16:00   -1d   0d
B   ##<        2 08:00  3 16:00   1 08:00  2 16:00   -1d   0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on the day that the link asks for: no float', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=2
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##           0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##         2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('later: one day of float where there were five', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=3
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B   ==-        2 08:00  3 16:00   3 08:00  4 16:00   1d    0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('later than the float reaches it is without effect', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=9
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    0d
B   ==-----    2 08:00  3 16:00   7 08:00  8 16:00   3d    0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on a Sunday it holds the start to Monday morning, which is the same work later', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=6
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    0d
B   ==-----    2 08:00  3 16:00   7 08:00  8 16:00   3d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('at noon it leaves half a day', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=2@12
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   0 12:00  2 12:00   4h    0d
B   ==-        2 08:00  3 16:00   2 12:00  4 12:00   4h    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('a chain before it is late as a whole', () => {
    expect(
      dated(`
        A 2d
        B 1d A
        C 2d B
        D 1d C snlt=3
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##<          0 08:00  1 16:00   -4 08:00 -3 16:00  -2d   0d
B   #<         2 08:00  2 16:00   0 08:00  0 16:00   -2d   0d
C    ##<       3 08:00  4 16:00   1 08:00  2 16:00   -2d   0d
D        #<    7 08:00  7 16:00   3 08:00  3 16:00   -2d   3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

describe('start on', () => {
  it('earlier than the link asks it only bounds: negative float', () => {
    expect(
      dated(`
        A 2d
        B 2d A son=1
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##<          0 08:00  1 16:00   -3 08:00 0 16:00   -1d   0d
B   ##<        2 08:00  3 16:00   1 08:00  2 16:00   -1d   0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on the day that the link asks for: no float', () => {
    expect(
      dated(`
        A 2d
        B 2d A son=2
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##           0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##         2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
C     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('later it moves and bounds: B has no float, A has what lies before', () => {
    expect(
      dated(`
        A 2d
        B 2d A son=4
        C 2d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--         0 08:00  1 16:00   2 08:00  3 16:00   2d    2d
B     #..#     4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
C         ==-  8 08:00  9 16:00   9 08:00  10 16:00  1d    1d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('without a predecessor it places B where it says', () => {
    expect(
      dated(`
        B 2d son=3
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
B    ##        3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
C        =---  7 08:00  7 16:00   10 08:00 10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('without any link it is critical by itself', () => {
    expect(
      dated(`
        B 2d son=3
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
B    ##        3 08:00  4 16:00   3 08:00  4 16:00   0d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

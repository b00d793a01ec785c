import { describe, expect, it } from 'vitest';
import { dated } from '../testing/drawing.ts';

/** B, 2 days, waits for A until Tuesday and holds C; Z gives the plan its end on the second Thursday. */

describe('finish on or after', () => {
  it('earlier than B can end it is without effect', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=2
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

  it('on the day on which B ends it changes nothing', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=3
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

  it('later the start moves with it: B starts on Friday to end on Monday', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=7
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

  it('on a Sunday the work ends on Friday and the finish stays at the next start', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=6
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    1d
B    ==------  3 08:00  7 08:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('at noon B starts at noon of an earlier day', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=4@12
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    4h
B   ===------  2 12:00  4 12:00   9 08:00  10 16:00  36h   36h
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('in the calendar of B', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=6 cal=seven
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    3d
B      ==----  5 08:00  6 16:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('makes the end of the plan', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=10
        C 2d A
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    0d
B          ##  9 08:00  10 16:00  9 08:00  10 16:00  0d    0d
C   ==-------  2 08:00  3 16:00   9 08:00  10 16:00  5d    5d
`);
  });
});

describe('finish on or before', () => {
  it('earlier than B can end: negative float up to A', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=2
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

  it('on the day on which B ends: no float', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=3
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

  it('later: one day of float', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=4
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

  it('on a Saturday it means the end of Friday', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=5
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B   ==-        2 08:00  3 16:00   3 08:00  4 16:00   1d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('in the morning it means the evening before', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=4@8
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##           0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##         2 08:00  3 16:00   2 08:00  3 16:00   0d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('by noon: half a day of float', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=4@12
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   0 12:00  2 12:00   4h    0d
B   ==-        2 08:00  3 16:00   2 12:00  4 12:00   4h    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('earlier than B is long after the data date: late dates before the plan begins', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=1
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##<          0 08:00  1 16:00   -4 08:00 -3 16:00  -2d   0d
B   ##<        2 08:00  3 16:00   0 08:00  1 16:00   -2d   5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('two branches, one of them bounded', () => {
    expect(
      dated(`
        A 1d
        B 2d A fnlt=3
        C 2d A
        D 1d B C
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A =-           0 08:00  0 16:00   1 08:00  1 16:00   1d    0d
B  ==-         1 08:00  2 16:00   2 08:00  3 16:00   1d    0d
C  ==-------   1 08:00  2 16:00   8 08:00  9 16:00   5d    0d
D    =-------  3 08:00  3 16:00   10 08:00 10 16:00  5d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

describe('finish on', () => {
  it('earlier than B can end it only bounds', () => {
    expect(
      dated(`
        A 2d
        B 2d A fon=2
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

  it('on the day on which B ends: no float', () => {
    expect(
      dated(`
        A 2d
        B 2d A fon=3
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

  it('later it moves and bounds', () => {
    expect(
      dated(`
        A 2d
        B 2d A fon=7
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

  it('without a predecessor the start follows from the finish', () => {
    expect(
      dated(`
        B 3d fon=8
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
B     #..##    4 08:00  8 16:00   4 08:00  8 16:00   0d    0d
C          =-  9 08:00  9 16:00   10 08:00 10 16:00  1d    1d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

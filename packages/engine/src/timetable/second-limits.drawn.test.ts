import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** A limit on each end, or two on one end. B, 2 days, waits for A until Tuesday; Z gives the plan its end on the second Thursday. */

describe('a limit on the start and one on the finish', () => {
  it('a window from Wednesday to Friday leaves a day of float', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=2 fnlt=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B   ==-        2 08:00  3 16:00   3 08:00  4 16:00   1d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('a window that begins later moves B and keeps it to its end', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=3 fnlt=7
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--         0 08:00  1 16:00   2 08:00  3 16:00   2d    1d
B    ==---     3 08:00  4 16:00   4 08:00  7 16:00   1d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('a window too narrow for the work: negative float, the start holds', () => {
    expect(
      dated(`
        A 2d
        B 4d A snet=3 fnlt=7
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##           0 08:00  1 16:00   0 08:00  1 16:00   0d    1d
B    ##..##<   3 08:00  8 16:00   2 08:00  7 16:00   -1d   2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('a finish on or after beyond the window of the start moves the start past its bound', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=3 fnet=8
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    3d
B        ##<   7 08:00  8 16:00   3 08:00  4 16:00   -2d   2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on or before Friday: nothing to give', () => {
    expect(
      dated(`
        A 2d
        B 2d A son=3 fnlt=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    1d
B    ##        3 08:00  4 16:00   3 08:00  4 16:00   0d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on the second Tuesday: the start follows the finish, late by the start', () => {
    expect(
      dated(`
        A 2d
        B 2d A son=3 fon=8
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    3d
B        ##<   7 08:00  8 16:00   3 08:00  4 16:00   -2d   2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('start on or after Thursday, finish on or after Wednesday: the start is later', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=3 fnet=2
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    1d
B    ==------  3 08:00  4 16:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('start on or before Friday, finish on or before Friday: the finish is tighter', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=4 fnlt=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B   ==-        2 08:00  3 16:00   3 08:00  4 16:00   1d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('start on or before Wednesday, finish on or before the second Monday: the start is tighter', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=2 fnlt=7
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##           0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##         2 08:00  3 16:00   2 08:00  3 16:00   0d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('finish on Friday, start on or after Wednesday: the work stands at its end', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=2 fon=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    1d
B    ##        3 08:00  4 16:00   3 08:00  4 16:00   0d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

describe('a second limit on the start', () => {
  it('on or after Thursday, on or before Friday: a day of float', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=3 snlt2=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--         0 08:00  1 16:00   2 08:00  3 16:00   2d    1d
B    ==---     3 08:00  4 16:00   4 08:00  7 16:00   1d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('the other way round it is the same', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=4 snet2=3
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--         0 08:00  1 16:00   2 08:00  3 16:00   2d    1d
B    ==---     3 08:00  4 16:00   4 08:00  7 16:00   1d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on or after Friday, on or before Wednesday: late by two days', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=4 snlt2=2
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##           0 08:00  1 16:00   0 08:00  1 16:00   0d    2d
B     #..#<    4 08:00  7 16:00   2 08:00  3 16:00   -2d   3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('of two floors the later one holds', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=3 snet2=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    2d
B     =..=---  4 08:00  7 16:00   9 08:00  10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('of two ceilings the earlier one holds', () => {
    expect(
      dated(`
        A 2d
        B 2d A snlt=7 snlt2=3
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B   ==-        2 08:00  3 16:00   3 08:00  4 16:00   1d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('a second limit alone holds like a first one', () => {
    expect(
      dated(`
        A 2d
        B 2d A son2=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--         0 08:00  1 16:00   2 08:00  3 16:00   2d    2d
B     #..#     4 08:00  7 16:00   4 08:00  7 16:00   0d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

describe('a second limit on the finish', () => {
  it('on or after Friday, on or before the second Monday', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=4 fnlt2=7
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--         0 08:00  1 16:00   2 08:00  3 16:00   2d    1d
B    ==---     3 08:00  4 16:00   4 08:00  7 16:00   1d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on or after the second Monday, on or before Friday: late by a day', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=7 fnlt2=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    2d
B     #..#<    4 08:00  7 16:00   3 08:00  4 16:00   -1d   3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('of two floors the later one holds', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnet=4 fnet2=8
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-------    0 08:00  1 16:00   7 08:00  8 16:00   5d    3d
B        ==--  7 08:00  8 16:00   9 08:00  10 16:00  2d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('of two ceilings the earlier one holds', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=8 fnlt2=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B   ==-        2 08:00  3 16:00   3 08:00  4 16:00   1d    5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('one on each end: the second bounds what the first allows', () => {
    expect(
      dated(`
        A 2d
        B 2d A snet=3 fnlt2=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    1d
B    ##        3 08:00  4 16:00   3 08:00  4 16:00   0d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('started work keeps the second limit of its finish alone', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d snet=8 fnlt2=3
        B 3d as=0 rem=2d fnet=8 snlt2=0
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A xx##             2 08:00  3 16:00   2 08:00  3 16:00   0d    7d
B xxxxx..==------  7 08:00  8 16:00   11 08:00 14 16:00  4d    4d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });

  it('completed work keeps none', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1 fnet=6 snlt2=0
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

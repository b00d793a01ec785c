import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** The data date parts what has happened from what is planned: nothing that is left starts before it. */

describe('on a working day', () => {
  it('at midnight: the next morning', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A   #   2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('at the start of work', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
      `,
        { dataDate: atDay(2, 8) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A   #   2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('at noon: half a day is left of it', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
      `,
        { dataDate: atDay(2, 12) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A   ##   2 12:00  3 12:00   2 12:00  3 12:00   0d    0d
B    ##  3 12:00  4 12:00   3 12:00  4 12:00   0d    0d
`);
  });

  it('at the end of work: the next morning', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
      `,
        { dataDate: atDay(2, 16) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A    #   3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a minute before the end of work', () => {
    expect(
      dated(
        `
        A 2m
        B 1d A
      `,
        { dataDate: atDay(2, 15.984) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A   ##   2 15:59  3 08:01   2 15:59  3 08:01   0d    0d
B    ##  3 08:01  4 08:01   3 08:01  4 08:01   0d    0d
`);
  });

  it('in the break of a split day: after the break', () => {
    expect(
      dated(
        `
        A 1d cal=split
        B 1d A
      `,
        { dataDate: atDay(2, 12.5) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A   ##   2 13:00  3 12:00   2 13:00  3 12:00   0d    0d
B    ##  3 12:00  4 12:00   3 12:00  4 12:00   0d    0d
`);
  });

  it('in the night of a night shift', () => {
    expect(
      dated(
        `
        A 8h cal=night
        B 1d A
      `,
        { dataDate: atDay(2, 2) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A   ==  2 02:00  3 02:00   2 22:00  3 06:00   4h    4h
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });
});

describe('on days off', () => {
  it('on Saturday morning: five days begin on Monday, seven at once', () => {
    expect(
      dated(
        `
        A 1d
        B 1d cal=seven
        C 1d cal=around
      `,
        { dataDate: atDay(5, 8) },
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
B      =--  5 08:00  5 16:00   7 08:00  7 16:00   2d    2d
C      =--  5 08:00  5 16:00   7 08:00  7 16:00   6d    6d
`);
  });

  it('on Sunday at noon', () => {
    expect(
      dated(
        `
        A 1d
        B 1d cal=seven
        C 1d cal=around
      `,
        { dataDate: atDay(6, 12) },
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
B       ==  6 12:00  7 12:00   7 08:00  7 16:00   4h    4h
C       =-  6 12:00  6 20:00   7 08:00  7 16:00   20h   20h
`);
  });

  it('on Friday after work', () => {
    expect(
      dated(
        `
        A 1d
        B 1d cal=seven
        C 1d cal=around
      `,
        { dataDate: atDay(4, 16) },
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
B      =--  5 08:00  5 16:00   7 08:00  7 16:00   2d    2d
C     =---  4 16:00  5 00:00   7 08:00  7 16:00   8d    8d
`);
  });

  it('on a feast: the day after', () => {
    expect(
      dated(
        `
        A 1d cal=feast
        B 1d
      `,
        { dataDate: atDay(2, 8) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
B   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });
});

describe('before and after everything', () => {
  it('long before the plan was thought to begin', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
      `,
        { dataDate: atDay(-7) },
      ),
    ).toBe(`
  MT  early              late               total free
A #   -7 08:00 -7 16:00  -7 08:00 -7 16:00  0d    0d
B  #  -6 08:00 -6 16:00  -6 08:00 -6 16:00  0d    0d
`);
  });

  it('the start of the project is later than the data date: nothing begins before it', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
      `,
        { dataDate: atDay(0), projectStart: atDay(2) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A   #   2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('the start of the project is earlier: the data date rules', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
      `,
        { dataDate: atDay(2), projectStart: atDay(0) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A   #   2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('work that has begun does not wait for the start of the project', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d
        B 1d
      `,
        { dataDate: atDay(1, 0), projectStart: atDay(4) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A x==--  1 08:00  2 16:00   3 08:00  4 16:00   2d    2d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('after all limits: what they ask for is past', () => {
    expect(
      dated(
        `
        A 1d snet=2
        B 1d fnet=3
        C 1d snlt=2
      `,
        { dataDate: atDay(7) },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A        #   7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
B        #   7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
C        #<  7 08:00  7 16:00   2 08:00  2 16:00   -3d   0d
`);
  });

  it('after the dates at which everything began', () => {
    expect(
      dated(
        `
        A 2d as=0 rem=1d
        B 2d as=1 rem=2d
      `,
        { dataDate: atDay(9) },
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A xxxxx..xx=-  9 08:00  9 16:00   10 08:00 10 16:00  1d    1d
B  xxxx..xx##  9 08:00  10 16:00  9 08:00  10 16:00  0d    0d
`);
  });
});

describe('leads and the data date', () => {
  it('a lead stops at the data date', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A-9d
      `,
        { dataDate: atDay(2) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    6d
B   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
`);
  });

  it('a lead that ends after it is free', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A-1d
      `,
        { dataDate: atDay(2) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a lead into a finish stops there too, the work then begins before it and is pushed', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A:ff-9d
      `,
        { dataDate: atDay(2) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    7d
B   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
`);
  });

  it('a lead out of a start stops there', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A:ss-2d
      `,
        { dataDate: atDay(2) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    2d
B   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
`);
  });
});

import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** Total float counts from early to late finish, from early to late start, or is the smaller of both; in the calendar of the item. */

describe('the three kinds agree where work is in one piece', () => {
  it('by the finish', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A
        C 3d A
        Z 7d
      `,
        { floatType: 'finish' },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ==--       0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
B   =------  2 08:00  2 16:00   8 08:00  8 16:00   4d    4d
C   ===----  2 08:00  4 16:00   4 08:00  8 16:00   2d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('by the start', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A
        C 3d A
        Z 7d
      `,
        { floatType: 'start' },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ==--       0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
B   =------  2 08:00  2 16:00   8 08:00  8 16:00   4d    4d
C   ===----  2 08:00  4 16:00   4 08:00  8 16:00   2d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('by the smaller one', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A
        C 3d A
        Z 7d
      `,
        { floatType: 'smallest' },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ==--       0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
B   =------  2 08:00  2 16:00   8 08:00  8 16:00   4d    4d
C   ===----  2 08:00  4 16:00   4 08:00  8 16:00   2d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });
});

describe('a plan that ends within a day leaves the same hours at both ends', () => {
  it('by the finish', () => {
    expect(
      dated(
        `
        A 1d cal=split
        B 12h
      `,
        { floatType: 'finish' },
      ),
    ).toBe(`
  MT  early              late               total free
A =-  0 08:00  0 17:00   0 13:00  1 12:00   4h    4h
B ##  0 08:00  1 12:00   0 08:00  1 12:00   0d    0d
`);
  });

  it('by the start', () => {
    expect(
      dated(
        `
        A 1d cal=split
        B 12h
      `,
        { floatType: 'start' },
      ),
    ).toBe(`
  MT  early              late               total free
A =-  0 08:00  0 17:00   0 13:00  1 12:00   4h    4h
B ##  0 08:00  1 12:00   0 08:00  1 12:00   0d    0d
`);
  });
});

describe('a suspended item', () => {
  it('by the finish', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d suspend=0 resume=3
        Z 6d
      `,
        { floatType: 'finish', dataDate: atDay(1, 0) },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A xxx==----  3 08:00  4 16:00   7 08:00  8 16:00   2d    2d
Z  ####..##  1 08:00  8 16:00   1 08:00  8 16:00   0d    0d
`);
  });

  it('by the start: from the day on which it goes on', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d suspend=0 resume=3
        Z 6d
      `,
        { floatType: 'start', dataDate: atDay(1, 0) },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A xxx==----  3 08:00  4 16:00   7 08:00  8 16:00   2d    2d
Z  ####..##  1 08:00  8 16:00   1 08:00  8 16:00   0d    0d
`);
  });
});

describe('an item in the calendars of its crews', () => {
  it('by the finish: its crews must end in time', () => {
    expect(
      dated(
        `
        A 2d resource on=five:1d on=five:4d
        Z 8d
      `,
        { floatType: 'finish' },
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ====------  0 08:00  3 16:00   4 08:00  9 16:00   4d    4d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('by the start: late starts of the longest crew', () => {
    expect(
      dated(
        `
        A 2d resource on=five:1d on=five:4d
        Z 8d
      `,
        { floatType: 'start' },
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ====------  0 08:00  3 16:00   4 08:00  9 16:00   4d    4d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('by the start: from Friday to Sunday the item has one day', () => {
    expect(
      dated(
        `
        P 4d
        A 3d P resource on=seven
        Z 7d
      `,
        { floatType: 'start' },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
P ====-      0 08:00  3 16:00   1 08:00  4 16:00   1d    0d
A     ===--  4 08:00  6 16:00   6 08:00  8 16:00   1d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('by the finish: from Sunday to Tuesday it has two', () => {
    expect(
      dated(
        `
        P 4d
        A 3d P resource on=seven
        Z 7d
      `,
        { floatType: 'finish' },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
P ====-      0 08:00  3 16:00   1 08:00  4 16:00   1d    0d
A     ===--  4 08:00  6 16:00   6 08:00  8 16:00   2d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('the smaller of both', () => {
    expect(
      dated(
        `
        P 4d
        A 3d P resource on=seven
        Z 7d
      `,
        { floatType: 'smallest' },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
P ====-      0 08:00  3 16:00   1 08:00  4 16:00   1d    0d
A     ===--  4 08:00  6 16:00   6 08:00  8 16:00   1d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });
});

describe('an item whose end a relation leaves at the next start', () => {
  it('by the finish: the night between is no work', () => {
    expect(
      dated(
        `
        P 6d cal=seven
        A 1d P:ff
        Z 8d
      `,
        { floatType: 'finish' },
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ======----  0 08:00  5 16:00   4 08:00  9 16:00   4d    1d
A     =-----  4 08:00  7 08:00   9 08:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('by the start', () => {
    expect(
      dated(
        `
        P 6d cal=seven
        A 1d P:ff
        Z 8d
      `,
        { floatType: 'start' },
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ======----  0 08:00  5 16:00   4 08:00  9 16:00   4d    1d
A     =-----  4 08:00  7 08:00   9 08:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });
});

describe('in the calendar of the item', () => {
  it('five, seven, around the clock: the same span, another count', () => {
    expect(
      dated(`
        A 1d
        B 1d cal=seven
        C 1d cal=around
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =---------  0 08:00  0 16:00   9 08:00  9 16:00   7d    7d
B =---------  0 08:00  0 16:00   9 08:00  9 16:00   9d    9d
C =---------  0 00:00  0 08:00   9 08:00  9 16:00   28d   28d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('nights, split days and half Fridays', () => {
    expect(
      dated(`
        A 1d cal=night
        B 1d cal=split
        C 1d cal=half
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ==--------  0 22:00  1 06:00   8 22:00  9 06:00   6d    6d
B =---------  0 08:00  0 17:00   8 16:00  9 16:00   55h   55h
C =---------  0 08:00  0 16:00   9 08:00  9 16:00   52h   52h
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('a feast in the float is no room', () => {
    expect(
      dated(`
        A 1d cal=feast
        B 1d
        Z 4d
      `),
    ).toBe(`
  MTWT  early              late               total free
A =---  0 08:00  0 16:00   3 08:00  3 16:00   2d    2d
B =---  0 08:00  0 16:00   3 08:00  3 16:00   3d    3d
Z ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });
});

describe('negative', () => {
  it('by a limit at the end, the whole chain', () => {
    expect(
      dated(`
        A 2d
        B 2d A
        C 1d B fnlt=2
      `),
    ).toBe(`
  MTWTFs  early              late               total free
A ##<     0 08:00  1 16:00   -4 08:00 -3 16:00  -2d   0d
B   ##<   2 08:00  3 16:00   0 08:00  1 16:00   -2d   0d
C     #<  4 08:00  4 16:00   2 08:00  2 16:00   -2d   0d
`);
  });

  it('by a limit in the middle, only what is before', () => {
    expect(
      dated(`
        A 2d
        B 2d A fnlt=2
        C 1d B
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ##<    0 08:00  1 16:00   -3 08:00 0 16:00   -1d   0d
B   ##<  2 08:00  3 16:00   1 08:00  2 16:00   -1d   0d
C     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('over a weekend backward', () => {
    expect(
      dated(`
        A 3d
        B 4d A fnlt=4
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B    ##..##<  3 08:00  8 16:00   1 08:00  4 16:00   -2d   0d
`);
  });

  it('the least of two bounds', () => {
    expect(
      dated(`
        A 2d
        B 1d A fnlt=1
        C 1d A fnlt=0
      `),
    ).toBe(`
  MTWT  early              late               total free
A ##<   0 08:00  1 16:00   -4 08:00 -3 16:00  -2d   0d
B   #<  2 08:00  2 16:00   1 08:00  1 16:00   -1d   0d
C   #<  2 08:00  2 16:00   0 08:00  0 16:00   -2d   0d
`);
  });
});

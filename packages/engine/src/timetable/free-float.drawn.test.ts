import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** Free float is the room that the nearest relation leaves before it would move an early date, in the calendar of the predecessor. */

describe('to the nearest successor', () => {
  it('the next one starts at once: none', () => {
    expect(
      dated(`
        A 1d
        B 1d A
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A =---   0 08:00  0 16:00   3 08:00  3 16:00   3d    0d
B  =---  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('the nearest of three', () => {
    expect(
      dated(`
        A 1d
        P 2d
        Q 4d
        B 1d A P
        C 1d A Q
        D 1d A snet=7
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A =----     0 08:00  0 16:00   4 08:00  4 16:00   4d    1d
P ==---     0 08:00  1 16:00   3 08:00  4 16:00   3d    0d
Q ====-     0 08:00  3 16:00   1 08:00  4 16:00   1d    0d
B   =-----  2 08:00  2 16:00   7 08:00  7 16:00   3d    3d
C     =---  4 08:00  4 16:00   7 08:00  7 16:00   1d    1d
D        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('a limit of the successor gives room', () => {
    expect(
      dated(`
        A 1d
        B 1d A snet=3
      `),
    ).toBe(`
  MTWT  early              late               total free
A =--   0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('without successors to the end of the plan', () => {
    expect(
      dated(`
        A 1d
        B 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A =----  0 08:00  0 16:00   4 08:00  4 16:00   4d    4d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('completed items have none, those before them do', () => {
    expect(
      dated(
        `
        A 1d as=0 af=0
        B 1d A
        C 3d
      `,
        { dataDate: atDay(1, 0) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A x     1 00:00  1 00:00   3 08:00  3 08:00   -     -
B  =--  1 08:00  1 16:00   3 08:00  3 16:00   2d    2d
C  ###  1 08:00  3 16:00   1 08:00  3 16:00   0d    0d
`);
  });
});

describe('by each kind of relation', () => {
  it('finish to start with a lag', () => {
    expect(
      dated(`
        A 1d
        P 5d
        B 1d A+2d P
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A =--       0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
P #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('finish to start with a lead', () => {
    expect(
      dated(`
        A 2d
        P 3d
        B 1d A-1d P
      `),
    ).toBe(`
  MTWT  early              late               total free
A ==--  0 08:00  1 16:00   2 08:00  3 16:00   2d    2d
P ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('start to start: room at the start', () => {
    expect(
      dated(`
        A 2d
        P 3d
        B 1d A:ss P
      `),
    ).toBe(`
  MTWT  early              late               total free
A ==--  0 08:00  1 16:00   2 08:00  3 16:00   2d    3d
P ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('finish to finish: room at the end', () => {
    expect(
      dated(`
        A 1d
        P 4d
        B 2d A:ff P:ff
      `),
    ).toBe(`
  MTWT  early              late               total free
A =---  0 08:00  0 16:00   3 08:00  3 16:00   3d    3d
P ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
`);
  });

  it('start to finish: room of the start before the end of the successor', () => {
    expect(
      dated(`
        A 1d
        P 3d
        B 2d A:sf P
      `),
    ).toBe(`
  MTWTF  early              late               total free
A =----  0 08:00  0 16:00   4 08:00  4 16:00   4d    5d
P ###    0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
`);
  });

  it('of two kinds between the same two the smaller room', () => {
    expect(
      dated(`
        A 2d
        P 4d
        B 1d A A:ss+3d P
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ==-    0 08:00  1 16:00   1 08:00  2 16:00   1d    1d
P ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });
});

describe('across calendars', () => {
  it('five to seven: the weekend is no room for five days', () => {
    expect(
      dated(`
        A 5d
        P 7d cal=seven
        B 1d A P cal=seven
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
P #######   0 08:00  6 16:00   0 08:00  6 16:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('seven to five: the weekend is room for seven days', () => {
    expect(
      dated(`
        A 4d cal=seven
        P 5d
        B 1d A P
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ====---   0 08:00  3 16:00   3 08:00  6 16:00   3d    3d
P #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('around the clock: nights are room', () => {
    expect(
      dated(`
        A 1d cal=around
        P 1d
        B 1d A P
      `),
    ).toBe(`
  MT  early              late               total free
A =-  0 00:00  0 08:00   1 00:00  1 08:00   3d    3d
P #   0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B  #  1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
`);
  });

  it('into a successor that could not start earlier anyway', () => {
    expect(
      dated(`
        A 5d cal=seven
        B 1d A
        Z 7d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A =====---   0 08:00  4 16:00   3 08:00  7 16:00   3d    2d
B        =-  7 08:00  7 16:00   8 08:00  8 16:00   1d    1d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('finish to finish across calendars is never below nothing', () => {
    expect(
      dated(`
        A 6d cal=seven
        B 1d A:ff
        Z 7d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ======---  0 08:00  5 16:00   3 08:00  8 16:00   3d    1d
B     =----  4 08:00  7 08:00   8 08:00  8 16:00   2d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });
});

describe('with limits', () => {
  it('more than total float where a limit makes an item late', () => {
    expect(
      dated(`
        A 1d fnlt=0
        P 3d
        B 1d A P
      `),
    ).toBe(`
  MTWT  early              late               total free
A #     0 08:00  0 16:00   0 08:00  0 16:00   0d    2d
P ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('a mandatory date behind it', () => {
    expect(
      dated(`
        A 2d
        B 1d A mandatory son=1
      `),
    ).toBe(`
  MTW  early              late               total free
A ##<  0 08:00  1 16:00   -3 08:00 0 16:00   -1d   0d
B  #   1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
`);
  });

  it('an expected finish leaves none', () => {
    expect(
      dated(`
        A 1d exp=1
        P 4d
        B 1d A P
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ==--   0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
P ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a finish limit of the item itself does not take it away', () => {
    expect(
      dated(`
        A 1d fnlt=1
        P 4d
        B 1d A P
      `),
    ).toBe(`
  MTWTF  early              late               total free
A =-     0 08:00  0 16:00   1 08:00  1 16:00   1d    3d
P ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });
});

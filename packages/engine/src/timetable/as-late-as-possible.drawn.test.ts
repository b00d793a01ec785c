import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** As late as possible: after the late dates are known, an item moves to the earliest date of its successors and uses its free float. */

describe('to the earliest successor', () => {
  it('next to its successor it stays where it is', () => {
    expect(
      dated(`
        A 2d
        B 2d A alap
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

  it('moves to the start of the successor that another item holds', () => {
    expect(
      dated(`
        A 2d
        B 1d A alap
        C 5d A
        D 1d B C
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ##          0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B         #   8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
C   ###..##   2 08:00  8 16:00   2 08:00  8 16:00   0d    0d
D          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('of two successors the earlier one stops it', () => {
    expect(
      dated(`
        B 1d alap
        P 3d
        Q 6d
        C 1d P B
        D 1d Q B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
B   =-----   2 08:00  2 16:00   7 08:00  7 16:00   3d    0d
P ===-----   0 08:00  2 16:00   3 08:00  7 16:00   3d    0d
Q #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
C    =-----  3 08:00  3 16:00   8 08:00  8 16:00   3d    3d
D         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('its predecessors stay early and gain free float', () => {
    expect(
      dated(`
        A 1d
        B 1d A alap
        C 6d
        D 1d B C
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A =----      0 08:00  0 16:00   4 08:00  4 16:00   4d    4d
B        #   7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
C #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
D         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('without a successor it moves to the end of the plan', () => {
    expect(
      dated(`
        A 5d
        B 1d alap
      `),
    ).toBe(`
  MTWTF  early              late               total free
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a chain of two moves together, the last one first', () => {
    expect(
      dated(`
        A 1d alap
        B 1d A alap
        C 6d
        D 1d B C
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A     #      4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
B        #   7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
C #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
D         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('in a chain only the marked one moves', () => {
    expect(
      dated(`
        A 1d alap
        B 1d A
        C 6d
        D 1d B C
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A =----      0 08:00  0 16:00   4 08:00  4 16:00   4d    0d
B  =------   1 08:00  1 16:00   7 08:00  7 16:00   4d    4d
C #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
D         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('over the weekend in its own calendar', () => {
    expect(
      dated(`
        B 1d alap cal=seven
        C 5d
        D 1d B C
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B       #   6 08:00  6 16:00   6 08:00  6 16:00   0d    0d
C #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
D        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });
});

describe('by the other relations', () => {
  it('start to start: its start waits for the start of the successor', () => {
    expect(
      dated(`
        B 2d alap
        P 4d
        C 3d P B:ss
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
B     #..#   4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
P ####       0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
C     #..##  4 08:00  8 16:00   4 08:00  8 16:00   0d    0d
`);
  });

  it('start to start with a lag', () => {
    expect(
      dated(`
        B 2d alap
        P 4d
        C 2d P B:ss+1d
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B    ##     3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
P ####      0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
C     #..#  4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
`);
  });

  it('finish to finish: its end waits for the end of the successor', () => {
    expect(
      dated(`
        B 1d alap
        C 4d B:ff
        D 1d C
      `),
    ).toBe(`
  MTWTF  early              late               total free
B    #   3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
C ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
D     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a lag holds it off', () => {
    expect(
      dated(`
        B 1d alap
        P 6d
        C 1d P B+2d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
B    #       3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
P #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('a lead lets it overlap', () => {
    expect(
      dated(`
        B 2d alap
        P 4d
        C 3d P B-1d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
B    ##      3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
P ####       0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
C     #..##  4 08:00  8 16:00   4 08:00  8 16:00   0d    0d
`);
  });
});

describe('what holds it', () => {
  it('a start limit of its own below the end it moves to', () => {
    expect(
      dated(`
        B 1d alap snet=1
        C 5d
        D 1d B C
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B     #     4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
C #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
D        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('started work does not move', () => {
    expect(
      dated(
        `
        B 3d alap as=0 rem=1d
        C 5d
        D 1d B C
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
B xx=------   2 08:00  2 16:00   8 08:00  8 16:00   4d    4d
C   ###..##   2 08:00  8 16:00   2 08:00  8 16:00   0d    0d
D          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('an expected finish does not count for it', () => {
    expect(
      dated(`
        B 2d alap exp=4
        C 6d
        D 1d B C
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
B     #..#   4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
C #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
D         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('a milestone moves as well', () => {
    expect(
      dated(`
        M 0d alap mf
        C 5d
        D 1d M C
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
M     o     4 16:00  4 16:00   4 16:00  4 16:00   0d    0d
C #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
D        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });
});

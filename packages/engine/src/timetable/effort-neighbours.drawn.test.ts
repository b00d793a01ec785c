import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated, drawn } from '../testing/drawing.ts';

/** Levels of effort beside one another, in progress, on the critical path, and what is not moved by them. */

describe('it drives nothing', () => {
  it('a successor of a level of effort starts at the data date', () => {
    expect(
      dated(`
        A 4d
        L 1d loe A:ss A:ff
        B 1d L
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
L ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B =---  0 08:00  0 16:00   3 08:00  3 16:00   3d    3d
`);
  });

  it('free floats do not see it', () => {
    expect(
      dated(`
        A 2d
        L 1d loe A
        B 5d L:ff
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
L   ###  2 08:00  4 16:00   7 08:00  4 16:00   0d    0d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a lag behind it makes it longer, not the plan: nothing else moves', () => {
    expect(
      dated(`
        A 2d
        L 1d loe A:ss A:ff+5d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ##         0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
L #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('total float of what it hangs on is the float to the end of the plan', () => {
    expect(
      dated(`
        A 1d
        L 1d loe A:ss A:ff
        Z 6d
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A =-------  0 08:00  0 16:00   7 08:00  7 16:00   5d    5d
L =-------  0 08:00  0 16:00   7 08:00  7 16:00   5d    0d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });
});

describe('one on another', () => {
  it('a level of effort on a level of effort takes its ends', () => {
    expect(
      dated(`
        A 2d
        B 2d A
        L 1d loe A:ss B:ff
        M 1d loe L:ss L:ff
      `),
    ).toBe(`
  MTWT  early              late               total free
A ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
L ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
M ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });

  it('whatever their order in the plan', () => {
    expect(
      dated(`
        M 1d loe L:ss L:ff
        L 1d loe A:ss B:ff
        A 2d
        B 2d A
      `),
    ).toBe(`
  MTWT  early              late               total free
M ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
L ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
A ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
`);
  });

  it('three in a row, each a day later than the one before', () => {
    expect(
      dated(`
        A 5d
        L 1d loe A:ss A:ff
        M 1d loe L:ss+1d L:ff
        N 1d loe M:ss+1d M:ff
      `),
    ).toBe(`
  MTWTF  early              late               total free
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
L #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
M  ####  1 08:00  4 16:00   1 08:00  4 16:00   0d    0d
N   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });
});

describe('in progress', () => {
  it('a started one shows its actual start and goes on at the data date', () => {
    expect(
      dated(
        `
        A 5d as=0 rem=3d
        L 1d loe A:ss A:ff as=0
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A xx###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
L xx###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });

  it('one that has not begun starts at the data date, though A began before', () => {
    expect(
      dated(
        `
        A 5d as=0 rem=3d
        L 1d loe A:ss A:ff
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A xx###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
L   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });

  it('between work that is done nothing is left', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        L 1d loe A:ss A:ff as=0
        B 2d
      `,
        { dataDate: atDay(3, 0) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A xx     3 00:00  3 00:00   4 16:00  4 16:00   -     -
L xxx--  3 08:00  3 08:00   7 08:00  4 16:00   2d    0d
B    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
`);
  });

  it('a completed one has no early and late dates', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        L 1d loe A:ss A:ff as=0 af=1
        B 2d
      `,
        { dataDate: atDay(3, 0) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A xx     3 00:00  3 00:00   4 16:00  4 16:00   -     -
L        -        -         -        -         -     -
B    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
`);
  });

  it('one that is suspended does not wait for a resume date of its own, only for that of A', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=3d resume=2
        L 1d loe A:ss A:ff as=0 resume=4
      `,
        { dataDate: atDay(1, 0) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A xx###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
L xx###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });
});

describe('floats and the critical path', () => {
  it('on the ends of critical work it has no float and is critical', () => {
    expect(
      dated(`
        A 2d
        B 3d A
        L 1d loe A:ss B:ff
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
L #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('on the ends of floating work it floats with it', () => {
    expect(
      dated(`
        A 2d
        B 2d A
        L 1d loe A:ss B:ff
        Z 6d
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ==--      0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
B   ==----  2 08:00  3 16:00   4 08:00  7 16:00   2d    2d
L ====----  0 08:00  3 16:00   2 08:00  7 16:00   2d    0d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('by the longest path it is not critical where it leads nowhere', () => {
    expect(
      dated(
        `
        A 3d
        L 1d loe A:ss A:ff
        B 2d A
      `,
        { criticalBy: 'longest_path' },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ###    0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
L ===    0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
`);
  });
});

describe('among rows', () => {
  it('a row spans its levels of effort as well', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        L 1d loe in=S A:ss B:ff
        B 3d A
      `),
    ).toBe(`
  MTWTF
S #####
A ##
L #####
B   ###
`);
  });

  it('a level of effort beside its row', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        B 3d A in=S
        L 1d loe A:ss B:ff
      `),
    ).toBe(`
  MTWTF
S #####
A ##
B   ###
L #####
`);
  });

  it('a level of effort with children is a row', () => {
    expect(
      drawn(`
        L 1d loe
        A 2d in=L
        B 1d A in=L
      `),
    ).toBe(`
  MTW
L ###
A ##
B   #
`);
  });
});

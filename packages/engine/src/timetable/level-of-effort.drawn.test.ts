import { describe, expect, it } from 'vitest';
import { dated } from '../testing/drawing.ts';

/** A level of effort stretches between what its relations point at; it is calculated after all others and drives nothing. */

describe('between one start and one finish', () => {
  it('from the start to the end of one item', () => {
    expect(
      dated(`
        A 3d
        L 1d loe A:ss A:ff
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ===--  0 08:00  2 16:00   2 08:00  4 16:00   2d    2d
L ===--  0 08:00  2 16:00   2 08:00  4 16:00   2d    0d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('from the start of the first to the end of the last of a chain', () => {
    expect(
      dated(`
        A 2d
        B 2d A
        C 1d B
        L 1d loe A:ss C:ff
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##   2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
C     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
L #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('its own duration does not matter', () => {
    expect(
      dated(`
        A 3d
        L 9d loe A:ss A:ff
      `),
    ).toBe(`
  MTW  early              late               total free
A ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
L ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
`);
  });

  it('finish to start makes it begin where A ends', () => {
    expect(
      dated(`
        A 2d
        B 3d A
        L 1d loe A B:ff
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
L   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });

  it('its successors say where it ends: it stretches to the start of B', () => {
    expect(
      dated(`
        A 2d
        L 1d loe A:ss
        P 4d
        B 1d L P
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
L ####   0 08:00  3 16:00   3 08:00  3 16:00   0d    0d
P ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a successor by finish to finish: it ends with B', () => {
    expect(
      dated(`
        A 2d
        L 1d loe A:ss
        B 4d L:ff
      `),
    ).toBe(`
  MTWT  early              late               total free
A ==--  0 08:00  1 16:00   2 08:00  3 16:00   2d    2d
L ####  0 08:00  3 16:00   2 08:00  3 16:00   0d    0d
B ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });

  it('a successor by start to start says where it begins', () => {
    expect(
      dated(`
        P 2d
        B 2d P L:ss
        L 1d loe B:ff
      `),
    ).toBe(`
  MTWT  early              late               total free
P ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
L   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
`);
  });

  it('a successor by start to finish: its start lies at the end of B', () => {
    expect(
      dated(`
        P 2d
        B 2d P L:sf
        L 2d loe
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
P ##        0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##      2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
L     #..#  4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
`);
  });
});

describe('with several ends', () => {
  it('the earliest start and the latest finish of all rule', () => {
    expect(
      dated(`
        A 2d
        B 3d A
        C 5d A
        L 1d loe A:ss B:ss B:ff C:ff
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ##         0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ===----  2 08:00  4 16:00   4 08:00  8 16:00   2d    2d
C   ###..##  2 08:00  8 16:00   2 08:00  8 16:00   0d    0d
L #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('a late start that is not the earliest is no matter', () => {
    expect(
      dated(`
        A 3d
        B 1d A
        L 1d loe A:ss B:ss A:ff
      `),
    ).toBe(`
  MTWT  early              late               total free
A ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
L ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
`);
  });

  it('lags shift both ends', () => {
    expect(
      dated(`
        A 3d
        B 4d A
        L 1d loe A:ss+1d B:ff-1d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ###        0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    ##..##  3 08:00  8 16:00   3 08:00  8 16:00   0d    0d
L  ####..#   1 08:00  7 16:00   1 08:00  7 16:00   0d    0d
`);
  });

  it('a lag over the weekend, in the calendar of the predecessor', () => {
    expect(
      dated(`
        A 4d
        L 1d loe A:ss A:ff+2d cal=seven
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A ====-------      0 08:00  3 16:00   7 08:00  10 16:00  5d    5d
L ========-------  0 08:00  7 16:00   7 08:00  14 16:00  7d    0d
Z #####..####      0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('a lag in the calendar of the level of effort', () => {
    expect(
      dated(`
        A 4d
        L 1d loe A:ss A:ff+2d@successor cal=seven
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWTFs  early              late               total free
A ====-------    0 08:00  3 16:00   7 08:00  10 16:00  5d    5d
L ======-------  0 08:00  5 16:00   7 08:00  12 16:00  7d    0d
Z #####..####    0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

describe('with an end missing', () => {
  it('without any relation it runs its own duration from the data date', () => {
    expect(
      dated(`
        A 5d
        L 2d loe
      `),
    ).toBe(`
  MTWTF  early              late               total free
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
L ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
`);
  });

  it('with a start alone it runs its own duration from there', () => {
    expect(
      dated(`
        P 2d
        A 3d P
        L 2d loe A:ss
      `),
    ).toBe(`
  MTWTF  early              late               total free
P ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
A   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
L   ##   2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
`);
  });

  it('with a finish alone it runs from the data date', () => {
    expect(
      dated(`
        A 2d
        B 2d A
        L 1d loe B:ff
      `),
    ).toBe(`
  MTWT  early              late               total free
A ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
L ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });

  it('pointed at only by drafts it runs its own duration', () => {
    expect(
      dated(`
        D 3d draft at=1
        A 5d
        L 1d loe D:ss D:ff
      `),
    ).toBe(`
  MTWTF  early              late               total free
D  =     -        -         -        -         -     -
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
L #      0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
`);
  });
});

describe('across calendars', () => {
  it('five days between seven: it begins and ends on working days of its own', () => {
    expect(
      dated(`
        P 5d cal=seven
        A 3d P cal=seven
        L 1d loe A:ss A:ff
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
P #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
A      ###  5 08:00  7 16:00   5 08:00  7 16:00   0d    0d
L        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('seven days between five', () => {
    expect(
      dated(`
        A 4d
        B 2d A
        L 1d loe A:ss B:ff cal=seven
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ####      0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #..#  4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
L ########  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('around the clock between shifts', () => {
    expect(
      dated(`
        A 2d
        L 1d loe A:ss A:ff cal=around
      `),
    ).toBe(`
  MT  early              late               total free
A ##  0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
L ##  0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
`);
  });

  it('nights between days', () => {
    expect(
      dated(`
        A 3d
        L 1d loe A:ss A:ff cal=night
        Z 4d
      `),
    ).toBe(`
  MTWT  early              late               total free
A ===-  0 08:00  2 16:00   1 08:00  3 16:00   1d    1d
L ===-  0 22:00  2 06:00   1 22:00  3 06:00   1d    0d
Z ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });
});

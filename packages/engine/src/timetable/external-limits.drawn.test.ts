import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** A relation to another schedule is a limit of the item: live as a floor or a ceiling, or ignored. */

describe('live', () => {
  it('start no earlier', () => {
    expect(
      dated(`
        A 2d xsnet=2
        B 1d A
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A   ==------   2 08:00  3 16:00   8 08:00  9 16:00   4d    0d
B     =------  4 08:00  4 16:00   10 08:00 10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('finish no earlier', () => {
    expect(
      dated(`
        A 2d xfnet=4
        B 1d A
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A    ==-----   3 08:00  4 16:00   8 08:00  9 16:00   3d    0d
B        =---  7 08:00  7 16:00   10 08:00 10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('start no later', () => {
    expect(
      dated(`
        A 2d
        B 1d A xsnlt=3
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==-          0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B   =-         2 08:00  2 16:00   3 08:00  3 16:00   1d    6d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('finish no later', () => {
    expect(
      dated(`
        A 2d xfnlt=0
        B 1d A
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##<          0 08:00  1 16:00   -3 08:00 0 16:00   -1d   0d
B   =--------  2 08:00  2 16:00   10 08:00 10 16:00  6d    6d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('of two floors the later one, of two ceilings the earlier one', () => {
    expect(
      dated(`
        A 2d xsnet=1 xsnet=3 xfnlt=9 xfnlt=8
        B 1d A
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A    ==----    3 08:00  4 16:00   7 08:00  8 16:00   2d    0d
B        =---  7 08:00  7 16:00   10 08:00 10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('beside a constraint of the item the tighter one holds', () => {
    expect(
      dated(`
        A 2d snet=3 xsnet=1
        B 2d fnlt=4 xfnlt=8
        C 2d snet=1 xsnet=3
        D 2d fnlt=8 xfnlt=4
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A    ==------  3 08:00  4 16:00   9 08:00  10 16:00  4d    4d
B ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    7d
C    ==------  3 08:00  4 16:00   9 08:00  10 16:00  4d    4d
D ==---        0 08:00  1 16:00   3 08:00  4 16:00   3d    7d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('with a link the later one holds', () => {
    expect(
      dated(`
        A 3d
        B 1d A xsnet=1
        C 1d A xsnet=7
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ===-------   0 08:00  2 16:00   7 08:00  9 16:00   5d    0d
B    =-------  3 08:00  3 16:00   10 08:00 10 16:00  5d    5d
C        =---  7 08:00  7 16:00   10 08:00 10 16:00  3d    3d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('on a day off', () => {
    expect(
      dated(`
        A 1d xsnet=5
        B 1d xfnlt=6
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A        =---  7 08:00  7 16:00   10 08:00 10 16:00  3d    3d
B =----        0 08:00  0 16:00   4 08:00  4 16:00   4d    8d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

describe('live, in progress', () => {
  it('a floor of the start holds the rest of started work', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d xsnet=4
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A xxxx=..=-------  4 08:00  7 16:00   11 08:00 14 16:00  5d    5d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });

  it('a floor of the finish holds it as well', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=1d xfnet=7
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A xxxxx..=-------  7 08:00  7 16:00   14 08:00 14 16:00  5d    5d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });

  it('a ceiling makes it late', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d xfnlt=2
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM  early              late               total free
A xx##<            2 08:00  3 16:00   1 08:00  2 16:00   -1d   7d
Z   ###..#####..#  2 08:00  14 16:00  2 08:00  14 16:00  0d    0d
`);
  });

  it('completed work does not look at them', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1 xsnet=6 xfnlt=0
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

describe('ignored', () => {
  it('floors', () => {
    expect(
      dated(
        `
        A 2d xsnet=2
        B 1d A xfnet=8
        Z 9d
      `,
        { externalRelations: 'ignored' },
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--------   0 08:00  1 16:00   8 08:00  9 16:00   6d    0d
B   =--------  2 08:00  2 16:00   10 08:00 10 16:00  6d    6d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('ceilings', () => {
    expect(
      dated(
        `
        A 2d xfnlt=0
        B 1d A xsnlt=1
        Z 9d
      `,
        { externalRelations: 'ignored' },
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ==--------   0 08:00  1 16:00   8 08:00  9 16:00   6d    0d
B   =--------  2 08:00  2 16:00   10 08:00 10 16:00  6d    6d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('constraints of the item still hold', () => {
    expect(
      dated(
        `
        A 2d snet=3 xsnet=7
        Z 9d
      `,
        { externalRelations: 'ignored' },
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A    ==------  3 08:00  4 16:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

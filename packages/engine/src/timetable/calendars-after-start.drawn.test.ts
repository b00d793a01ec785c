import { describe, expect, it } from 'vitest';
import { dated } from '../testing/drawing.ts';

/** The start of the predecessor is a moment; the calendar of the successor makes a start or an end of it. */

describe('start to start from one calendar into another', () => {
  it('from five days into seven days', () => {
    expect(
      dated(`
        A 4d cal=five
        B 2d A:ss cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B ==-   0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });

  it('from seven days into five days', () => {
    expect(
      dated(`
        A 4d cal=seven
        B 2d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B ==-   0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });

  it('from five days into the clock', () => {
    expect(
      dated(`
        A 4d cal=five
        B 2d A:ss cal=around
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B =---  0 08:00  1 00:00   2 16:00  3 08:00   7d    1d
C  =--  1 08:00  1 16:00   3 08:00  3 16:00   2d    2d
`);
  });

  it('from the clock into five days', () => {
    expect(
      dated(`
        A 4d cal=around
        B 2d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A ==   0 00:00  1 08:00   0 08:00  1 16:00   1d    1d
B ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('from five days into split days', () => {
    expect(
      dated(`
        A 4d cal=five
        B 2d A:ss cal=split
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B ==-   0 08:00  1 17:00   1 08:00  2 17:00   1d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });

  it('from split days into five days', () => {
    expect(
      dated(`
        A 4d cal=split
        B 2d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 17:00   0 08:00  3 17:00   0d    0d
B ==-   0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });

  it('from five days into nights', () => {
    expect(
      dated(`
        A 4d cal=five
        B 2d A:ss cal=night
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    1d
B ===-  0 22:00  2 06:00   1 22:00  3 06:00   1d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });

  it('from nights into five days', () => {
    expect(
      dated(`
        A 4d cal=night
        B 2d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTF  early              late               total free
A #####  0 22:00  4 06:00   0 22:00  4 06:00   0d    1d
B  ##    1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
C    #   3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('from a half Friday into seven days', () => {
    expect(
      dated(`
        A 4d cal=half
        B 2d A:ss cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B ==-   0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });

  it('from a feast week into five days', () => {
    expect(
      dated(`
        A 4d cal=feast
        B 2d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ##.##  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B ==--   0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
C   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
`);
  });

  it('from split days into nights', () => {
    expect(
      dated(`
        A 4d cal=split
        B 2d A:ss cal=night
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 17:00   0 08:00  3 17:00   0d    1d
B ===-  0 22:00  2 06:00   1 22:00  3 06:00   1d    0d
C   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
`);
  });
});

describe('start to finish from one calendar into another', () => {
  it('from five days into seven days', () => {
    expect(
      dated(`
        A 1d cal=five
        M 2d A cal=five
        B 1d M:sf cal=seven
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
M  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
B =-   0 08:00  1 08:00   1 08:00  1 16:00   1d    0d
C  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
`);
  });

  it('from seven days into five days', () => {
    expect(
      dated(`
        A 1d cal=seven
        M 2d A cal=seven
        B 1d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
M  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
B =-   0 08:00  1 08:00   1 08:00  1 16:00   1d    0d
C  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
`);
  });

  it('from five days into the clock', () => {
    expect(
      dated(`
        A 1d cal=five
        M 2d A cal=five
        B 1d M:sf cal=around
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
M  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
B  =-  1 00:00  1 08:00   2 00:00  2 08:00   3d    0d
C  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
`);
  });

  it('from the clock into five days', () => {
    expect(
      dated(`
        A 1d cal=around
        M 2d A cal=around
        B 1d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MT  early              late               total free
A =   0 00:00  0 08:00   0 08:00  0 16:00   1d    0d
M =-  0 08:00  1 00:00   0 16:00  1 08:00   1d    1d
B #   0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
C  #  1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
`);
  });

  it('from five days into split days', () => {
    expect(
      dated(`
        A 1d cal=five
        M 2d A cal=five
        B 1d M:sf cal=split
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
M  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
B =-   0 08:00  1 08:00   1 08:00  1 17:00   1d    0d
C  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
`);
  });

  it('from split days into five days', () => {
    expect(
      dated(`
        A 1d cal=split
        M 2d A cal=split
        B 1d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 17:00   0 08:00  0 17:00   0d    0d
M  ##  1 08:00  2 17:00   1 08:00  2 17:00   0d    0d
B =-   0 08:00  1 08:00   1 08:00  1 16:00   1d    0d
C  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
`);
  });

  it('from five days into nights', () => {
    expect(
      dated(`
        A 1d cal=five
        M 2d A cal=five
        B 1d M:sf cal=night
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
M  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    1d
B ==-  0 22:00  1 22:00   1 22:00  2 06:00   1d    1d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('from nights into five days', () => {
    expect(
      dated(`
        A 1d cal=night
        M 2d A cal=night
        B 1d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ##    0 22:00  1 06:00   0 22:00  1 06:00   0d    0d
M  ###  1 22:00  3 06:00   1 06:00  3 06:00   0d    1d
B  #    1 08:00  2 08:00   1 08:00  1 16:00   0d    0d
C   #   2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('from a half Friday into seven days', () => {
    expect(
      dated(`
        A 1d cal=half
        M 2d A cal=half
        B 1d M:sf cal=seven
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
M  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
B =-   0 08:00  1 08:00   1 08:00  1 16:00   1d    0d
C  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
`);
  });

  it('from a feast week into five days', () => {
    expect(
      dated(`
        A 1d cal=feast
        M 2d A cal=feast
        B 1d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A #     0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
M  #.#  1 08:00  3 16:00   1 08:00  3 16:00   0d    0d
B =--   0 08:00  1 08:00   2 08:00  2 16:00   2d    0d
C  =--  1 08:00  1 16:00   3 08:00  3 16:00   2d    2d
`);
  });

  it('from split days into nights', () => {
    expect(
      dated(`
        A 1d cal=split
        M 2d A cal=split
        B 1d M:sf cal=night
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 17:00   0 08:00  0 17:00   0d    0d
M  ##  1 08:00  2 17:00   1 08:00  2 17:00   0d    1d
B ==-  0 22:00  1 22:00   1 22:00  2 06:00   1d    1d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });
});

import { describe, expect, it } from 'vitest';
import { dated } from '../testing/drawing.ts';

/** The successor finds its own next start, or the start from which it ends no earlier, in its own calendar. */

describe('finish to start from one calendar into another', () => {
  it('from five days into seven days', () => {
    expect(
      dated(`
        A 5d cal=five
        B 2d A cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B      ##   5 08:00  6 16:00   5 08:00  6 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('from seven days into five days', () => {
    expect(
      dated(`
        A 5d cal=seven
        B 2d A cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =====--     0 08:00  4 16:00   2 08:00  6 16:00   2d    2d
B        ##   7 08:00  8 16:00   7 08:00  8 16:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from five days into the clock', () => {
    expect(
      dated(`
        A 5d cal=five
        B 2d A cal=around
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B     ==--  4 16:00  5 08:00   6 16:00  7 08:00   6d    6d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('from the clock into five days', () => {
    expect(
      dated(`
        A 5d cal=around
        B 2d A cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ==-    0 00:00  1 16:00   0 16:00  2 08:00   2d    2d
B   ##   2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
C     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('from five days into split days', () => {
    expect(
      dated(`
        A 5d cal=five
        B 2d A cal=split
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A #####       0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B     =..==   4 16:00  8 16:00   7 08:00  8 17:00   1h    1h
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from split days into five days', () => {
    expect(
      dated(`
        A 5d cal=split
        B 2d A cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A #####       0 08:00  4 17:00   0 08:00  4 17:00   0d    0d
B        ##   7 08:00  8 16:00   7 08:00  8 16:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from five days into nights', () => {
    expect(
      dated(`
        A 5d cal=five
        B 2d A cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B     ##.##  4 22:00  8 06:00   4 22:00  8 06:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from nights into five days', () => {
    expect(
      dated(`
        A 5d cal=night
        B 2d A cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ######      0 22:00  5 06:00   0 22:00  5 06:00   0d    0d
B        ##   7 08:00  8 16:00   7 08:00  8 16:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from a half Friday into seven days', () => {
    expect(
      dated(`
        A 5d cal=half
        B 2d A cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A #####..#     0 08:00  7 12:00   0 08:00  7 12:00   0d    0d
B        ###   7 12:00  9 12:00   7 12:00  9 12:00   0d    0d
C          ##  9 12:00  10 12:00  9 12:00  10 12:00  0d    0d
`);
  });

  it('from a feast week into five days', () => {
    expect(
      dated(`
        A 5d cal=feast
        B 2d A cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ##.###.#     0 08:00  7 12:00   0 08:00  7 12:00   0d    0d
B        ###   7 12:00  9 12:00   7 12:00  9 12:00   0d    0d
C          ##  9 12:00  10 12:00  9 12:00  10 12:00  0d    0d
`);
  });

  it('from split days into nights', () => {
    expect(
      dated(`
        A 5d cal=split
        B 2d A cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 17:00   0 08:00  4 17:00   0d    0d
B     ##.##  4 22:00  8 06:00   4 22:00  8 06:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });
});

describe('finish to finish from one calendar into another', () => {
  it('from five days into seven days', () => {
    expect(
      dated(`
        A 6d cal=five
        B 2d A:ff cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
B       ##   6 08:00  7 16:00   6 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from seven days into five days', () => {
    expect(
      dated(`
        A 6d cal=seven
        B 2d A:ff cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ######<   0 08:00  5 16:00   -1 08:00 4 16:00   -1d   1d
B    ##     3 08:00  7 08:00   3 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('from five days into the clock', () => {
    expect(
      dated(`
        A 6d cal=five
        B 2d A:ff cal=around
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
B        =-  7 00:00  7 16:00   7 16:00  8 08:00   2d    2d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from the clock into five days', () => {
    expect(
      dated(`
        A 6d cal=around
        B 2d A:ff cal=five
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 00:00  2 00:00   -1 16:00 1 16:00   -1d   1d
B ##   0 08:00  2 08:00   0 08:00  1 16:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('from five days into split days', () => {
    expect(
      dated(`
        A 6d cal=five
        B 2d A:ff cal=split
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
B    ==..=   3 16:00  7 16:00   4 08:00  7 17:00   1h    1h
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from split days into five days', () => {
    expect(
      dated(`
        A 6d cal=split
        B 2d A:ff cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 17:00   -3 16:00 7 16:00   -1h   0d
B     #..#   4 08:00  8 08:00   4 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from five days into nights', () => {
    expect(
      dated(`
        A 6d cal=five
        B 2d A:ff cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
B    ===---  3 22:00  7 22:00   4 22:00  8 06:00   1d    1d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from nights into five days', () => {
    expect(
      dated(`
        A 6d cal=night
        B 2d A:ff cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ######.##<  0 22:00  8 06:00   -3 22:00 5 06:00   -1d   0d
B     #..#    4 08:00  8 08:00   4 08:00  7 16:00   0d    0d
C         #   8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from a half Friday into seven days', () => {
    expect(
      dated(`
        A 6d cal=half
        B 2d A:ff cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A #####..##   0 08:00  8 12:00   0 08:00  8 12:00   0d    0d
B       ###   6 12:00  8 12:00   6 12:00  8 12:00   0d    0d
C         ##  8 12:00  9 12:00   8 12:00  9 12:00   0d    0d
`);
  });

  it('from a feast week into five days', () => {
    expect(
      dated(`
        A 6d cal=feast
        B 2d A:ff cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ##.###.##   0 08:00  8 12:00   0 08:00  8 12:00   0d    0d
B     #..##   4 12:00  8 12:00   4 12:00  8 12:00   0d    0d
C         ##  8 12:00  9 12:00   8 12:00  9 12:00   0d    0d
`);
  });

  it('from split days into nights', () => {
    expect(
      dated(`
        A 6d cal=split
        B 2d A:ff cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 17:00   0 08:00  7 17:00   0d    0d
B    ===---  3 22:00  7 22:00   4 22:00  8 06:00   1d    1d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });
});

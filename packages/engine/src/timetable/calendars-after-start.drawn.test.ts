import { describe, expect, it } from 'vitest';
import { dated } from '../testing/drawing.ts';

/** The start of the predecessor is a moment; the calendar of the successor makes a start or an end of it. */

describe('start to start from one calendar into another', () => {
  it('from five days into seven days', () => {
    expect(
      dated(`
        P 4d cal=five
        A 4d P cal=five
        B 3d A:ss cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ####        0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
A     #..###  4 08:00  9 16:00   4 08:00  9 16:00   0d    0d
B     ===--   4 08:00  6 16:00   6 08:00  8 16:00   2d    0d
C        =--  7 08:00  7 16:00   9 08:00  9 16:00   2d    2d
`);
  });

  it('from seven days into five days', () => {
    expect(
      dated(`
        P 4d cal=seven
        A 4d P cal=seven
        B 3d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ####        0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
A     ####    4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
B     #..##   4 08:00  8 16:00   4 08:00  8 16:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from five days into the clock', () => {
    expect(
      dated(`
        P 4d cal=five
        A 4d P cal=five
        B 3d A:ss cal=around
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ####        0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
A     #..###  4 08:00  9 16:00   4 08:00  9 16:00   0d    0d
B     ==----  4 08:00  5 08:00   8 08:00  9 08:00   12d   6d
C        =--  7 08:00  7 16:00   9 08:00  9 16:00   2d    2d
`);
  });

  it('from the clock into five days', () => {
    expect(
      dated(`
        P 4d cal=around
        A 4d P cal=around
        B 3d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTF  early              late               total free
P ##     0 00:00  1 08:00   0 00:00  1 08:00   0d    0d
A  ##    1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
B  ###   1 08:00  3 16:00   1 08:00  3 16:00   0d    0d
C     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('from five days into split days', () => {
    expect(
      dated(`
        P 4d cal=five
        A 4d P cal=five
        B 3d A:ss cal=split
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ####        0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
A     #..###  4 08:00  9 16:00   4 08:00  9 16:00   0d    0d
B     #..##   4 08:00  8 17:00   4 08:00  8 17:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from split days into five days', () => {
    expect(
      dated(`
        P 4d cal=split
        A 4d P cal=split
        B 3d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ####        0 08:00  3 17:00   0 08:00  3 17:00   0d    0d
A     #..###  4 08:00  9 17:00   4 08:00  9 17:00   0d    0d
B     #..##   4 08:00  8 16:00   4 08:00  8 16:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from five days into nights', () => {
    expect(
      dated(`
        P 4d cal=five
        A 4d P cal=five
        B 3d A:ss cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ####        0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
A     #..###  4 08:00  9 16:00   4 08:00  9 16:00   0d    1d
B     ##.###  4 22:00  9 06:00   4 22:00  9 06:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('from nights into five days', () => {
    expect(
      dated(`
        P 4d cal=night
        A 4d P cal=night
        B 3d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
P #####        0 22:00  4 06:00   0 22:00  4 06:00   0d    0d
A     ##.####  4 22:00  10 06:00  4 22:00  10 06:00  0d    1d
B        ###   7 08:00  9 16:00   7 08:00  9 16:00   0d    0d
C           #  10 08:00 10 16:00  10 08:00 10 16:00  0d    0d
`);
  });

  it('from a half Friday into seven days', () => {
    expect(
      dated(`
        P 4d cal=half
        A 4d P cal=half
        B 3d A:ss cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
P ####         0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
A     #..####  4 08:00  10 12:00  4 08:00  10 12:00  0d    0d
B     ===---   4 08:00  6 16:00   6 12:00  9 12:00   20h   0d
C        =---  7 08:00  7 16:00   9 12:00  10 12:00  20h   20h
`);
  });

  it('from a feast week into five days', () => {
    expect(
      dated(`
        P 4d cal=feast
        A 4d P cal=feast
        B 3d A:ss cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
P ==.==-       0 08:00  4 16:00   0 12:00  5 12:00   4h    0d
A      =.====  5 08:00  10 12:00  7 08:00  10 16:00  4h    4h
B        ###   7 08:00  9 16:00   7 08:00  9 16:00   0d    0d
C           #  10 08:00 10 16:00  10 08:00 10 16:00  0d    0d
`);
  });

  it('from split days into nights', () => {
    expect(
      dated(`
        P 4d cal=split
        A 4d P cal=split
        B 3d A:ss cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ####        0 08:00  3 17:00   0 08:00  3 17:00   0d    0d
A     #..###  4 08:00  9 17:00   4 08:00  9 17:00   0d    1d
B     ##.###  4 22:00  9 06:00   4 22:00  9 06:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });
});

describe('start to finish from one calendar into another', () => {
  it('from five days into seven days', () => {
    expect(
      dated(`
        A 5d cal=five
        M 2d A cal=five
        B 2d M:sf cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
M        ##  7 08:00  8 16:00   7 08:00  8 16:00   0d    0d
B      ==-   5 08:00  7 08:00   6 08:00  7 16:00   1d    0d
C        =-  7 08:00  7 16:00   8 08:00  8 16:00   1d    1d
`);
  });

  it('from seven days into five days', () => {
    expect(
      dated(`
        A 5d cal=seven
        M 2d A cal=seven
        B 2d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
M      ##   5 08:00  6 16:00   4 16:00  6 16:00   0d    2d
B    ##     3 08:00  7 08:00   3 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('from five days into the clock', () => {
    expect(
      dated(`
        A 5d cal=five
        M 2d A cal=five
        B 2d M:sf cal=around
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
M        ##  7 08:00  8 16:00   7 08:00  8 16:00   0d    0d
B       ==-  6 16:00  7 08:00   7 16:00  8 08:00   3d    0d
C        =-  7 08:00  7 16:00   8 08:00  8 16:00   1d    1d
`);
  });

  it('from the clock into five days', () => {
    expect(
      dated(`
        A 5d cal=around
        M 2d A cal=around
        B 2d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 00:00  1 16:00   0 00:00  1 16:00   0d    0d
M  ##  1 16:00  2 08:00   1 16:00  2 08:00   0d    0d
B ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('from five days into split days', () => {
    expect(
      dated(`
        A 5d cal=five
        M 2d A cal=five
        B 2d M:sf cal=split
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
M        ##  7 08:00  8 16:00   7 08:00  8 16:00   0d    0d
B    ==---   3 08:00  7 08:00   4 08:00  7 17:00   1d    0d
C        =-  7 08:00  7 16:00   8 08:00  8 16:00   1d    1d
`);
  });

  it('from split days into five days', () => {
    expect(
      dated(`
        A 5d cal=split
        M 2d A cal=split
        B 2d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 17:00   0 08:00  4 17:00   0d    0d
M        ##  7 08:00  8 17:00   7 08:00  8 17:00   0d    0d
B    ==---   3 08:00  7 08:00   4 08:00  7 16:00   1d    0d
C        =-  7 08:00  7 16:00   8 08:00  8 16:00   1d    1d
`);
  });

  it('from five days into nights', () => {
    expect(
      dated(`
        A 5d cal=five
        M 2d A cal=five
        B 2d M:sf cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
M        ##  7 08:00  8 16:00   7 08:00  8 16:00   0d    1d
B    ===---  3 22:00  7 22:00   4 22:00  8 06:00   1d    1d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from nights into five days', () => {
    expect(
      dated(`
        A 5d cal=night
        M 2d A cal=night
        B 2d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ######      0 22:00  5 06:00   0 22:00  5 06:00   0d    0d
M        ###  7 22:00  9 06:00   5 06:00  9 06:00   0d    1d
B     #..#    4 08:00  8 08:00   4 08:00  7 16:00   0d    0d
C         #   8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('from a half Friday into seven days', () => {
    expect(
      dated(`
        A 5d cal=half
        M 2d A cal=half
        B 2d M:sf cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A #####..#    0 08:00  7 12:00   0 08:00  7 12:00   0d    0d
M        ###  7 12:00  9 12:00   7 12:00  9 12:00   0d    0d
B      ===-   5 12:00  7 12:00   6 12:00  8 12:00   1d    0d
C        ==-  7 12:00  8 12:00   8 12:00  9 12:00   1d    1d
`);
  });

  it('from a feast week into five days', () => {
    expect(
      dated(`
        A 5d cal=feast
        M 2d A cal=feast
        B 2d M:sf cal=five
        C 1d B
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ##.###.#    0 08:00  7 12:00   0 08:00  7 12:00   0d    0d
M        ###  7 12:00  9 12:00   7 12:00  9 12:00   0d    0d
B    ==..=-   3 12:00  7 12:00   4 12:00  8 12:00   1d    0d
C        ==-  7 12:00  8 12:00   8 12:00  9 12:00   1d    1d
`);
  });

  it('from split days into nights', () => {
    expect(
      dated(`
        A 5d cal=split
        M 2d A cal=split
        B 2d M:sf cal=night
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 17:00   0 08:00  4 17:00   0d    0d
M        ##  7 08:00  8 17:00   7 08:00  8 17:00   0d    1d
B    ===---  3 22:00  7 22:00   4 22:00  8 06:00   1d    1d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });
});

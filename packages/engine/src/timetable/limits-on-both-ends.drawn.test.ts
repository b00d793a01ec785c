import { describe, expect, it } from 'vitest';
import { dated } from '../testing/drawing.ts';

/** Each limit of the start (Thursday) with each of the finish (second Monday) on B, 2 days; with a relation that asks for less and for more. */

describe('A ends on Monday, before the limits', () => {
  it('start on or after Thursday, finish on or after Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snet=3 fnet=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =---------    0 08:00  0 16:00   9 08:00  9 16:00   7d    3d
B     =..=----  4 08:00  7 16:00   10 08:00 11 16:00  4d    4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or after Thursday, finish on or before Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snet=3 fnlt=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =---          0 08:00  0 16:00   3 08:00  3 16:00   3d    2d
B    ==---      3 08:00  4 16:00   4 08:00  7 16:00   1d    5d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or after Thursday, finish on Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snet=3 fon=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =---          0 08:00  0 16:00   3 08:00  3 16:00   3d    3d
B     #..#      4 08:00  7 16:00   4 08:00  7 16:00   0d    4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or before Thursday, finish on or after Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snlt=3 fnet=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    3d
B     #..#<     4 08:00  7 16:00   3 08:00  4 16:00   -1d   4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or before Thursday, finish on or before Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snlt=3 fnlt=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    0d
B  ==--         1 08:00  2 16:00   3 08:00  4 16:00   2d    7d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or before Thursday, finish on Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snlt=3 fon=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    3d
B     #..#<     4 08:00  7 16:00   3 08:00  4 16:00   -1d   4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on or after Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A son=3 fnet=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    3d
B     #..#<     4 08:00  7 16:00   3 08:00  4 16:00   -1d   4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on or before Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A son=3 fnlt=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B    ##         3 08:00  4 16:00   3 08:00  4 16:00   0d    5d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on Monday', () => {
    expect(
      dated(`
        A 1d
        B 2d A son=3 fon=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    3d
B     #..#<     4 08:00  7 16:00   3 08:00  4 16:00   -1d   4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });
});

describe('A ends on the second Monday, after them', () => {
  it('start on or after Thursday, finish on or after Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A snet=3 fnet=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =====..=--    0 08:00  7 16:00   2 08:00  9 16:00   2d    0d
B         ==--  8 08:00  9 16:00   10 08:00 11 16:00  2d    2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or after Thursday, finish on or before Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A snet=3 fnlt=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -4 08:00 3 16:00   -2d   0d
B         ##<   8 08:00  9 16:00   4 08:00  7 16:00   -2d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or after Thursday, finish on Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A snet=3 fon=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -4 08:00 3 16:00   -2d   0d
B         ##<   8 08:00  9 16:00   4 08:00  7 16:00   -2d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or before Thursday, finish on or after Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A snlt=3 fnet=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -5 08:00 2 16:00   -3d   0d
B         ##<   8 08:00  9 16:00   3 08:00  4 16:00   -3d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or before Thursday, finish on or before Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A snlt=3 fnlt=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -5 08:00 2 16:00   -3d   0d
B         ##<   8 08:00  9 16:00   3 08:00  4 16:00   -3d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on or before Thursday, finish on Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A snlt=3 fon=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -5 08:00 2 16:00   -3d   0d
B         ##<   8 08:00  9 16:00   3 08:00  4 16:00   -3d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on or after Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A son=3 fnet=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -5 08:00 2 16:00   -3d   0d
B         ##<   8 08:00  9 16:00   3 08:00  4 16:00   -3d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on or before Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A son=3 fnlt=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -5 08:00 2 16:00   -3d   0d
B         ##<   8 08:00  9 16:00   3 08:00  4 16:00   -3d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('start on Thursday, finish on Monday', () => {
    expect(
      dated(`
        A 6d
        B 2d A son=3 fon=7
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A #####..#<     0 08:00  7 16:00   -5 08:00 2 16:00   -3d   0d
B         ##<   8 08:00  9 16:00   3 08:00  4 16:00   -3d   2d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });
});

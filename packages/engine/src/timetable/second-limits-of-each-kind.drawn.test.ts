import { describe, expect, it } from 'vitest';
import { dated } from '../testing/drawing.ts';

/** Each limit with each second one on the same end of B, 2 days, which waits for A until Monday: the second one later, then earlier than the first. */

describe('two on the start: the second a day later', () => {
  it('on or after Thursday and on or after Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snet=3 snet2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =---------    0 08:00  0 16:00   9 08:00  9 16:00   7d    3d
B     =..=----  4 08:00  7 16:00   10 08:00 11 16:00  4d    4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or after Thursday and on or before Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snet=3 snlt2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =---          0 08:00  0 16:00   3 08:00  3 16:00   3d    2d
B    ==---      3 08:00  4 16:00   4 08:00  7 16:00   1d    5d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or after Thursday and on Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snet=3 son2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =---          0 08:00  0 16:00   3 08:00  3 16:00   3d    3d
B     #..#      4 08:00  7 16:00   4 08:00  7 16:00   0d    4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or before Thursday and on or after Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snlt=3 snet2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    3d
B     #..#<     4 08:00  7 16:00   3 08:00  4 16:00   -1d   4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or before Thursday and on or before Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snlt=3 snlt2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    0d
B  ==--         1 08:00  2 16:00   3 08:00  4 16:00   2d    7d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or before Thursday and on Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A snlt=3 son2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    3d
B     #..#<     4 08:00  7 16:00   3 08:00  4 16:00   -1d   4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on Thursday and on or after Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A son=3 snet2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    3d
B     #..#<     4 08:00  7 16:00   3 08:00  4 16:00   -1d   4d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on Thursday and on or before Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A son=3 snlt2=4
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =--           0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B    ##         3 08:00  4 16:00   3 08:00  4 16:00   0d    5d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on Thursday and on Friday', () => {
    expect(
      dated(`
        A 1d
        B 2d A son=3 son2=4
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

describe('two on the finish: the second three days earlier', () => {
  it('on or after Tuesday and on or after the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fnet=8 fnet2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =---------    0 08:00  0 16:00   9 08:00  9 16:00   7d    4d
B        ==---  7 08:00  8 16:00   10 08:00 11 16:00  3d    3d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or after Tuesday and on or before the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fnet=8 fnlt2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =-            0 08:00  0 16:00   1 08:00  1 16:00   1d    4d
B        ##<    7 08:00  8 16:00   2 08:00  3 16:00   -3d   3d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or after Tuesday and on the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fnet=8 fon2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =-            0 08:00  0 16:00   1 08:00  1 16:00   1d    4d
B        ##<    7 08:00  8 16:00   2 08:00  3 16:00   -3d   3d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or before Tuesday and on or after the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fnlt=8 fnet2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =----         0 08:00  0 16:00   4 08:00  4 16:00   4d    1d
B   ==-----     2 08:00  3 16:00   7 08:00  8 16:00   3d    6d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or before Tuesday and on or before the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fnlt=8 fnlt2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =-            0 08:00  0 16:00   1 08:00  1 16:00   1d    0d
B  ==-          1 08:00  2 16:00   2 08:00  3 16:00   1d    7d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on or before Tuesday and on the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fnlt=8 fon2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =-            0 08:00  0 16:00   1 08:00  1 16:00   1d    1d
B   ##          2 08:00  3 16:00   2 08:00  3 16:00   0d    6d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on Tuesday and on or after the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fon=8 fnet2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =----         0 08:00  0 16:00   4 08:00  4 16:00   4d    4d
B        ##     7 08:00  8 16:00   7 08:00  8 16:00   0d    3d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on Tuesday and on or before the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fon=8 fnlt2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =-            0 08:00  0 16:00   1 08:00  1 16:00   1d    4d
B        ##<    7 08:00  8 16:00   2 08:00  3 16:00   -3d   3d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });

  it('on Tuesday and on the Thursday before', () => {
    expect(
      dated(`
        A 1d
        B 2d A fon=8 fon2=3
        Z 10d
      `),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A =-            0 08:00  0 16:00   1 08:00  1 16:00   1d    4d
B        ##<    7 08:00  8 16:00   2 08:00  3 16:00   -3d   3d
Z #####..#####  0 08:00  11 16:00  0 08:00  11 16:00  0d    0d
`);
  });
});

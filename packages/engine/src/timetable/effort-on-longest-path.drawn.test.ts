import { describe, expect, it } from 'vitest';
import { drawn } from '../testing/drawing.ts';

/** By the longest path a level of effort is critical where its relation would drive a successor on that path, if it could drive. */
const LONGEST = { criticalBy: 'longest_path' as const };

describe('a level of effort before an item on the longest path', () => {
  it('ends where that item starts: it is on the path', () => {
    expect(
      drawn(
        `
        A 3d
        L 1d loe A:ss A:ff
        B 2d A L
      `,
        LONGEST,
      ),
    ).toBe(`
  MTWTF
A ###
L ###
B    ##
`);
  });

  it('stretches to the start of that item: it is on the path, what it begins with is not', () => {
    expect(
      drawn(
        `
        A 2d
        P 4d
        L 1d loe A:ss
        B 1d P L
      `,
        LONGEST,
      ),
    ).toBe(`
  MTWTF
A ==---
P ####
L ####
B     #
`);
  });

  it('ends after the start of that item: it is not', () => {
    expect(
      drawn(
        `
        A 4d
        P 2d
        L 1d loe A:ss A:ff
        B 4d P L
      `,
        LONGEST,
      ),
    ).toBe(`
  MTWTFssM
A ====----
P ##
L ====----
B   ###..#
`);
  });

  it('hangs on nothing that is on the path: it is not', () => {
    expect(
      drawn(
        `
        A 2d
        L 1d loe A:ss A:ff
        B 1d A L
        Z 5d
      `,
        LONGEST,
      ),
    ).toBe(`
  MTWTF
A ==--
L ==--
B   =--
Z #####
`);
  });

  it('with a lag that carries its end to that start', () => {
    expect(
      drawn(
        `
        A 1d
        P 3d
        L 1d loe A:ss
        B 2d P L+1d
      `,
        LONGEST,
      ),
    ).toBe(`
  MTWTF
A =----
P ###
L ##
B    ##
`);
  });

  it('by finish to finish: it ends with that item', () => {
    expect(
      drawn(
        `
        A 2d
        L 1d loe A:ss
        B 3d A L:ff
      `,
        LONGEST,
      ),
    ).toBe(`
  MTWTF
A ##
L #####
B   ###
`);
  });

  it('by start to start: it starts with that item', () => {
    expect(
      drawn(
        `
        A 2d
        B 3d A L:ss
        L 1d loe B:ff
      `,
        LONGEST,
      ),
    ).toBe(`
  MTWTF
A ##
B   ###
L   ###
`);
  });

  it('by total float it is critical as any other item', () => {
    expect(
      drawn(`
        A 3d
        L 1d loe A:ss A:ff
        B 2d A
      `),
    ).toBe(`
  MTWTF
A ###
L ###
B    ##
`);
  });
});

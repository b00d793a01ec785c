import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { withPaths } from '../testing/path-drawing.ts';

/** Float paths by total float: path 1 ends in the end item, each further one grows from the item with the least total float that is on none. */

describe('from the end back', () => {
  const given: Partial<CalculationOptions> = { floatPaths: { count: 9, by: 'total_float', endItemId: null } };

  it('one chain is one path', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d A
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWT
A ##
B   #
C    #
1: A B C
`);
  });

  it('two chains into one end: the critical one first', () => {
    expect(
      withPaths(
        `
        A 3d
        B 1d A
        C 1d
        D 1d C
        E 1d B D
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ###
B    #
C =--
D  =--
E     #
1: A B E
2: C D
`);
  });

  it('three branches by their float', () => {
    expect(
      withPaths(
        `
        A 1d
        B 3d
        C 5d
        E 1d A B C
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A =----
B ===--
C #####
E        #
1: C E
2: B
3: A
`);
  });

  it('a branch that leaves the path and comes back to it', () => {
    expect(
      withPaths(
        `
        A 1d
        B 4d A
        C 2d A
        D 1d C
        E 1d B D
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A #
B  ####
C  ==-
D    =-
E        #
1: A B E
2: C D
`);
  });

  it('a branch of a branch', () => {
    expect(
      withPaths(
        `
        A 1d
        B 6d A
        C 3d A
        D 1d A
        F 1d C D
        E 1d B F
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW
A #
B  ####..##
C  ===----
D  =------
F     =----
E          #
1: A B E
2: C F
3: D
`);
  });

  it('what does not lead to the end is on none', () => {
    expect(
      withPaths(
        `
        A 4d
        B 1d A
        C 1d A
        E 2d B
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMT
A ####
B     #
C     =----
E        ##
1: A B E
`);
  });

  it('start to start and finish to finish lead to it as well', () => {
    expect(
      withPaths(
        `
        A 2d
        B 5d A:ss+1d
        E 6d B:ff
      `,
        { ...given, floatPaths: { count: 9, by: 'total_float', endItemId: 3 } },
      ),
    ).toBe(`
  MTWTFssM
A ##
B  ####..#
E #####..#
1: A B E
`);
  });

  it('a level of effort is on none', () => {
    expect(
      withPaths(
        `
        A 2d
        L 1d loe A:ss B:ff
        B 2d A
      `,
        given,
      ),
    ).toBe(`
  MTWT
A ##
L ####
B   ##
1: A B
`);
  });

  it('a milestone is on its path', () => {
    expect(
      withPaths(
        `
        A 2d
        M 0d A mf
        B 1d M
        C 1d
        E 1d B C
      `,
        given,
      ),
    ).toBe(`
  MTWT
A ##
M  o
B   #
C =--
E    #
1: A M B E
2: C
`);
  });

  it('rows are on none, what lies below them is', () => {
    expect(
      withPaths(
        `
        S 0d sum
        A 2d in=S
        B 1d A in=S
        E 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWT
S ###
A ##
B   #
E    #
1: A B E
`);
  });
});

describe('the end that is chosen', () => {
  it('the item that finishes last', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d A
        C 4d
      `,
        { floatPaths: { count: 9, by: 'total_float', endItemId: null } },
      ),
    ).toBe(`
  MTWT
A ==-
B   =-
C ####
1: C
`);
  });

  it('an item in the middle: what comes after it is on none', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d A
        C 4d B
        D 1d
      `,
        { floatPaths: { count: 9, by: 'total_float', endItemId: 2 } },
      ),
    ).toBe(`
  MTWTFssMT
A ##
B   #
C    ##..##
D =--------
1: A B
`);
  });

  it('an end that is not there: the item that finishes last', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d A
      `,
        { floatPaths: { count: 9, by: 'total_float', endItemId: 77 } },
      ),
    ).toBe(`
  MTW
A ##
B   #
1: A B
`);
  });

  it('a row as the end: the item that finishes last', () => {
    expect(
      withPaths(
        `
        S 0d sum
        A 2d in=S
        B 3d
      `,
        { floatPaths: { count: 9, by: 'total_float', endItemId: 1 } },
      ),
    ).toBe(`
  MTW
S ==-
A ==-
B ###
1: B
`);
  });

  it('no more paths than asked for', () => {
    expect(
      withPaths(
        `
        A 1d
        B 3d
        C 5d
        E 1d A B C
      `,
        { floatPaths: { count: 2, by: 'total_float', endItemId: null } },
      ),
    ).toBe(`
  MTWTFssM
A =----
B ===--
C #####
E        #
1: C E
2: B
`);
  });
});

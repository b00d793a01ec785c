import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../testing/chart-calendars.ts';
import { withPaths } from '../testing/path-drawing.ts';

/** Float paths by free float: path 1 goes back over driving relations, each further one branches off where a relation has the least room. */

describe('from the end back', () => {
  const given: Partial<CalculationOptions> = { floatPaths: { count: 9, by: 'free_float', endItemId: null } };

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

  it('the branch with the least room is the next', () => {
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

  it('a branch goes back over what drives it', () => {
    expect(
      withPaths(
        `
        A 1d
        B 6d A
        C 2d
        D 1d C
        E 1d B D
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW
A #
B  ####..##
C ==------
D   =------
E          #
1: A B E
2: C D
`);
  });

  it('the branch stops where the next item is on a path', () => {
    expect(
      withPaths(
        `
        A 1d
        B 5d A
        C 1d A
        D 1d C
        E 1d B D
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMT
A #
B  ####..#
C  =---
D   =-----
E         #
1: A B E
2: C D
`);
  });

  it('a limit drives: the path stops there and what is before branches off', () => {
    expect(
      withPaths(
        `
        A 1d
        B 2d A snet=3
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A =--
B    ##
C        #
1: B C
2: A
`);
  });

  it('the room of a relation counts, not the float of the item', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d A
        C 1d A
        D 3d B
        E 1d C D
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMT
A ##
B   #
C   =-----
D    ##..#
E         #
1: A B D E
2: C
`);
  });

  it('a lag takes room', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d
        C 4d
        E 1d A+1d B C
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ==-
B =---
C ####
E     #
1: C E
2: A
3: B
`);
  });

  it('completed work is on none', () => {
    expect(
      withPaths(
        `
        A 2d as=0 af=1
        B 3d A
        C 1d A
        E 1d B C
      `,
        { ...given, dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssM
A xx
B   ###
C   =--
E        #
1: B E
2: C
`);
  });

  it('the chosen end', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d A
        C 4d B
        D 1d
      `,
        { ...given, floatPaths: { count: 9, by: 'free_float', endItemId: 2 } },
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

  it('no more paths than asked for', () => {
    expect(
      withPaths(
        `
        A 1d
        B 3d
        E 1d A B
      `,
        { ...given, floatPaths: { count: 1, by: 'free_float', endItemId: null } },
      ),
    ).toBe(`
  MTWT
A =--
B ###
E    #
1: B E
`);
  });
});

describe('of equals', () => {
  const given: Partial<CalculationOptions> = { floatPaths: { count: 9, by: 'free_float', endItemId: null } };

  it('of two that drive the later finish', () => {
    expect(
      withPaths(
        `
        A 5d
        B 5d cal=seven
        C 6d cal=seven
        E 1d A B C
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A #####
B =====--
C ======-
E        #
1: C E
2: A
3: B
`);
  });

  it('of the same finish the longer work', () => {
    expect(
      withPaths(
        `
        P 1d
        A 2d P
        B 3d
        E 1d A B
      `,
        given,
      ),
    ).toBe(`
  MTWT
P #
A  ##
B ###
E    #
1: B E
2: P A
`);
  });

  it('of the same work the code', () => {
    expect(
      withPaths(
        `
        B 2d
        A 2d
        E 1d B A
      `,
        given,
      ),
    ).toBe(`
  MTW
B ##
A ##
E   #
1: A E
2: B
`);
  });

  it('of branches with the same room the longer work', () => {
    expect(
      withPaths(
        `
        A 1d
        B 1d
        P 1d
        C 2d P
        D 5d
        E 1d A B+2d C D
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A =----
B =--
P =--
C  ==--
D #####
E        #
1: D E
2: P C
3: B
4: A
`);
  });
});

describe('other relations', () => {
  const given: Partial<CalculationOptions> = { floatPaths: { count: 9, by: 'free_float', endItemId: null } };

  it('start to start drives by its start', () => {
    expect(
      withPaths(
        `
        A 4d
        B 3d A:ss+2d
        E 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A ####
B   ###
E        #
1: A B E
`);
  });

  it('finish to finish drives by its finish', () => {
    expect(
      withPaths(
        `
        A 4d
        B 2d A:ff
        E 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ####
B   ##
E     #
1: A B E
`);
  });

  it('across calendars: no work lies between, so it drives', () => {
    expect(
      withPaths(
        `
        A 4d
        B 1d A cal=seven
        C 6d cal=seven
        E 1d B C
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A ====-
B     =--
C ======-
E        #
1: C E
2: A B
`);
  });

  it('through a row to the one below that ends last', () => {
    expect(
      withPaths(
        `
        S 0d sum
        A 2d in=S
        B 1d A in=S
        C 1d in=S
        E 1d S
      `,
        given,
      ),
    ).toBe(`
  MTWT
S ###
A ##
B   #
C =--
E    #
1: A B E
2: C
`);
  });
});

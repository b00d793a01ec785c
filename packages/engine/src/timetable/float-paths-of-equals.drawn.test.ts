import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { withPaths } from '../testing/path-drawing.ts';

/** Float paths by free float: what is chosen of equals, and other relations than finish to start. */

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

  it('the longer work also where it stands first in the plan', () => {
    expect(
      withPaths(
        `
        B 3d
        P 1d
        A 2d P
        E 1d B A
      `,
        given,
      ),
    ).toBe(`
  MTWT
B ###
P #
A  ##
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

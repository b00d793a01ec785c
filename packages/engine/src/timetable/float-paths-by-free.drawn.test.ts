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

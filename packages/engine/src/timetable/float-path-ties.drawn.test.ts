import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../testing/chart-calendars.ts';
import { withPaths } from '../testing/path-drawing.ts';

/** Float paths by total float: late branches, links with more float than their path, and what is chosen of equals. */

describe('limits and floats', () => {
  const given: Partial<CalculationOptions> = { floatPaths: { count: 9, by: 'total_float', endItemId: null } };

  it('a branch that is late comes after path 1, before all others', () => {
    expect(
      withPaths(
        `
        A 1d
        B 2d fnlt=0
        C 3d
        D 5d
        E 1d A B C D
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A =----
B ##<
C ===--
D #####
E        #
1: D E
2: B
3: C
4: A
`);
  });

  it('a link with more float than its path does not carry it on', () => {
    expect(
      withPaths(
        `
        A 2d
        B 1d A snet=4
        C 1d A
        D 6d
        E 1d B C D
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMT
A ==---
B     =---
C   =-----
D #####..#
E         #
1: D E
2: B
3: A C
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

  it('work that goes on is', () => {
    expect(
      withPaths(
        `
        A 4d as=0 rem=2d
        B 3d A
        C 1d A
        E 1d B C
      `,
        { ...given, dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTW
A xx##
B     #..##
C     =----
E          #
1: A B E
2: C
`);
  });
});

describe('of equals', () => {
  const given: Partial<CalculationOptions> = { floatPaths: { count: 9, by: 'total_float', endItemId: null } };

  it('the longer work leads on', () => {
    expect(
      withPaths(
        `
        A 2d
        B 3d A
        C 5d
        E 1d B C
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A ##
B   ###
C #####
E        #
1: C E
2: A B
`);
  });

  it('of the same work the chain that begins first, though its code is the later one', () => {
    expect(
      withPaths(
        `
        A 2d
        D 2d A
        C 2d snet=2
        E 1d C D
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ##
D   ##
C   ##
E     #
1: A D E
2: C
`);
  });

  it('of chains that begin together the shorter one, though its code is the later one', () => {
    expect(
      withPaths(
        `
        P 1d
        Q 1d P
        B 2d Q
        R 2d
        C 2d R
        E 1d B C
      `,
        given,
      ),
    ).toBe(`
  MTWTF
P #
Q  #
B   ##
R ##
C   ##
E     #
1: R C E
2: P Q B
`);
  });

  it('of the same work and beginning the code', () => {
    expect(
      withPaths(
        `
        B 2d
        A 2d
        E 1d A B
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

  it('of the same float the later finish grows first', () => {
    expect(
      withPaths(
        `
        A 1d
        B 2d
        C 1d
        D 1d C
        Z 5d
        E 1d B D A Z
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A =----
B ==---
C =---
D  =---
Z #####
E        #
1: Z E
2: C D
3: B
4: A
`);
  });
});

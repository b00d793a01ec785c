import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { edited } from '../testing/edited.ts';

/** Before and after several edits, and edits beside what cannot be moved; compared with a calculation of all. */

describe('several edits at once', () => {
  it('two that cancel each other out leave what follows', () => {
    expect(
      edited(
        `
        A 2d
        B 3d A
        C 1d B
        Z 9d
      `,
        `
        A 3d
        B 2d A
        C 1d B
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==---
B   ===-----
C        =---
Z #####..####

  MTWTFssMTWT
A ===-----
B    ==-----
C        =---
Z #####..####
moved A B
`);
  });

  it('edits in different branches', () => {
    expect(
      edited(
        `
        A 1d
        B 1d A
        C 1d
        D 1d C
        E 1d B D
        Z 9d
      `,
        `
        A 2d
        B 1d A
        C 4d
        D 1d C+1d
        E 1d B D
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A =--------
B  =--------
C =--------
D  =--------
E   =--------
Z #####..####

  MTWTFssMTWT
A ==-------
B   =-------
C ====----
D        =--
E         =--
Z #####..####
moved A B C D E
`);
  });

  it('an edit that says what stands there already moves nothing', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
      `,
        `
        A 2d
        B 1d A
      `,
      ),
    ).toBe(`
  MTW
A ##
B   #

  MTW
A ##
B   #
moved nothing
`);
  });
});

describe('beside what cannot be moved', () => {
  it('before a mandatory date only the late side shows it', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A mandatory son=3
        C 1d B
      `,
        `
        A 4d
        B 1d A mandatory son=3
        C 1d B
      `,
      ),
    ).toBe(`
  MTWTF
A ==-
B    #
C     #

  MTWTF
A ####<
B    #
C     #
moved A
`);
  });

  it('before completed work', () => {
    expect(
      edited(
        `
        A 2d as=0 rem=1d
        B 1d A as=1 af=1
        C 1d B
      `,
        `
        A 2d as=0 rem=3d
        B 1d A as=1 af=1
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWT
A xx#
B  x
C    #

  MTWTFssM
A xx###
B  x
C        #
moved A B C
`);
  });

  it('out of sequence by actual dates', () => {
    expect(
      edited(
        `
        A 4d as=0 rem=2d
        B 4d A as=1 rem=2d
        C 1d B
        Z 9d
      `,
        `
        A 4d as=0 rem=4d
        B 4d A as=1 rem=2d
        C 1d B
        Z 9d
      `,
        { dataDate: atDay(2, 0), progressMode: 'actual_dates' },
      ),
    ).toBe(`
  MTWTFssMTWTFssM
A xx##<
B  x==--------
C     =----------
Z   ###..#####..#

  MTWTFssMTWTFssM
A xx###..#<
B  x==--------
C     =----------
Z   ###..#####..#
moved A
`);
  });

  it('in front of an item as late as possible', () => {
    expect(
      edited(
        `
        A 1d
        B 1d A alap
        C 5d A
        D 1d B C
      `,
        `
        A 2d
        B 1d A alap
        C 5d A
        D 1d B C
      `,
      ),
    ).toBe(`
  MTWTFssMT
A #
B        #
C  ####..#
D         #

  MTWTFssMTW
A ##
B         #
C   ###..##
D          #
moved A B C D
`);
  });

  it('under a level of effort', () => {
    expect(
      edited(
        `
        A 2d
        B 2d A
        L 1d loe A:ss B:ff
        Z 9d
      `,
        `
        A 3d
        B 2d A
        L 1d loe A:ss B:ff
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==-------
B   ==-------
L ====-------
Z #####..####

  MTWTFssMTWT
A ===------
B    ==------
L =====------
Z #####..####
moved A B
`);
  });

  it('open ends and a date to finish by', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        C 1d A
      `,
        `
        A 3d
        B 1d A
        C 1d A
      `,
        { openEndsCritical: true, mustFinishBy: atDay(7, 16) },
      ),
    ).toBe(`
  MTW
A ##
B   #
C   #

  MTWT
A ###
B    #
C    #
moved A B C
`);
  });

  it('out of the start of a row another item comes first', () => {
    expect(
      edited(
        `
        S 0d sum
        A 2d in=S snet=1
        B 2d in=S snet=3
        C 1d S:ss
        Z 9d
      `,
        `
        S 0d sum
        A 2d in=S snet=4
        B 2d in=S snet=3
        C 1d S:ss
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
S  ====------
A  ==--------
B    ==------
C  =---------
Z #####..####

  MTWTFssMTWT
S    ==..=---
A     =..=---
B    ==------
C    =-------
Z #####..####
moved A C
`);
  });
});

import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { edited } from '../testing/edited.ts';

/** Before and after an edit of one value: what is recalculated is drawn, named, and compared with a calculation of all. */

describe('durations', () => {
  it('more work moves what follows, and the end of the plan all late dates', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        C 1d
      `,
        `
        A 3d
        B 1d A
        C 1d
      `,
      ),
    ).toBe(`
  MTW
A ##
B   #
C =--

  MTWT
A ###
B    #
C =---
moved A B C
`);
  });

  it('less work gives room behind it', () => {
    expect(
      edited(
        `
        A 3d
        B 1d A
        C 5d
      `,
        `
        A 1d
        B 1d A
        C 5d
      `,
      ),
    ).toBe(`
  MTWTF
A ===-
B    =-
C #####

  MTWTF
A =---
B  =---
C #####
moved A B
`);
  });

  it('a change that the float takes up stays where it is', () => {
    expect(
      edited(
        `
        A 1d
        B 4d
        C 1d A B
        D 2d C
      `,
        `
        A 2d
        B 4d
        C 1d A B
        D 2d C
      `,
      ),
    ).toBe(`
  MTWTFssMT
A =---
B ####
C     #
D        ##

  MTWTFssMT
A ==--
B ####
C     #
D        ##
moved A
`);
  });

  it('the other branch becomes critical', () => {
    expect(
      edited(
        `
        A 3d
        B 2d
        C 1d A B
      `,
        `
        A 3d
        B 4d
        C 1d A B
      `,
      ),
    ).toBe(`
  MTWT
A ###
B ==-
C    #

  MTWTF
A ===-
B ####
C     #
moved A B C
`);
  });

  it('work to nothing', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        Z 5d
      `,
        `
        A 0d
        B 1d A
        Z 5d
      `,
      ),
    ).toBe(`
  MTWTF
A ==--
B   =--
Z #####

  MTWTF
A o
B =----
Z #####
moved A B
`);
  });

  it('the entered duration of work alone, with the same rest, moves nothing', () => {
    expect(
      edited(
        `
        A 4d as=0 rem=2d
        B 1d A
      `,
        `
        A 5d as=0 rem=2d
        B 1d A
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTF
A xx##
B     #

  MTWTF
A xx##
B     #
moved nothing
`);
  });

  it('the rest of begun work', () => {
    expect(
      edited(
        `
        A 4d as=0 rem=2d
        B 1d A
        Z 5d
      `,
        `
        A 4d as=0 rem=3d
        B 1d A
        Z 5d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMT
A xx==----
B     =----
Z   ###..##

  MTWTFssMT
A xx===---
B        =-
Z   ###..##
moved A B
`);
  });
});

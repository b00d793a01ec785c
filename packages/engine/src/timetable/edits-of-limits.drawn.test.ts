import { describe, expect, it } from 'vitest';
import { edited } from '../testing/edited.ts';

/** Before and after an edit of one value: what is recalculated is drawn, named, and compared with a calculation of all. */

describe('start limits', () => {
  it('a new limit moves the item and what follows', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        C 1d B
        Z 9d
      `,
        `
        A 2d
        B 1d A snet=4
        C 1d B
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==-------
B   =-------
C    =-------
Z #####..####

  MTWTFssMTWT
A ==-------
B     =-----
C        =---
Z #####..####
moved B C
`);
  });

  it('a limit that is taken away', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A snet=4
        C 1d B
        Z 9d
      `,
        `
        A 2d
        B 1d A
        C 1d B
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==-------
B     =-----
C        =---
Z #####..####

  MTWTFssMTWT
A ==-------
B   =-------
C    =-------
Z #####..####
moved B C
`);
  });

  it('another kind on the same day: a ceiling in place of a floor', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A snet=4
        Z 9d
      `,
        `
        A 2d
        B 1d A snlt=4
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==--------
B     =------
Z #####..####

  MTWTFssMTWT
A ==--
B   =--
Z #####..####
moved A B
`);
  });

  it('a limit into the past of what a relation asks', () => {
    expect(
      edited(
        `
        A 3d
        B 1d A snet=7
        C 1d B
      `,
        `
        A 3d
        B 1d A snet=1
        C 1d B
      `,
      ),
    ).toBe(`
  MTWTFssMT
A ===--
B        #
C         #

  MTWTF
A ###
B    #
C     #
moved A B C
`);
  });
});

describe('finish limits', () => {
  it('a ceiling makes the chain before it late', () => {
    expect(
      edited(
        `
        A 2d
        B 2d A
        C 1d B
        Z 9d
      `,
        `
        A 2d
        B 2d A fnlt=2
        C 1d B
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==------
B   ==------
C     =------
Z #####..####

  MTWTFssMTWT
A ##<
B   ##<
C     =------
Z #####..####
moved A B
`);
  });

  it('a floor moves start and finish', () => {
    expect(
      edited(
        `
        A 2d
        B 2d A
        C 1d B
        Z 9d
      `,
        `
        A 2d
        B 2d A fnet=8
        C 1d B
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==------
B   ==------
C     =------
Z #####..####

  MTWTFssMTWT
A ==------
B        ==-
C          =-
Z #####..####
moved B C
`);
  });

  it('a date in place of a ceiling', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A fnlt=8
        Z 9d
      `,
        `
        A 2d
        B 1d A fon=8
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==------
B   =------
Z #####..####

  MTWTFssMTWT
A ==------
B         #
Z #####..####
moved B
`);
  });
});

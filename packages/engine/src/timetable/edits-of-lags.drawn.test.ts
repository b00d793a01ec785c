import { describe, expect, it } from 'vitest';
import { edited } from '../testing/edited.ts';

/** Before and after an edit of one value: what is recalculated is drawn, named, and compared with a calculation of all. */

describe('lags', () => {
  it('a longer lag', () => {
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
        B 1d A+2d
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
A ==---
B     =-----
C        =---
Z #####..####
moved A B C
`);
  });

  it('a lag becomes a lead', () => {
    expect(
      edited(
        `
        A 3d
        B 2d A+1d
      `,
        `
        A 3d
        B 2d A-1d
      `,
      ),
    ).toBe(`
  MTWTFssM
A ###
B     #..#

  MTWT
A ###
B   ##
moved B
`);
  });

  it('a lag of finish to finish', () => {
    expect(
      edited(
        `
        A 3d
        B 2d A:ff
        C 1d B
        Z 9d
      `,
        `
        A 3d
        B 2d A:ff+2d
        C 1d B
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ===-------
B  ==-------
C    =-------
Z #####..####

  MTWTFssMTWT
A ===-----
B    ==-----
C        =---
Z #####..####
moved A B C
`);
  });

  it('a lag that another relation hides moves only late dates', () => {
    expect(
      edited(
        `
        A 1d
        B 4d
        C 1d A B
      `,
        `
        A 1d
        B 4d
        C 1d A+1d B
      `,
      ),
    ).toBe(`
  MTWTF
A =---
B ####
C     #

  MTWTF
A =--
B ####
C     #
moved A
`);
  });

  it('a lag into a row reaches everything below', () => {
    expect(
      edited(
        `
        A 1d
        S 0d sum A
        B 1d in=S
        C 2d in=S
        Z 9d
      `,
        `
        A 1d
        S 0d sum A+2d
        B 1d in=S
        C 2d in=S
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A =--------
S  ==--------
B  =---------
C  ==--------
Z #####..####

  MTWTFssMTWT
A =----
S    ==------
B    =-------
C    ==------
Z #####..####
moved A B C
`);
  });

  it('a lag into the finish of a row', () => {
    expect(
      edited(
        `
        A 3d
        S 0d sum A:ff
        B 1d in=S
        C 2d in=S
        Z 9d
      `,
        `
        A 3d
        S 0d sum A:ff+1d
        B 1d in=S
        C 2d in=S
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ===--------
S  ==--------
B   =--------
C  ==--------
Z #####..####

  MTWTFssMTWT
A ===-------
S   ==-------
B    =-------
C   ==-------
Z #####..####
moved A B C
`);
  });
});

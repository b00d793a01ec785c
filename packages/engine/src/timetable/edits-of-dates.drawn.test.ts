import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { edited } from '../testing/edited.ts';

/** Before and after an edit of one value: what is recalculated is drawn, named, and compared with a calculation of all. */

describe('expected finishes and resume dates', () => {
  it('an expected finish stretches the work', () => {
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
        B 1d A exp=7
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
A ==--
B   ===..=--
C         =--
Z #####..####
moved A B C
`);
  });

  it('an expected finish that is taken away', () => {
    expect(
      edited(
        `
        A 2d exp=4
        B 1d A
        Z 9d
      `,
        `
        A 2d
        B 1d A
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A =====-----
B        =---
Z #####..####

  MTWTFssMTWT
A ==--------
B   =--------
Z #####..####
moved A B
`);
  });

  it('a resume date holds the rest', () => {
    expect(
      edited(
        `
        A 4d as=0 rem=2d
        B 1d A
        Z 9d
      `,
        `
        A 4d as=0 rem=2d resume=7
        B 1d A
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM
A xx==--------
B     =----------
Z   ###..#####..#

  MTWTFssMTWTFssM
A xxxxx..==---
B          =-----
Z   ###..#####..#
moved A B
`);
  });

  it('a resume date before the data date is none', () => {
    expect(
      edited(
        `
        A 4d as=0 rem=2d resume=4
        B 1d A
        Z 9d
      `,
        `
        A 4d as=0 rem=2d resume=1
        B 1d A
        Z 9d
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTWTFssM
A xxxx=..=----
B         =------
Z   ###..#####..#

  MTWTFssMTWTFssM
A xx==--------
B     =----------
Z   ###..#####..#
moved A B
`);
  });
});

describe('other schedules', () => {
  it('a floor of the start', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        Z 9d
      `,
        `
        A 2d xsnet=3
        B 1d A
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==--------
B   =--------
Z #####..####

  MTWTFssMTWT
A    ==-----
B        =---
Z #####..####
moved A B
`);
  });

  it('a floor of the finish', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        Z 9d
      `,
        `
        A 2d xfnet=4
        B 1d A
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==--------
B   =--------
Z #####..####

  MTWTFssMTWT
A    ==-----
B        =---
Z #####..####
moved A B
`);
  });

  it('a ceiling of the start', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        Z 9d
      `,
        `
        A 2d
        B 1d A xsnlt=3
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==--------
B   =--------
Z #####..####

  MTWTFssMTWT
A ==-
B   =-
Z #####..####
moved A B
`);
  });

  it('a ceiling of the finish', () => {
    expect(
      edited(
        `
        A 2d
        B 1d A
        Z 9d
      `,
        `
        A 2d
        B 1d A xfnlt=1
        Z 9d
      `,
      ),
    ).toBe(`
  MTWTFssMTWT
A ==--------
B   =--------
Z #####..####

  MTWTFssMTWT
A ##<
B   #<
Z #####..####
moved A B
`);
  });
});

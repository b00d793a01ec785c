import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated, drawn } from '../testing/drawing.ts';

/** Relations between rows, and what drafts and levels of effort make of them. */

describe('what a row itself states', () => {
  it('an expected finish of the row holds nothing', () => {
    expect(
      drawn(`
        A 2d
        S 0d sum A exp=9
        B 1d in=S
        C 1d S
      `),
    ).toBe(`
  MTWT
A ##
S   #
B   #
C    #
`);
  });

  it('limits of the row hold nothing', () => {
    expect(
      drawn(`
        A 2d
        S 0d sum A snet=7 fnet=9 fnlt=1
        B 1d in=S
        C 1d S
      `),
    ).toBe(`
  MTWT
A ##
S   #
B   #
C    #
`);
  });

  it('a mandatory date of the row holds nothing', () => {
    expect(
      drawn(`
        A 2d
        S 0d sum A mandatory son=8
        B 1d in=S
        C 1d S
      `),
    ).toBe(`
  MTWT
A ##
S   #
B   #
C    #
`);
  });

  it('as late as possible on a row moves nothing', () => {
    expect(
      drawn(`
        A 1d
        S 0d sum A alap
        B 1d in=S
        C 4d
        D 1d S C
      `),
    ).toBe(`
  MTWTF
A =--
S  =--
B  =--
C ####
D     #
`);
  });

  it('progress of the row itself is not asked', () => {
    expect(
      drawn(
        `
        A 2d
        S 0d sum A as=0 af=0
        B 1d in=S
        C 1d S
      `,
        { dataDate: atDay(1, 0) },
      ),
    ).toBe(`
  MTWTF
A  ##
S    x
B    #
C     #
`);
  });

  it('nor is its resume date', () => {
    expect(
      drawn(
        `
        A 2d
        S 0d sum A as=0 resume=7
        B 1d in=S
        C 1d S
      `,
        { dataDate: atDay(1, 0) },
      ),
    ).toBe(`
  MTWTF
A  ##
S    #
B    #
C     #
`);
  });
});

describe('between rows', () => {
  it('row to row', () => {
    expect(
      drawn(`
        S 0d sum
        A 1d in=S
        B 3d in=S
        T 0d sum S
        C 1d in=T
        D 2d in=T C
      `),
    ).toBe(`
  MTWTFssM
S ###
A =--
B ###
T    ##..#
C    #
D     #..#
`);
  });

  it('row to row with a lag, and what is late', () => {
    expect(
      dated(`
        S 0d sum
        A 1d in=S
        B 3d in=S
        T 0d sum S+1d
        C 1d in=T
        D 2d in=T
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
S ###       0 08:00  2 16:00   0 08:00  2 16:00   0d    -
A =--       0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B ###       0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
T     #..#  4 08:00  7 16:00   4 08:00  7 16:00   0d    -
C     =---  4 08:00  4 16:00   7 08:00  7 16:00   1d    1d
D     #..#  4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
`);
  });

  it('a chain of rows', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        T 0d sum S
        B 1d in=T
        U 0d sum T
        C 2d in=U
      `),
    ).toBe(`
  MTWTF
S ##
A ##
T   #
B   #
U    ##
C    ##
`);
  });

  it('an item between two rows', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        B 1d S
        T 0d sum B
        C 2d in=T
      `),
    ).toBe(`
  MTWTF
S ##
A ##
B   #
T    ##
C    ##
`);
  });
});

describe('drafts and efforts among them', () => {
  it('a draft below is not barred and does not hold', () => {
    expect(
      drawn(`
        A 2d
        S 0d sum A
        B 1d in=S
        D 2d draft in=S at=0
        C 1d S
      `),
    ).toBe(`
  MTWT
A ##
S   #
B   #
D =
C    #
`);
  });

  it('a level of effort on a row does not stretch', () => {
    expect(
      drawn(`
        S 0d sum
        A 3d in=S
        L 1d loe S:ss S:ff
      `),
    ).toBe(`
  MTW
S ###
A ###
L #
`);
  });
});

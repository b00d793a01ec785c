import { describe, expect, it } from 'vitest';
import { dated, drawn } from '../testing/drawing.ts';

/** Finish to start: the successor starts at the next working moment after the predecessor has ended. */

describe('finish to start, in one calendar', () => {
  it('B starts on the working day after A has ended', () => {
    expect(
      drawn(`
        A 2d
        B 2d A
      `),
    ).toBe(`
  MTWT
A ##
B   ##
`);
  });

  it('over the weekend: A ends on Friday, B starts on Monday', () => {
    expect(
      drawn(`
        A 5d
        B 2d A
      `),
    ).toBe(`
  MTWTFssMT
A #####
B        ##
`);
  });

  it('half a day of A leaves B the other half', () => {
    expect(
      drawn(`
        A 4h
        B 1d A
      `),
    ).toBe(`
  MT
A #
B ##
`);
  });

  it('a chain of three has no room anywhere', () => {
    expect(
      drawn(`
        A 1d
        B 3d A
        C 2d B
      `),
    ).toBe(`
  MTWTFssM
A #
B  ###
C     #..#
`);
  });

  it('of two predecessors the later one holds the successor, the other has room', () => {
    expect(
      drawn(`
        A 2d
        B 4d
        C 1d A B
      `),
    ).toBe(`
  MTWTF
A ==--
B ####
C     #
`);
  });

  it('of two successors the longer one is critical', () => {
    expect(
      drawn(`
        A 2d
        B 1d A
        C 4d A
      `),
    ).toBe(`
  MTWTFssM
A ##
B   =-----
C   ###..#
`);
  });

  it('a diamond: the short side floats by the difference', () => {
    expect(
      drawn(`
        A 1d
        B 4d A
        C 2d A
        D 1d B C
      `),
    ).toBe(`
  MTWTFssM
A #
B  ####
C  ==--
D        #
`);
  });

  it('two chains that do not meet end each for itself', () => {
    expect(
      drawn(`
        A 1d
        B 1d A
        C 3d
        D 2d C
      `),
    ).toBe(`
  MTWTF
A =---
B  =---
C ###
D    ##
`);
  });

  it('a shortcut past the middle item asks for nothing', () => {
    expect(
      drawn(`
        A 2d
        B 2d A
        C 2d B A
      `),
    ).toBe(`
  MTWTFssM
A ##
B   ##
C     #..#
`);
  });

  it('two equal ways are both critical', () => {
    expect(
      drawn(`
        A 1d
        B 2d A
        C 2d A
        D 1d B C
      `),
    ).toBe(`
  MTWT
A #
B  ##
C  ##
D    #
`);
  });

  it('three levels with a branch that joins late', () => {
    expect(
      drawn(`
        A 1d
        B 2d A
        C 2d B
        D 1d A
        E 1d D
        F 1d C E
      `),
    ).toBe(`
  MTWTFssM
A #
B  ##
C    ##
D  =--
E   =--
F        #
`);
  });
});

describe('finish to start, with dates and floats', () => {
  it('the successor starts at 8:00 of the day after 16:00', () => {
    expect(
      dated(`
        A 2d
        B 1d A
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('half days follow one another within the day', () => {
    expect(
      dated(`
        A 4h
        B 4h A
        C 1d B
      `),
    ).toBe(`
  MT  early              late               total free
A #   0 08:00  0 12:00   0 08:00  0 12:00   0d    0d
B #   0 12:00  0 16:00   0 12:00  0 16:00   0d    0d
C  #  1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
`);
  });

  it('thirteen hours take one day and five hours of the next', () => {
    expect(
      dated(`
        A 13h
        B 3h A
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 13:00   0 08:00  1 13:00   0d    0d
B  #   1 13:00  1 16:00   1 13:00  1 16:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('free float is room up to the next item, total float up to the end', () => {
    expect(
      dated(`
        A 1d
        B 1d A
        C 1d B
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A =--------    0 08:00  0 16:00   8 08:00  8 16:00   6d    0d
B  =--------   1 08:00  1 16:00   9 08:00  9 16:00   6d    0d
C   =--------  2 08:00  2 16:00   10 08:00 10 16:00  6d    6d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('only the last of a short chain has free float', () => {
    expect(
      dated(`
        A 3d
        B 1d
        C 1d B
        D 1d A C
      `),
    ).toBe(`
  MTWT  early              late               total free
A ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B =-    0 08:00  0 16:00   1 08:00  1 16:00   1d    0d
C  =-   1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
D    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('room over a weekend counts working days only', () => {
    expect(
      dated(`
        A 1d
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =---------  0 08:00  0 16:00   9 08:00  9 16:00   7d    7d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('an item of no duration stands at the start of the next day', () => {
    expect(
      dated(`
        A 2d
        B 0d A
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   o  2 08:00  2 08:00   1 16:00  1 16:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('items of no duration at both ends frame the plan', () => {
    expect(
      dated(`
        A 0d
        B 3d A
        C 0d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A o     0 08:00  0 08:00   -3 16:00 -3 16:00  0d    0d
B ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
C    o  3 08:00  3 08:00   2 16:00  2 16:00   0d    0d
`);
  });

  it('minutes count: ninety minutes after ninety minutes', () => {
    expect(
      dated(`
        A 90m
        B 90m A
      `),
    ).toBe(`
  M  early              late               total free
A #  0 08:00  0 09:30   0 08:00  0 09:30   0d    0d
B #  0 09:30  0 11:00   0 09:30  0 11:00   0d    0d
`);
  });

  it('the last minute of a day still belongs to it', () => {
    expect(
      dated(`
        A 480m
        B 1m A
        C 481m
      `),
    ).toBe(`
  MT  early              late               total free
A #   0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B  #  1 08:00  1 08:01   1 08:00  1 08:01   0d    0d
C ##  0 08:00  1 08:01   0 08:00  1 08:01   0d    0d
`);
  });

  it('a longer predecessor beside a link from far back', () => {
    expect(
      dated(`
        A 1d
        B 6d
        C 1d A B
        D 1d A
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A =-------   0 08:00  0 16:00   7 08:00  7 16:00   5d    0d
B #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
D  =-------  1 08:00  1 16:00   8 08:00  8 16:00   5d    5d
`);
  });
});

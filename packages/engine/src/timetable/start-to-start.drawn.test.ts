import { describe, expect, it } from 'vitest';
import { dated, drawn } from '../testing/drawing.ts';

/** Start to start and finish to finish hold one end of the successor and leave the other to its duration. */

describe('start to start', () => {
  it('both start together', () => {
    expect(
      drawn(`
        A 3d
        B 2d A:ss
      `),
    ).toBe(`
  MTW
A ###
B ==-
`);
  });

  it('the longer successor makes the end, A keeps no room at its start', () => {
    expect(
      drawn(`
        A 1d
        B 4d A:ss
      `),
    ).toBe(`
  MTWT
A #
B ####
`);
  });

  it('a lag of a day lets A work alone for a day', () => {
    expect(
      drawn(`
        A 3d
        B 2d A:ss+1d
      `),
    ).toBe(`
  MTW
A ###
B  ##
`);
  });

  it('a lag longer than A makes B start after A has ended', () => {
    expect(
      drawn(`
        A 1d
        B 2d A:ss+3d
      `),
    ).toBe(`
  MTWTF
A #
B    ##
`);
  });

  it('a lag over the weekend', () => {
    expect(
      drawn(`
        A 5d
        B 1d A:ss+5d
      `),
    ).toBe(`
  MTWTFssM
A #####
B        #
`);
  });

  it('a lag in hours starts B within the day', () => {
    expect(
      drawn(`
        A 2d
        B 1d A:ss+4h
      `),
    ).toBe(`
  MT
A ##
B ==
`);
  });

  it('a ladder: each step a day after the one before', () => {
    expect(
      drawn(`
        A 3d
        B 3d A:ss+1d
        C 3d B:ss+1d
      `),
    ).toBe(`
  MTWTF
A ###
B  ###
C   ###
`);
  });

  it('of two starts the later one rules', () => {
    expect(
      drawn(`
        A 3d
        B 2d A
        C 1d A:ss B:ss
      `),
    ).toBe(`
  MTWTF
A ###
B    ##
C    =-
`);
  });

  it('held at its start by B, A has no float although nobody waits for its end', () => {
    expect(
      dated(`
        A 3d
        B 4d A:ss+1d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ###    0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B  ####  1 08:00  4 16:00   1 08:00  4 16:00   0d    0d
`);
  });

  it('the start of A holds its end as well: late finish is late start and the duration', () => {
    expect(
      dated(`
        A 1d
        B 5d A:ss
      `),
    ).toBe(`
  MTWTF  early              late               total free
A #      0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a lead of start to start from the data date cannot go back', () => {
    expect(
      dated(`
        A 3d
        B 2d A:ss-1d
      `),
    ).toBe(`
  MTW  early              late               total free
A ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    1d
B ==-  0 08:00  1 16:00   1 08:00  2 16:00   1d    1d
`);
  });

  it('a lead of start to start after another item pulls forward', () => {
    expect(
      dated(`
        P 3d
        A 3d P
        B 2d A:ss-1d
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
P ###       0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
A    ##..#  3 08:00  7 16:00   3 08:00  7 16:00   0d    0d
B   ==----  2 08:00  3 16:00   4 08:00  7 16:00   2d    2d
`);
  });
});

describe('finish to finish', () => {
  it('both end together: the shorter one starts later', () => {
    expect(
      drawn(`
        A 3d
        B 2d A:ff
      `),
    ).toBe(`
  MTW
A ###
B  ##
`);
  });

  it('a longer successor is not held: it starts at the data date and ends later', () => {
    expect(
      drawn(`
        A 2d
        B 4d A:ff
      `),
    ).toBe(`
  MTWT
A ==--
B ####
`);
  });

  it('a lag of a day: B ends a day after A', () => {
    expect(
      drawn(`
        A 3d
        B 2d A:ff+1d
      `),
    ).toBe(`
  MTWT
A ###
B   ##
`);
  });

  it('a lag over the weekend: the end moves to Monday', () => {
    expect(
      drawn(`
        A 5d
        B 2d A:ff+1d
      `),
    ).toBe(`
  MTWTFssM
A #####
B     #..#
`);
  });

  it('a lead: B ends a day before A', () => {
    expect(
      drawn(`
        A 4d
        B 2d A:ff-1d
      `),
    ).toBe(`
  MTWT
A ####
B  ==-
`);
  });

  it('a lead that would end B before the data date is harmless', () => {
    expect(
      drawn(`
        A 3d
        B 2d A:ff-3d
      `),
    ).toBe(`
  MTW
A ###
B ==-
`);
  });

  it('a chain of finishes', () => {
    expect(
      drawn(`
        A 4d
        B 2d A:ff
        C 1d B:ff
      `),
    ).toBe(`
  MTWT
A ####
B   ##
C    #
`);
  });

  it('start to start and finish to finish at once: a ladder held at both ends', () => {
    expect(
      drawn(`
        A 5d
        B 3d A:ss+1d A:ff+1d
      `),
    ).toBe(`
  MTWTFssM
A #####
B    ##..#
`);
  });

  it('the finish holds: the successor waits although it could start', () => {
    expect(
      dated(`
        A 5d
        B 1d A:ff
      `),
    ).toBe(`
  MTWTF  early              late               total free
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('room of a predecessor whose successor is longer', () => {
    expect(
      dated(`
        A 2d
        B 4d A:ff
        C 6d
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ==------  0 08:00  1 16:00   4 08:00  7 16:00   4d    2d
B ====----  0 08:00  3 16:00   2 08:00  7 16:00   2d    2d
C #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('the late finish of A is that of B less the lag', () => {
    expect(
      dated(`
        A 3d
        B 2d A:ff+2d
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ===------    0 08:00  2 16:00   4 08:00  8 16:00   4d    0d
B    ==------  3 08:00  4 16:00   9 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('an end within the day', () => {
    expect(
      dated(`
        A 12h
        B 4h A:ff
      `),
    ).toBe(`
  MT  early              late               total free
A ##  0 08:00  1 12:00   0 08:00  1 12:00   0d    0d
B  #  1 08:00  1 12:00   1 08:00  1 12:00   0d    0d
`);
  });

  it('a minute of work is the last minute of A', () => {
    expect(
      dated(`
        A 1d
        B 1m A:ff
        C 1d B
      `),
    ).toBe(`
  MT  early              late               total free
A #   0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B #   0 15:59  0 16:00   0 15:59  0 16:00   0d    0d
C  #  1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
`);
  });
});

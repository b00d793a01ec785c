import { describe, expect, it } from 'vitest';
import { dated, drawn } from '../testing/drawing.ts';

/** A relation of a row with children holds all of them: into the row it bars every start below, out of it the row is waited for. */

describe('into a row', () => {
  it('finish to start bars all starts below', () => {
    expect(
      drawn(`
        A 2d
        S 0d sum A
        B 1d in=S
        C 3d in=S
        D 1d B in=S
      `),
    ).toBe(`
  MTWTF
A ##
S   ###
B   =-
C   ###
D    =-
`);
  });

  it('through rows in rows', () => {
    expect(
      drawn(`
        A 2d
        S 0d sum A
        T 0d sum in=S
        B 1d in=T
        C 2d in=S
      `),
    ).toBe(`
  MTWT
A ##
S   ##
T   =-
B   =-
C   ##
`);
  });

  it('a lag into a row', () => {
    expect(
      drawn(`
        A 2d
        S 0d sum A+1d
        B 1d in=S
        C 2d in=S
      `),
    ).toBe(`
  MTWTF
A ##
S    ##
B    =-
C    ##
`);
  });

  it('start to start into a row', () => {
    expect(
      drawn(`
        A 4d
        S 0d sum A:ss+2d
        B 1d in=S
        C 2d in=S
      `),
    ).toBe(`
  MTWT
A ####
S   ##
B   =-
C   ##
`);
  });

  it('finish to finish lets every item below end no earlier', () => {
    expect(
      drawn(`
        A 4d
        S 0d sum A:ff
        B 1d in=S
        C 2d in=S
      `),
    ).toBe(`
  MTWT
A ####
S   ##
B    #
C   ##
`);
  });

  it('start to finish into a row', () => {
    expect(
      drawn(`
        P 3d
        A 1d P
        S 0d sum A:sf
        B 1d in=S
        C 2d in=S
      `),
    ).toBe(`
  MTWT
P ###
A    #
S  ==-
B   =-
C  ==-
`);
  });

  it('a later own predecessor rules', () => {
    expect(
      drawn(`
        A 1d
        B 4d
        S 0d sum A
        C 1d in=S B
        D 1d in=S
      `),
    ).toBe(`
  MTWTF
A =---
B ####
S  ####
C     #
D  =---
`);
  });

  it('late dates: A waits for the earliest late start below', () => {
    expect(
      dated(`
        A 2d
        S 0d sum A
        B 1d in=S
        C 4d in=S
        Z 7d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ==-        0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
S   ===..=-  2 08:00  7 16:00   3 08:00  8 16:00   1d    -
B   =------  2 08:00  2 16:00   8 08:00  8 16:00   4d    4d
C   ===..=-  2 08:00  7 16:00   3 08:00  8 16:00   1d    1d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('A has free float when the first of the row is barred by something later', () => {
    expect(
      dated(`
        A 1d
        P 3d
        S 0d sum A
        B 1d in=S P
        C 1d in=S P
      `),
    ).toBe(`
  MTWT  early              late               total free
A =--   0 08:00  0 16:00   2 08:00  2 16:00   2d    0d
P ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
S    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    -
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
C    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });
});

describe('out of a row', () => {
  it('finish to start waits for the last', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        B 4d in=S
        C 1d S
      `),
    ).toBe(`
  MTWTF
S ####
A ==--
B ####
C     #
`);
  });

  it('start to start waits for the first', () => {
    expect(
      drawn(`
        S 0d sum
        P 1d
        A 2d in=S P
        B 4d in=S P
        C 1d S:ss+1d
      `),
    ).toBe(`
  MTWTF
S  ####
P #
A  ==--
B  ####
C   =--
`);
  });

  it('finish to finish out of a row', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        B 4d in=S
        C 2d S:ff
      `),
    ).toBe(`
  MTWT
S ####
A ==--
B ####
C   ##
`);
  });

  it('start to finish out of a row', () => {
    expect(
      drawn(`
        P 3d
        S 0d sum
        A 2d in=S P
        B 4d in=S P
        C 2d S:sf
      `),
    ).toBe(`
  MTWTFssMT
P ###
S    ##..##
A    ==----
B    ##..##
C  ==------
`);
  });

  it('late dates: each below may end when C must start', () => {
    expect(
      dated(`
        S 0d sum
        A 2d in=S
        B 4d in=S
        C 1d S
        Z 7d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
S ====----   0 08:00  3 16:00   2 08:00  7 16:00   2d    -
A ==------   0 08:00  1 16:00   4 08:00  7 16:00   4d    2d
B ====----   0 08:00  3 16:00   2 08:00  7 16:00   2d    0d
C     =----  4 08:00  4 16:00   8 08:00  8 16:00   2d    2d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });

  it('out of the start only the first below is held', () => {
    expect(
      dated(`
        S 0d sum
        A 2d in=S
        B 1d in=S snet=2
        C 5d S:ss
      `),
    ).toBe(`
  MTWTF  early              late               total free
S ###--  0 08:00  2 16:00   0 08:00  4 16:00   2d    -
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    0d
C #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('two that start first are both held', () => {
    expect(
      dated(`
        S 0d sum
        A 2d in=S
        B 1d in=S
        C 5d S:ss
      `),
    ).toBe(`
  MTWTF  early              late               total free
S ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    -
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B #      0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
C #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

import { describe, expect, it } from 'vitest';
import { dated, drawn } from '../testing/drawing.ts';

/** A draft is left out of the calculation: it keeps the dates that it was given and nobody waits for it. */

describe('a draft', () => {
  it('keeps its planned dates', () => {
    expect(
      drawn(`
        D 2d draft at=3
        A 2d
      `),
    ).toBe(`
  MTWT
D    =
A ##
`);
  });

  it('without planned dates it has none', () => {
    expect(
      drawn(`
        D 2d draft
        A 2d
      `),
    ).toBe(`
  MT
D
A ##
`);
  });

  it('nobody waits for it', () => {
    expect(
      drawn(`
        D 4d draft at=0
        A 1d D
      `),
    ).toBe(`
  M
D =
A #
`);
  });

  it('waiting for somebody does not move it', () => {
    expect(
      drawn(`
        A 4d
        D 2d draft at=0 A
      `),
    ).toBe(`
  MTWT
A ####
D =
`);
  });

  it('in the middle of a chain it cuts the chain', () => {
    expect(
      drawn(`
        A 2d
        D 2d draft at=2 A
        B 1d D
      `),
    ).toBe(`
  MTW
A ##
D   =
B =-
`);
  });

  it('has no floats and is not critical', () => {
    expect(
      dated(`
        D 2d draft at=3
        A 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
D    =   -        -         -        -         -     -
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('limits, progress and deadlines do not move it', () => {
    expect(
      dated(`
        D 2d draft at=3 snet=7 as=1 fnlt=1
        A 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
D    =   -        -         -        -         -     -
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a milestone as a draft', () => {
    expect(
      drawn(`
        D 0d draft at=2
        A 3d
      `),
    ).toBe(`
  MTW
D   =
A ###
`);
  });
});

describe('drafts and rows', () => {
  it('do not widen a row', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        D 9d draft in=S at=6
      `),
    ).toBe(`
  MTWTFss
S ##
A ##
D       .
`);
  });

  it('a row of drafts alone is no row: an item of its own', () => {
    expect(
      drawn(`
        S 2d
        D 1d draft in=S at=5
        B 1d S
      `),
    ).toBe(`
  MTWTFs
S ##
D      .
B   #
`);
  });

  it('a relation into a row does not reach them', () => {
    expect(
      drawn(`
        A 3d
        S 0d sum A
        B 1d in=S
        D 1d draft in=S at=0
      `),
    ).toBe(`
  MTWT
A ###
S    #
B    #
D =
`);
  });

  it('below a draft items are calculated', () => {
    expect(
      drawn(`
        D 1d draft at=6
        A 2d in=D
        B 1d A in=D
      `),
    ).toBe(`
  MTW
D ###
A ##
B   #
`);
  });
});

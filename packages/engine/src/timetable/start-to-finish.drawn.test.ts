import { describe, expect, it } from 'vitest';
import { dated, drawn } from '../testing/drawing.ts';

/** Start to finish: the successor ends when the predecessor starts, as a temporary supply ends when the lasting one begins. */

describe('start to finish', () => {
  it('A starts the plan: B cannot end before, so the link asks for nothing', () => {
    expect(
      drawn(`
        A 3d
        B 1d A:sf
      `),
    ).toBe(`
  MTW
A ###
B =--
`);
  });

  it('B ends when A starts', () => {
    expect(
      drawn(`
        P 3d
        A 2d P
        B 2d A:sf
      `),
    ).toBe(`
  MTWTF
P ###
A    ##
B  ==--
`);
  });

  it('B is longer than there is time before A: it starts at the data date and ends later', () => {
    expect(
      drawn(`
        P 1d
        A 2d P
        B 3d A:sf
      `),
    ).toBe(`
  MTW
P #
A  ##
B ###
`);
  });

  it('a lag of a day: B ends at the end of the first day of A', () => {
    expect(
      drawn(`
        P 3d
        A 2d P
        B 2d A:sf+1d
      `),
    ).toBe(`
  MTWTF
P ###
A    ##
B   ==-
`);
  });

  it('a lead of a day: B ends a day before A starts', () => {
    expect(
      drawn(`
        P 4d
        A 2d P
        B 2d A:sf-1d
      `),
    ).toBe(`
  MTWTFssM
P ####
A     #..#
B  ==-----
`);
  });

  it('the supply and what follows it', () => {
    expect(
      drawn(`
        P 4d
        A 3d P
        B 2d A:sf
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT
P ####
A     #..##
B   ==----
C     =----
`);
  });

  it('over the weekend: the end points at Monday and stays at the start of Monday', () => {
    expect(
      dated(`
        P 5d
        A 1d P
        B 1d A:sf
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
P #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
A        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
B     =---  4 08:00  7 08:00   7 08:00  7 16:00   1d    1d
`);
  });

  it('within the week the end at 16:00 moves to 8:00 of the next day, when A starts', () => {
    expect(
      dated(`
        P 3d
        A 2d P
        B 2d A:sf
      `),
    ).toBe(`
  MTWTF  early              late               total free
P ###    0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
A    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
B  ==--  1 08:00  3 08:00   3 08:00  4 16:00   2d    2d
`);
  });

  it('B without room holds the start of A', () => {
    expect(
      dated(`
        P 2d
        A 1d P
        B 2d A:sf
        C 4d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
P ##        0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
A   #       2 08:00  2 16:00   1 16:00  2 16:00   0d    0d
B ##        0 08:00  2 08:00   0 08:00  1 16:00   0d    0d
C   ###..#  2 08:00  7 16:00   2 08:00  7 16:00   0d    0d
`);
  });

  it('A may start later as long as B may end later', () => {
    expect(
      dated(`
        P 2d
        A 1d P
        B 1d A:sf
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P ==-------   0 08:00  1 16:00   7 08:00  8 16:00   5d    0d
A   =-------  2 08:00  2 16:00   9 08:00  9 16:00   5d    0d
B  =--------  1 08:00  2 08:00   9 08:00  9 16:00   6d    6d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });
});

describe('several links between the same two', () => {
  it('start and finish held, the finish rules', () => {
    expect(
      drawn(`
        A 4d
        B 2d A:ss A:ff+1d
      `),
    ).toBe(`
  MTWTF
A ####
B    ##
`);
  });

  it('start and finish held, the start rules', () => {
    expect(
      drawn(`
        A 4d
        B 4d A:ss+2d A:ff
      `),
    ).toBe(`
  MTWTFssM
A ####
B   ###..#
`);
  });

  it('finish to start beside start to start: the later one rules', () => {
    expect(
      drawn(`
        A 2d
        B 2d A A:ss+1d
      `),
    ).toBe(`
  MTWT
A ##
B   ##
`);
  });

  it('start to start with a long lag beats finish to start', () => {
    expect(
      drawn(`
        A 2d
        B 2d A A:ss+4d
      `),
    ).toBe(`
  MTWTFssM
A ##
B     #..#
`);
  });

  it('start to finish beside finish to start asks for nothing', () => {
    expect(
      drawn(`
        A 3d
        B 2d A A:sf
      `),
    ).toBe(`
  MTWTF
A ###
B    ##
`);
  });
});

describe('every kind into one item', () => {
  it('four predecessors, the finish to start is the last', () => {
    expect(
      drawn(`
        A 4d
        B 2d
        C 3d
        D 2d
        E 2d A B:ss C:ff D:sf
      `),
    ).toBe(`
  MTWTFssM
A ####
B ==------
C ===-----
D ==------
E     #..#
`);
  });

  it('four predecessors, the finish to finish is the last', () => {
    expect(
      drawn(`
        A 1d
        B 2d
        C 6d
        D 2d
        E 2d A B:ss C:ff D:sf
      `),
    ).toBe(`
  MTWTFssM
A =---
B ==------
C #####..#
D ==------
E     #..#
`);
  });

  it('four predecessors, the start to start is the last', () => {
    expect(
      drawn(`
        P 4d
        A 2d
        B 2d P
        C 3d
        D 2d
        E 2d A B:ss+1d C:ff D:sf
      `),
    ).toBe(`
  MTWTFssMT
P ####
A ==---
B     #..#
C ===------
D ==-------
E        ##
`);
  });

  it('four predecessors, the start to finish is the last', () => {
    expect(
      dated(`
        P 6d
        A 2d
        B 2d
        C 3d
        D 2d P
        E 2d A B:ss C:ff D:sf
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P #####..#    0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
A ==------    0 08:00  1 16:00   4 08:00  7 16:00   4d    2d
B ==--------  0 08:00  1 16:00   8 08:00  9 16:00   6d    4d
C ===-------  0 08:00  2 16:00   7 08:00  9 16:00   5d    3d
D         ##  8 08:00  9 16:00   8 08:00  9 16:00   0d    0d
E     =..=--  4 08:00  8 08:00   8 08:00  9 16:00   2d    2d
`);
  });
});

describe('every kind out of one item', () => {
  it('four successors: each hangs on its own end', () => {
    expect(
      dated(`
        A 3d
        B 1d A
        C 1d A:ss
        D 1d A:ff
        E 1d A:sf
      `),
    ).toBe(`
  MTWT  early              late               total free
A ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
C =---  0 08:00  0 16:00   3 08:00  3 16:00   3d    3d
D   =-  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
E =---  0 08:00  0 16:00   3 08:00  3 16:00   3d    3d
`);
  });

  it('four successors, each the only one that leaves no room in turn: after the end', () => {
    expect(
      dated(`
        A 2d
        B 5d A
        C 1d A:ss
        D 1d A:ff
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ##         0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ###..##  2 08:00  8 16:00   2 08:00  8 16:00   0d    0d
C =--------  0 08:00  0 16:00   8 08:00  8 16:00   6d    6d
D  =-------  1 08:00  1 16:00   8 08:00  8 16:00   5d    5d
`);
  });

  it('the start of A is what counts: a long item that starts with it', () => {
    expect(
      dated(`
        A 2d
        B 1d A
        C 6d A:ss
        D 1d A:ff
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ##        0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   =-----  2 08:00  2 16:00   7 08:00  7 16:00   3d    3d
C #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
D  =------  1 08:00  1 16:00   7 08:00  7 16:00   4d    4d
`);
  });

  it('the finish of A is what counts: a lag after both ends', () => {
    expect(
      dated(`
        A 2d
        B 1d A
        C 1d A:ss
        D 1d A:ff+4d
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ##        0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   =-----  2 08:00  2 16:00   7 08:00  7 16:00   3d    3d
C =-------  0 08:00  0 16:00   7 08:00  7 16:00   5d    5d
D        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });
});

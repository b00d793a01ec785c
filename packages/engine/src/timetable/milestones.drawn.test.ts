import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** A start milestone stands at the next start of work, a finish milestone at the end that it was given. */

describe('after work', () => {
  it('a finish milestone stays at the end of the day, a start milestone moves to the next morning', () => {
    expect(
      dated(`
        A 2d
        F 0d A mf
        S 0d A ms
        B 1d F S
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
F  o   1 16:00  1 16:00   1 16:00  1 16:00   0d    0d
S   o  2 08:00  2 08:00   2 08:00  2 08:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('over the weekend: Friday evening and Monday morning', () => {
    expect(
      dated(`
        A 5d
        F 0d A mf
        S 0d A ms
        B 1d F S
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
F     o     4 16:00  4 16:00   4 16:00  4 16:00   0d    0d
S        o  7 08:00  7 08:00   7 08:00  7 08:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('an end within the day is the same moment for both', () => {
    expect(
      dated(`
        A 12h
        F 0d A mf
        S 0d A ms
        B 1d F S
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 12:00   0 08:00  1 12:00   0d    0d
F  o   1 12:00  1 12:00   1 12:00  1 12:00   0d    0d
S  o   1 12:00  1 12:00   1 12:00  1 12:00   0d    0d
B  ##  1 12:00  2 12:00   1 12:00  2 12:00   0d    0d
`);
  });

  it('a finish milestone in another calendar: the end of A is no end of work there', () => {
    expect(
      dated(`
        A 6d cal=seven
        F 0d A mf
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ======----  0 08:00  5 16:00   4 08:00  9 16:00   4d    1d
F        o    7 08:00  7 08:00   9 16:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('a start milestone in another calendar', () => {
    expect(
      dated(`
        A 6d cal=seven
        S 0d A ms
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ======----  0 08:00  5 16:00   4 08:00  9 16:00   4d    1d
S        o    7 08:00  7 08:00   9 16:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('after a lag: its end is an end for the one, the next start for the other', () => {
    expect(
      dated(`
        A 2d
        F 0d A+2d mf
        S 0d A+2d ms
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ==-    0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
F    o   3 16:00  3 16:00   4 16:00  4 16:00   1d    1d
S     o  4 08:00  4 08:00   4 16:00  4 16:00   1d    1d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

describe('at the data date', () => {
  it('both at midnight mean the morning', () => {
    expect(
      dated(
        `
        F 0d mf
        S 0d ms
        A 1d F S
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTW  early              late               total free
F   o  2 08:00  2 08:00   1 16:00  1 16:00   0d    0d
S   o  2 08:00  2 08:00   2 08:00  2 08:00   0d    0d
A   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('at the end of work: the finish milestone stays', () => {
    expect(
      dated(
        `
        F 0d mf
        S 0d ms
        A 1d F S
      `,
        { dataDate: atDay(1, 16) },
      ),
    ).toBe(`
  MTW  early              late               total free
F  o   1 16:00  1 16:00   1 16:00  1 16:00   0d    0d
S   o  2 08:00  2 08:00   2 08:00  2 08:00   0d    0d
A   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });
});

describe('before work', () => {
  it('a start milestone begins the plan and is critical with it', () => {
    expect(
      dated(`
        S 0d ms
        A 3d S
        B 1d S
      `),
    ).toBe(`
  MTW  early              late               total free
S o    0 08:00  0 08:00   0 08:00  0 08:00   0d    0d
A ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B =--  0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
`);
  });

  it('late: the start milestone stands at the start, the finish milestone at the end before', () => {
    expect(
      dated(`
        S 0d ms
        F 0d mf
        A 2d S
        B 2d F
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
S o      0 08:00  0 08:00   3 08:00  3 08:00   3d    0d
F o      0 08:00  0 08:00   2 16:00  2 16:00   3d    0d
A ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
B ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('the end of the plan as a finish milestone', () => {
    expect(
      dated(`
        A 3d
        B 1d
        F 0d A B mf
      `),
    ).toBe(`
  MTW  early              late               total free
A ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B =--  0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
F   o  2 16:00  2 16:00   2 16:00  2 16:00   0d    0d
`);
  });

  it('the end of the plan as a start milestone lies a night later', () => {
    expect(
      dated(`
        A 3d
        B 1d
        S 0d A B ms
      `),
    ).toBe(`
  MTWT  early              late               total free
A ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B =--   0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
S    o  3 08:00  3 08:00   3 08:00  3 08:00   0d    0d
`);
  });
});

describe('by other relations', () => {
  it('finish to finish and start to start point at its one date', () => {
    expect(
      dated(`
        A 3d
        F 0d A:ff mf
        S 0d A:ss ms
        Z 4d
      `),
    ).toBe(`
  MTWT  early              late               total free
A ===-  0 08:00  2 16:00   1 08:00  3 16:00   1d    0d
F   o   2 16:00  2 16:00   3 16:00  3 16:00   1d    1d
S o     0 08:00  0 08:00   3 16:00  3 16:00   4d    4d
Z ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });

  it('finish to finish into a start milestone moves it to the next morning', () => {
    expect(
      dated(`
        A 3d
        S 0d A:ff ms
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ===--  0 08:00  2 16:00   2 08:00  4 16:00   2d    0d
S    o   3 08:00  3 08:00   4 16:00  4 16:00   2d    2d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('out of milestones by start to start and finish to finish', () => {
    expect(
      dated(`
        P 2d
        F 0d P mf
        A 2d F:ss
        B 2d F:ff
      `),
    ).toBe(`
  MTWT  early              late               total free
P ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
F  o    1 16:00  1 16:00   1 16:00  1 16:00   0d    0d
A   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
B ==--  0 08:00  1 16:00   2 08:00  3 16:00   2d    2d
`);
  });
});

describe('limits', () => {
  it('start on or after a day in the week', () => {
    expect(
      dated(`
        S 0d ms snet=3
        F 0d mf fnet=3
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
S    o   3 08:00  3 08:00   4 16:00  4 16:00   2d    2d
F    o   3 16:00  3 16:00   4 16:00  4 16:00   1d    1d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a finish milestone on a day, late after its predecessor', () => {
    expect(
      dated(`
        A 4d
        F 0d A mf fon=2
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ####<  0 08:00  3 16:00   -3 08:00 2 16:00   -1d   0d
F    o   3 16:00  3 16:00   2 16:00  2 16:00   -1d   1d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a mandatory finish milestone stands against its predecessor', () => {
    expect(
      dated(`
        A 4d
        F 0d A mf mandatory fon=2
        B 1d F
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ####<  0 08:00  3 16:00   -3 08:00 2 16:00   -1d   0d
F   o    2 16:00  2 16:00   2 16:00  2 16:00   0d    0d
B    #   3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('a milestone that has happened', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        F 0d A mf as=1@16 af=1
        B 1d F
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTW  early              late               total free
A xx   2 00:00  2 00:00   2 08:00  2 08:00   -     -
F  o   2 00:00  2 00:00   2 08:00  2 08:00   -     -
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });
});

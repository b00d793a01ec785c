import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** Where the backward pass begins: the latest early finish, the date that the plan must finish by, the end of each open chain. */

describe('the latest early finish', () => {
  it('the longest chain has no float, all others count from its end', () => {
    expect(
      dated(`
        A 2d
        B 3d A
        C 1d A
        D 2d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
C   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
D ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
`);
  });

  it('the end in the calendar of the last item: five days count to the Sunday of a seven-day item', () => {
    expect(
      dated(`
        A 7d cal=seven
        B 2d
      `),
    ).toBe(`
  MTWTFss  early              late               total free
A #######  0 08:00  6 16:00   0 08:00  6 16:00   0d    0d
B ==---    0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
`);
  });

  it('an end within a day leaves hours', () => {
    expect(
      dated(`
        A 12h
        B 1d
      `),
    ).toBe(`
  MT  early              late               total free
A ##  0 08:00  1 12:00   0 08:00  1 12:00   0d    0d
B =-  0 08:00  0 16:00   0 12:00  1 12:00   4h    4h
`);
  });
});

describe('must finish by', () => {
  it('the date of the end: nothing changes', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A
        C 1d A
      `,
        { mustFinishBy: atDay(4, 16) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ###    0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
C    =-  3 08:00  3 16:00   4 08:00  4 16:00   1d    1d
`);
  });

  it('two days later: everything has two days more', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A
        C 1d A
      `,
        { mustFinishBy: atDay(8, 16) },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ===--      0 08:00  2 16:00   2 08:00  4 16:00   2d    0d
B    ==----  3 08:00  4 16:00   7 08:00  8 16:00   2d    0d
C    =-----  3 08:00  3 16:00   8 08:00  8 16:00   3d    1d
`);
  });

  it('a day earlier: the chain is late by a day, the branch has less room', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A
        C 1d A
      `,
        { mustFinishBy: atDay(3, 16) },
      ),
    ).toBe(`
  MTWTFs  early              late               total free
A ###<    0 08:00  2 16:00   -3 08:00 1 16:00   -1d   0d
B    ##<  3 08:00  4 16:00   2 08:00  3 16:00   -1d   0d
C    #    3 08:00  3 16:00   3 08:00  3 16:00   0d    1d
`);
  });

  it('before the plan begins: all of it is late', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A
      `,
        { mustFinishBy: atDay(-3, 16) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A ##<   0 08:00  1 16:00   -5 08:00 -4 16:00  -3d   0d
B   #<  2 08:00  2 16:00   -3 08:00 -3 16:00  -3d   0d
`);
  });

  it('on a Sunday: five days end on Friday, seven on Sunday', () => {
    expect(
      dated(
        `
        A 2d
        B 2d cal=seven
      `,
        { mustFinishBy: atDay(6, 16) },
      ),
    ).toBe(`
  MTWTFss  early              late               total free
A ==---    0 08:00  1 16:00   3 08:00  4 16:00   3d    0d
B ==-----  0 08:00  1 16:00   5 08:00  6 16:00   5d    0d
`);
  });

  it('at noon', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A
      `,
        { mustFinishBy: atDay(2, 12) },
      ),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   -3 12:00 1 12:00   -4h   0d
B   #  2 08:00  2 16:00   1 12:00  2 12:00   -4h   0d
`);
  });

  it('free float of an open end counts to the end of the plan, not to the date', () => {
    expect(
      dated(
        `
        A 3d
        B 1d
      `,
        { mustFinishBy: atDay(8, 16) },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ===------  0 08:00  2 16:00   4 08:00  8 16:00   4d    0d
B =--------  0 08:00  0 16:00   8 08:00  8 16:00   6d    2d
`);
  });

  it('with a finish limit the earlier of both', () => {
    expect(
      dated(
        `
        A 2d fnlt=3
        B 2d A fnlt=10
        C 1d A
      `,
        { mustFinishBy: atDay(8, 16) },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ==--       0 08:00  1 16:00   2 08:00  3 16:00   2d    0d
B   ==-----  2 08:00  3 16:00   7 08:00  8 16:00   3d    0d
C   =------  2 08:00  2 16:00   8 08:00  8 16:00   4d    1d
`);
  });

  it('the longest path does not ask for it', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A
        C 1d A
      `,
        { mustFinishBy: atDay(8, 16), criticalBy: 'longest_path' },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A ###--      0 08:00  2 16:00   2 08:00  4 16:00   2d    0d
B    ##----  3 08:00  4 16:00   7 08:00  8 16:00   2d    0d
C    =-----  3 08:00  3 16:00   8 08:00  8 16:00   3d    1d
`);
  });
});

describe('open ends', () => {
  it('each item without a successor ends where it ends', () => {
    expect(
      dated(
        `
        A 2d
        B 3d A
        C 1d A
        D 2d
      `,
        { openEndsCritical: true },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
C   #    2 08:00  2 16:00   2 08:00  2 16:00   0d    2d
D ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    3d
`);
  });

  it('what leads to an open end has no more float than that leaves', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
        C 5d
        D 1d C A
      `,
        { openEndsCritical: true },
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A #         0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B  #        1 08:00  1 16:00   1 08:00  1 16:00   0d    4d
C #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
D        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('a finish limit can still make an open end late', () => {
    expect(
      dated(
        `
        A 2d fnlt=0
        B 5d
      `,
        { openEndsCritical: true },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ##<    0 08:00  1 16:00   -3 08:00 0 16:00   -1d   3d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('must finish by later than all: open ends stay critical', () => {
    expect(
      dated(
        `
        A 2d
        B 4d
      `,
        { openEndsCritical: true, mustFinishBy: atDay(9, 16) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    2d
B ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });

  it('must finish by earlier than all: it is stronger', () => {
    expect(
      dated(
        `
        A 2d
        B 4d
      `,
        { openEndsCritical: true, mustFinishBy: atDay(0, 16) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ##<    0 08:00  1 16:00   -3 08:00 0 16:00   -1d   2d
B ####<  0 08:00  3 16:00   -5 08:00 0 16:00   -3d   0d
`);
  });

  it('an end that only a level of effort hangs on is open', () => {
    expect(
      dated(
        `
        A 2d
        B 5d
        L 1d loe A:ss A:ff
      `,
        { openEndsCritical: true },
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    3d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
L ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
`);
  });
});

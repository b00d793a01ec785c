import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated, drawn } from '../testing/drawing.ts';

/** A WBS summary activity spans the unfinished items under its parent; it has no logic of its own. */

describe('its span', () => {
  it('all its brothers', () => {
    expect(
      dated(`
        S 0d sum
        W 0d wbs in=S
        A 2d in=S
        B 3d A in=S
      `),
    ).toBe(`
  MTWTF  early              late               total free
S #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    -
W #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });

  it('at any depth', () => {
    expect(
      dated(`
        S 0d sum
        W 0d wbs in=S
        T 0d sum in=S
        U 0d sum in=T
        A 2d in=U
        B 1d A in=T
      `),
    ).toBe(`
  MTW  early              late               total free
S ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    -
W ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
T ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    -
U ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    -
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('only under its own parent', () => {
    expect(
      dated(`
        S 0d sum
        A 2d in=S
        T 0d sum
        W 0d wbs in=T
        B 3d in=T A
      `),
    ).toBe(`
  MTWTF  early              late               total free
S ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    -
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
T   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    -
W   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
B   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });

  it('completed items do not count', () => {
    expect(
      dated(
        `
        S 0d sum
        W 0d wbs in=S
        A 2d in=S as=0 af=1
        B 2d A in=S
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWT  early              late               total free
S ####  2 00:00  3 16:00   2 08:00  3 16:00   0d    -
W   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
A xx    2 00:00  2 00:00   2 08:00  2 08:00   -     -
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
`);
  });

  it('started items count from where they go on', () => {
    expect(
      dated(
        `
        S 0d sum
        W 0d wbs in=S as=0
        A 4d in=S as=0 rem=2d
        B 2d A in=S
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
S #####..#  2 08:00  7 16:00   2 08:00  7 16:00   0d    -
W xx###..#  2 08:00  7 16:00   2 08:00  7 16:00   0d    0d
A xx##      2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
B     #..#  4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
`);
  });

  it('drafts do not count', () => {
    expect(
      dated(`
        S 0d sum
        W 0d wbs in=S
        A 2d in=S
        D 9d draft in=S at=4
      `),
    ).toBe(`
  MTWTF  early              late               total free
S ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    -
W ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
D     =  -        -         -        -         -     -
`);
  });

  it('levels of effort do', () => {
    expect(
      dated(`
        S 0d sum
        W 0d wbs in=S
        A 2d in=S
        L 1d loe in=S B:ss B:ff
        B 3d A
      `),
    ).toBe(`
  MTWTF  early              late               total free
S #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    -
W #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
A ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
L   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
B   ###  2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
`);
  });

  it('another summary beside it does not', () => {
    expect(
      dated(`
        S 0d sum
        V 0d wbs in=S
        W 0d wbs in=S
        A 2d in=S
      `),
    ).toBe(`
  MT  early              late               total free
S ##  0 08:00  1 16:00   0 08:00  1 16:00   0d    -
V ##  0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
W ##  0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
A ##  0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
`);
  });
});

describe('where it has no dates', () => {
  it('without a parent', () => {
    expect(
      drawn(`
        W 0d wbs
        A 2d
      `),
    ).toBe(`
  MT
W
A ##
`);
  });

  it('when all its brothers are done', () => {
    expect(
      dated(
        `
        S 0d sum
        W 0d wbs in=S
        A 2d in=S as=0 af=1
        B 1d
      `,
        { dataDate: atDay(3, 0) },
      ),
    ).toBe(`
  MTWT  early              late               total free
S ==--  3 00:00  3 00:00   3 16:00  3 16:00   1d    -
W       -        -         -        -         -     -
A xx    3 00:00  3 00:00   3 16:00  3 16:00   -     -
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('when it is alone', () => {
    expect(
      drawn(`
        S 0d sum
        W 0d wbs in=S
        A 2d
      `),
    ).toBe(`
  MT
S
W
A ##
`);
  });

  it('when it is completed itself', () => {
    expect(
      dated(
        `
        S 0d sum
        W 0d wbs in=S as=0 af=0
        A 2d in=S
      `,
        { dataDate: atDay(1, 0) },
      ),
    ).toBe(`
  MTW  early              late               total free
S  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    -
W      -        -         -        -         -     -
A  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
`);
  });
});

describe('floats and calendars', () => {
  it('its float is the room of the last end in its own calendar', () => {
    expect(
      dated(`
        S 0d sum
        W 0d wbs in=S cal=seven
        A 2d in=S
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
S ==---------  0 08:00  1 16:00   9 08:00  10 16:00  7d    -
W ==---------  0 08:00  1 16:00   9 08:00  10 16:00  9d    0d
A ==---------  0 08:00  1 16:00   9 08:00  10 16:00  7d    7d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('late dates span the late dates of its brothers', () => {
    expect(
      dated(`
        S 0d sum
        W 0d wbs in=S
        A 1d in=S
        B 2d in=S
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
S ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    -
W ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    0d
A =----  0 08:00  0 16:00   4 08:00  4 16:00   4d    4d
B ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('its row is critical where a brother is', () => {
    expect(
      dated(`
        S 0d sum
        W 0d wbs in=S
        A 5d in=S
        B 2d in=S
      `),
    ).toBe(`
  MTWTF  early              late               total free
S #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    -
W #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
A #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
`);
  });
});

import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** What does not bound a plan by P6's rules: deadlines, and the end of a plan that is all done. */

describe("deadlines are no limits by P6's rules", () => {
  it('a deadline before the end of its item', () => {
    expect(
      dated(`
        A 2d dl=0
        B 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ==---  0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a deadline inside the float', () => {
    expect(
      dated(`
        A 1d dl=2
        B 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A =----  0 08:00  0 16:00   4 08:00  4 16:00   4d    4d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

describe('all that is left is done', () => {
  it('a finished plan stands at the data date', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        B 1d A as=2 af=2
      `,
        { dataDate: atDay(3, 0) },
      ),
    ).toBe(`
  MTW  early              late               total free
A xx   3 00:00  3 00:00   3 00:00  3 00:00   -     -
B   x  3 00:00  3 00:00   3 00:00  3 00:00   -     -
`);
  });

  it('keeps the finish of its last calculation', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        B 1d A as=2 af=2
      `,
        { dataDate: atDay(3, 0), scheduledFinish: atDay(8, 16) },
      ),
    ).toBe(`
  MTW  early              late               total free
A xx   3 00:00  3 00:00   8 16:00  8 16:00   -     -
B   x  3 00:00  3 00:00   8 16:00  8 16:00   -     -
`);
  });

  it('as soon as one item is not done that finish is forgotten', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        B 1d A
      `,
        { dataDate: atDay(3, 0), scheduledFinish: atDay(8, 16) },
      ),
    ).toBe(`
  MTWT  early              late               total free
A xx    3 00:00  3 00:00   3 08:00  3 08:00   -     -
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });
});

import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../../testing/chart-calendars.ts';
import { dated } from '../../testing/drawing.ts';

/** MS Project keeps the dates of what has happened: ended work early and late, begun work from where it stopped. */

describe('ended work', () => {
  const given: Partial<CalculationOptions> = {
    rules: 'msproject',
    lagCalendar: 'successor',
    projectStart: atDay(0),
    dataDate: atDay(2, 0),
  };

  it('stands where it was, early and late', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        B 1d A
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A xx     0 08:00  1 16:00   0 08:00  1 16:00   -     -
B   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('later than planned it moves what follows', () => {
    expect(
      dated(
        `
        A 2d as=0 af=3
        B 1d A
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A xxxx   0 08:00  3 16:00   0 08:00  3 16:00   -     -
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('out of sequence it holds nobody back', () => {
    expect(
      dated(
        `
        A 4d
        B 1d A as=0 af=0
        C 1d B
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ====-  0 08:00  3 16:00   1 08:00  4 16:00   1d    1d
B x      0 08:00  0 16:00   0 08:00  0 16:00   -     -
C  =---  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('free float does not see it', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A as=2 af=2
        C 1d A
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A =---   0 08:00  0 16:00   3 08:00  3 16:00   3d    0d
B   x    2 08:00  2 16:00   2 08:00  2 16:00   -     -
C  =---  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a milestone that has happened', () => {
    expect(
      dated(
        `
        M 0d mf as=1 af=1
        B 1d M
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
M  x     1 08:00  1 16:00   1 08:00  1 16:00   -     -
B   =--  2 08:00  2 16:00   4 08:00  4 16:00   2d    2d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

describe('begun work', () => {
  const given: Partial<CalculationOptions> = {
    rules: 'msproject',
    lagCalendar: 'successor',
    projectStart: atDay(0),
    dataDate: atDay(2, 0),
  };

  it('what is left runs from where what is done ends', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=3d
        B 1d A
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ====-     0 08:00  3 16:00   0 08:00  4 16:00   1d    0d
B     =---  4 08:00  4 16:00   7 08:00  7 16:00   1d    1d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('nothing done yet: from its start', () => {
    expect(
      dated(
        `
        A 3d as=1
        B 1d A
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A  ===-     1 08:00  3 16:00   1 08:00  4 16:00   1d    0d
B     =---  4 08:00  4 16:00   7 08:00  7 16:00   1d    1d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('from its resume date', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d resume=4
        B 1d A
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
B         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
Z =====..=-  0 08:00  7 16:00   1 08:00  8 16:00   1d    1d
`);
  });

  it('nothing left but not ended: it ends where it stopped', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=0d
        B 1d A
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ===--     0 08:00  2 16:00   0 08:00  7 08:00   2d    0d
B    =----  3 08:00  3 16:00   7 08:00  7 16:00   2d    2d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('its start is actual, early and late', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=1d
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ====----  0 08:00  3 16:00   0 08:00  7 16:00   2d    2d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('out of sequence it does not wait', () => {
    expect(
      dated(
        `
        A 4d
        B 3d A as=0 rem=2d
        C 1d B
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ####<     0 08:00  3 16:00   -5 08:00 0 16:00   -3d   0d
B ===--     0 08:00  2 16:00   0 08:00  4 16:00   2d    0d
C    =----  3 08:00  3 16:00   7 08:00  7 16:00   2d    2d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('and holds its predecessor to the moment at which it goes on', () => {
    expect(
      dated(
        `
        A 1d
        B 4d A as=1 rem=2d resume=7
        Z 9d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A =----        0 08:00  0 16:00   4 08:00  4 16:00   4d    0d
B  ====..==--  1 08:00  8 16:00   1 08:00  10 16:00  2d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('by start to start it holds the start of its predecessor to that', () => {
    expect(
      dated(
        `
        A 1d
        B 4d A:ss as=1 rem=2d resume=7
        Z 9d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A =-------     0 08:00  0 16:00   7 08:00  7 16:00   5d    1d
B  ====..==--  1 08:00  8 16:00   1 08:00  10 16:00  2d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('by finish to finish it is held as any other', () => {
    expect(
      dated(
        `
        A 5d
        B 4d A:ff as=1 rem=2d
        Z 9d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A =====------  0 08:00  4 16:00   4 08:00  10 16:00  4d    0d
B  ====------  1 08:00  4 16:00   1 08:00  10 16:00  4d    4d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('limits of its start are over, those of its finish are not', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d snlt=-2 fnlt=2
        Z 9d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
A ####<        0 08:00  3 16:00   0 08:00  2 16:00   -1d   5d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });
});

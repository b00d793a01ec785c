import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../../testing/chart-calendars.ts';
import { dated } from '../../testing/drawing.ts';

/** MS Project counts a lag in the calendar of the successor; a lead may lead before the status date. */

describe('lags', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('after five days into seven: the weekend counts', () => {
    expect(
      dated(
        `
        A 4d
        B 1d A+2d cal=seven
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ====-       0 08:00  3 16:00   1 08:00  4 16:00   1d    0d
B       =---  6 08:00  6 16:00   9 08:00  9 16:00   3d    3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('after seven days into five: it does not', () => {
    expect(
      dated(
        `
        A 4d cal=seven
        B 1d A+2d
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ====---     0 08:00  3 16:00   3 08:00  6 16:00   3d    0d
B         =-  8 08:00  8 16:00   9 08:00  9 16:00   1d    1d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('in hours within a day', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A+4h
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B  ##  1 12:00  2 12:00   1 12:00  2 12:00   0d    0d
`);
  });

  it('start to start', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A:ss+1d
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B  ##  1 08:00  2 16:00   1 08:00  2 16:00   0d    0d
`);
  });

  it('finish to finish', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A:ff+1d
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
A ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
`);
  });

  it('start to finish', () => {
    expect(
      dated(
        `
        P 3d
        A 2d P
        B 2d A:sf+1d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
P ###    0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
A    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
B   ==-  2 08:00  3 16:00   3 08:00  4 16:00   1d    1d
`);
  });

  it('an elapsed lag runs through nights', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A+2d@elapsed
      `,
        given,
      ),
    ).toBe(`
  MT  early              late               total free
A #   0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B  #  1 08:00  1 16:00   1 08:00  1 16:00   0d    0d
`);
  });

  it('a lag of ended work is whole: nothing is left out for what has passed', () => {
    expect(
      dated(
        `
        A 1d as=0 af=0
        B 1d A+3d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A x      0 08:00  0 16:00   0 08:00  0 16:00   -     -
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });
});

describe('leads', () => {
  const given: Partial<CalculationOptions> = {
    rules: 'msproject',
    lagCalendar: 'successor',
    projectStart: atDay(0),
    dataDate: atDay(3, 0),
  };

  it('a lead leads before the status date', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A-2d
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B  =-  1 08:00  1 16:00   2 08:00  2 16:00   1d    1d
`);
  });

  it('a lead to before the start of the project stops there', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A-9d
      `,
        given,
      ),
    ).toBe(`
  MT  early              late               total free
A ##  0 08:00  1 16:00   0 08:00  1 16:00   0d    7d
B =-  0 08:00  0 16:00   1 08:00  1 16:00   1d    1d
`);
  });

  it('a lead into a finish', () => {
    expect(
      dated(
        `
        A 4d
        B 2d A:ff-1d
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B  ==-  1 08:00  2 16:00   2 08:00  3 16:00   1d    1d
`);
  });

  it('a lead out of a start', () => {
    expect(
      dated(
        `
        P 2d
        A 2d P
        B 1d A:ss-1d
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
P ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
A   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
B  =--  1 08:00  1 16:00   3 08:00  3 16:00   2d    2d
`);
  });
});

describe('no data date', () => {
  const given: Partial<CalculationOptions> = {
    rules: 'msproject',
    lagCalendar: 'successor',
    projectStart: atDay(0),
    dataDate: atDay(7, 0),
  };

  it('work that has not begun may lie before the status date', () => {
    expect(
      dated(
        `
        A 2d
        B 1d A
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('begun work goes on where it stopped, though that is past', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=3d
        B 1d A
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('the start of the project is what nothing starts before', () => {
    expect(
      dated(
        `
        A 1d
        B 1d snet=2
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A =--  0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });
});

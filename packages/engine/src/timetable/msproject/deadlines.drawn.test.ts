import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../../testing/chart-calendars.ts';
import { dated } from '../../testing/drawing.ts';

/** Deadlines and lateness by MS Project: a deadline lowers the late finish only, what is to be late takes its late dates. */

describe('deadlines', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('inside the float they take it', () => {
    expect(
      dated(
        `
        A 1d dl=2
        B 1d A
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =--         0 08:00  0 16:00   2 08:00  2 16:00   2d    0d
B  =--------  1 08:00  1 16:00   9 08:00  9 16:00   6d    6d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('before the early finish they make it negative', () => {
    expect(
      dated(
        `
        A 3d
        B 2d A dl=2
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ###<        0 08:00  2 16:00   -4 08:00 0 16:00   -2d   0d
B    ##<      3 08:00  4 16:00   1 08:00  2 16:00   -2d   3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('beyond the float they are no matter', () => {
    expect(
      dated(
        `
        A 1d dl=9
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =---------  0 08:00  0 16:00   9 08:00  9 16:00   7d    7d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('the chain before it is late as well', () => {
    expect(
      dated(
        `
        A 2d
        B 2d A
        C 1d B dl=3
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ##<         0 08:00  1 16:00   -3 08:00 0 16:00   -1d   0d
B   ##<       2 08:00  3 16:00   1 08:00  2 16:00   -1d   0d
C     #<      4 08:00  4 16:00   3 08:00  3 16:00   -1d   3d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('beside a finish limit the earlier one', () => {
    expect(
      dated(
        `
        A 1d dl=4 fnlt=2
        B 1d dl=2 fnlt=4
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A =--         0 08:00  0 16:00   2 08:00  2 16:00   2d    7d
B =--         0 08:00  0 16:00   2 08:00  2 16:00   2d    7d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });
});

describe('as late as possible', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('takes the late dates, as its own', () => {
    expect(
      dated(
        `
        A 1d alap
        B 1d A
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A    =   0 08:00  0 16:00   3 08:00  3 16:00   3d    0d
B  =---  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('a chain of two', () => {
    expect(
      dated(
        `
        A 1d alap
        B 1d A alap
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A    =   0 08:00  0 16:00   3 08:00  3 16:00   3d    0d
B     =  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('its predecessors stay early', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A alap
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A =---   0 08:00  0 16:00   3 08:00  3 16:00   3d    0d
B     =  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('begun work does not move', () => {
    expect(
      dated(
        `
        A 2d alap as=0 rem=1d
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A ==---  0 08:00  1 16:00   0 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('work by hand does not move', () => {
    expect(
      dated(
        `
        A 1d alap manual at=1
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A  =---  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

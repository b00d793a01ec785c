import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** Actual dates, start to finish, where B has begun: the data date is Wednesday morning, C follows B, Z ends on Friday of the next week. */

describe('start to finish: A has not begun', () => {
  const given: Partial<CalculationOptions> = { dataDate: atDay(2, 0), progressMode: 'actual_dates' };

  it('B has begun on Tuesday: its rest ends no earlier than A starts', () => {
    expect(
      dated(
        `
        A 3d
        B 3d A:sf as=1 rem=2d
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A   ===-------  2 08:00  4 16:00   9 08:00  11 16:00  5d    2d
B  x==-------   2 08:00  3 16:00   9 08:00  10 16:00  5d    0d
C     =-------  4 08:00  4 16:00   11 08:00 11 16:00  5d    5d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('B is suspended until Thursday: its rest ends no earlier than A starts', () => {
    expect(
      dated(
        `
        A 3d
        B 3d A:sf as=1 rem=2d suspend=1 resume=3
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A   ===-------  2 08:00  4 16:00   9 08:00  11 16:00  5d    3d
B  xx==------   3 08:00  4 16:00   9 08:00  10 16:00  4d    0d
C        =----  7 08:00  7 16:00   11 08:00 11 16:00  4d    4d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('B is done: A is held to the day on which B ended', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A:sf as=1 af=1
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A   ###         2 08:00  4 16:00   1 16:00  4 16:00   0d    0d
B  x            2 00:00  2 00:00   11 08:00 11 08:00  -     -
C   =---------  2 08:00  2 16:00   11 08:00 11 16:00  7d    7d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });
});

describe('start to finish: A has begun on Monday, 2 days are left', () => {
  const given: Partial<CalculationOptions> = { dataDate: atDay(2, 0), progressMode: 'actual_dates' };

  it('B has begun on Tuesday: its rest ends no earlier than A starts', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d
        B 3d A:sf as=1 rem=2d
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xx==--------  2 08:00  3 16:00   10 08:00 11 16:00  6d    2d
B  x==-------   2 08:00  3 16:00   9 08:00  10 16:00  5d    0d
C     =-------  4 08:00  4 16:00   11 08:00 11 16:00  5d    5d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('B is done: A has nothing to catch up with', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d
        B 1d A:sf as=1 af=1
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xx==--------  2 08:00  3 16:00   10 08:00 11 16:00  6d    0d
B  x            2 00:00  2 00:00   11 08:00 11 08:00  -     -
C   =---------  2 08:00  2 16:00   11 08:00 11 16:00  7d    7d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });
});

describe('start to finish: A is suspended until Friday, 2 days are left', () => {
  const given: Partial<CalculationOptions> = { dataDate: atDay(2, 0), progressMode: 'actual_dates' };

  it('B has begun on Tuesday: its rest ends no earlier than A starts', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d suspend=1 resume=4
        B 3d A:sf as=1 rem=2d
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xxxx=..=----  4 08:00  7 16:00   10 08:00 11 16:00  4d    0d
B  x==-------   2 08:00  4 08:00   9 08:00  10 16:00  5d    0d
C     =-------  4 08:00  4 16:00   11 08:00 11 16:00  5d    5d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('B is done: A has nothing to catch up with', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d suspend=1 resume=4
        B 1d A:sf as=1 af=1
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xxxx=..=----  4 08:00  7 16:00   10 08:00 11 16:00  4d    0d
B  x            2 00:00  2 00:00   11 08:00 11 08:00  -     -
C   =---------  2 08:00  2 16:00   11 08:00 11 16:00  7d    7d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });
});

describe('start to finish: A is done on Tuesday', () => {
  const given: Partial<CalculationOptions> = { dataDate: atDay(2, 0), progressMode: 'actual_dates' };

  it('B has begun on Tuesday: its rest stands at the data date', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        B 3d A:sf as=1 rem=2d
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xx            2 00:00  2 00:00   10 16:00 10 16:00  -     -
B  x==-------   2 08:00  3 16:00   9 08:00  10 16:00  5d    0d
C     =-------  4 08:00  4 16:00   11 08:00 11 16:00  5d    5d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('B is done: A has nothing to catch up with', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        B 1d A:sf as=1 af=1
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xx            2 00:00  2 00:00   11 08:00 11 08:00  -     -
B  x            2 00:00  2 00:00   11 08:00 11 08:00  -     -
C   =---------  2 08:00  2 16:00   11 08:00 11 16:00  7d    7d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });
});

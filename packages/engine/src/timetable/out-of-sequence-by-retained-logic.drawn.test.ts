import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** Patterns of work out of sequence by retained logic; the data date is Wednesday morning. */

describe('work out of sequence', () => {
  const given: Partial<CalculationOptions> = { dataDate: atDay(2, 0), progressMode: 'retained_logic' };

  it('the last of a chain has begun: its rest waits for the whole chain', () => {
    expect(
      dated(
        `
        A 2d
        B 2d A
        C 3d B as=0 rem=2d
        D 1d C
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A   ==-         2 08:00  3 16:00   3 08:00  4 16:00   1d    0d
B     =..=-     4 08:00  7 16:00   7 08:00  8 16:00   1d    0d
C xxxxx..x==-   8 08:00  9 16:00   9 08:00  10 16:00  1d    0d
D           =-  10 08:00 10 16:00  11 08:00 11 16:00  1d    1d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('the middle of a chain has begun: its rest waits, C behind it', () => {
    expect(
      dated(
        `
        A 3d
        B 3d A as=0 rem=2d
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A   ===----     2 08:00  4 16:00   4 08:00  8 16:00   2d    0d
B xxxxx..==--   7 08:00  8 16:00   9 08:00  10 16:00  2d    0d
C          =--  9 08:00  9 16:00   11 08:00 11 16:00  2d    2d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('the middle of a chain is done: C waits for A through it', () => {
    expect(
      dated(
        `
        A 3d
        B 1d A as=1 af=1
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A   ===------   2 08:00  4 16:00   8 08:00  10 16:00  4d    0d
B  x            4 16:00  4 16:00   11 08:00 11 08:00  -     -
C        =----  7 08:00  7 16:00   11 08:00 11 16:00  4d    4d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('one of two predecessors is done: the rest waits for the other', () => {
    expect(
      dated(
        `
        A 2d as=0 af=1
        B 4d as=0 rem=3d
        C 3d A B as=1 rem=2d
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xx            2 00:00  2 00:00   10 08:00 10 08:00  -     -
B xx===-----    2 08:00  4 16:00   7 08:00  9 16:00   3d    0d
C  xxxx..==---  7 08:00  8 16:00   10 08:00 11 16:00  3d    3d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('a lag of two days lies between: the rest waits for A and the lag', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d
        B 3d A+2d as=1 rem=2d
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xx==----      2 08:00  3 16:00   4 08:00  7 16:00   2d    0d
B  xxxx..x==--  8 08:00  9 16:00   10 08:00 11 16:00  2d    2d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('both have begun, the successor first: the rest of B starts no earlier than the rest of A', () => {
    expect(
      dated(
        `
        A 4d as=1 rem=2d
        B 4d A:ss as=0 rem=2d
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A  x==--------  2 08:00  3 16:00   10 08:00 11 16:00  6d    0d
B xx==--------  2 08:00  3 16:00   10 08:00 11 16:00  6d    6d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('a suspended item before one that has begun: everything waits for the day on which it resumes', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d suspend=1 resume=7
        B 3d A as=1 rem=1d
        C 1d B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xxxxx..==-    7 08:00  8 16:00   8 08:00  9 16:00   1d    0d
B  xxxx..xx=-   9 08:00  9 16:00   10 08:00 10 16:00  1d    0d
C           =-  10 08:00 10 16:00  11 08:00 11 16:00  1d    1d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });

  it('two begun items before one that has not: C waits for both, B for A', () => {
    expect(
      dated(
        `
        A 4d as=0 rem=2d
        B 4d A as=1 rem=3d
        C 1d A B
        Z 8d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF  early              late               total free
A xx==----      2 08:00  3 16:00   4 08:00  7 16:00   2d    0d
B  xxx=..==--   4 08:00  8 16:00   8 08:00  10 16:00  2d    0d
C          =--  9 08:00  9 16:00   11 08:00 11 16:00  2d    2d
Z   ###..#####  2 08:00  11 16:00  2 08:00  11 16:00  0d    0d
`);
  });
});

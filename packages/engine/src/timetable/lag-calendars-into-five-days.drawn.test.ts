import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { dated } from '../testing/drawing.ts';

/** A works seven days a week, B five, the project five days with a break at noon. Whose calendar the lag counts in decides the date. */

describe('finish to start, a lag of 12 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Sunday 12:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:fs+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =----------         0 08:00  0 16:00   9 12:00  10 12:00  60h   0d
A  ====----------     1 08:00  4 16:00   10 12:00 14 12:00  76h   4h
B        ==---------  7 08:00  8 16:00   16 08:00 17 16:00  7d    7d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Tuesday 12:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:fs+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =----------         0 08:00  0 16:00   9 12:00  10 12:00  60h   0d
A  ====----------     1 08:00  4 16:00   10 12:00 14 12:00  76h   2d
B         ===-------  8 12:00  10 12:00  16 08:00 17 16:00  44h   44h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Tuesday 11:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:fs+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =----------         0 08:00  0 16:00   9 13:00  10 13:00  61h   0d
A  ====----------     1 08:00  4 16:00   10 13:00 14 13:00  77h   0d
B         ===-------  8 11:00  10 11:00  16 08:00 17 16:00  45h   45h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Saturday 04:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:fs+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =-----------        0 08:00  0 16:00   11 08:00 11 16:00  9d    0d
A  ====-----------    1 08:00  4 16:00   12 08:00 15 16:00  11d   2d
B        ==---------  7 08:00  8 16:00   16 08:00 17 16:00  7d    7d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('finish to start, a lead of 20 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Friday 12:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:fs-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B     =..==---------  4 12:00  8 12:00   16 08:00 17 16:00  60h   60h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Wednesday 12:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:fs-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B   ===-------------  2 12:00  4 12:00   16 08:00 17 16:00  76h   76h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Wednesday 13:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:fs-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B   ===-------------  2 13:00  4 13:00   16 08:00 17 16:00  75h   75h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Saturday 20:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:fs-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====----------   3 08:00  6 16:00   13 08:00 16 16:00  10d   1d
B        ==---------  7 08:00  8 16:00   16 08:00 17 16:00  7d    7d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('finish to finish, a lag of 12 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Sunday 12:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:ff+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =-----------        0 08:00  0 16:00   11 08:00 11 16:00  9d    0d
A  ====------------   1 08:00  4 16:00   12 12:00 16 12:00  92h   4h
B    ==-------------  3 08:00  7 08:00   16 08:00 17 16:00  9d    9d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Tuesday 12:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:ff+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =-----------        0 08:00  0 16:00   11 08:00 11 16:00  9d    0d
A  ====------------   1 08:00  4 16:00   12 12:00 16 12:00  92h   2d
B     =..==---------  4 12:00  8 12:00   16 08:00 17 16:00  60h   60h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Tuesday 11:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:ff+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =-----------        0 08:00  0 16:00   11 08:00 11 16:00  9d    0d
A  ====------------   1 08:00  4 16:00   12 11:00 16 11:00  91h   0d
B     =..==---------  4 11:00  8 11:00   16 08:00 17 16:00  61h   61h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Saturday 04:00', () => {
    expect(
      dated(
        `
        P 1d
        A 4d P cal=seven
        B 2d A:ff+12h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =-----------        0 08:00  0 16:00   11 08:00 11 16:00  9d    0d
A  ====------------   1 08:00  4 16:00   13 08:00 16 16:00  12d   2d
B    ==-------------  3 08:00  7 08:00   16 08:00 17 16:00  9d    9d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('finish to finish, a lead of 20 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Friday 12:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ff-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B   ===-------------  2 12:00  4 12:00   16 08:00 17 16:00  76h   76h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Wednesday 12:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ff-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B ===---------------  0 12:00  2 12:00   16 08:00 17 16:00  92h   92h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Wednesday 13:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ff-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B ===---------------  0 13:00  2 13:00   16 08:00 17 16:00  91h   91h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Saturday 20:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ff-20h cal=five
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   1d
B    ==-------------  3 08:00  7 08:00   16 08:00 17 16:00  9d    9d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { dated } from '../testing/drawing.ts';

/** A works seven days a week, B five days with half a Friday, the project five days with a break at noon. Whose calendar the lag counts in decides the date. */

describe('start to start, a lag of 22 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Saturday 14:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ss+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   13 10:00 17 10:00  82h   10h
B        ==---------  7 08:00  8 16:00   16 08:00 17 16:00  52h   52h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Tuesday 10:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ss+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===--------         0 08:00  2 16:00   7 14:00  10 14:00  46h   0d
A    ====--------     3 08:00  6 16:00   10 14:00 14 14:00  62h   0d
B         ===-------  8 10:00  10 10:00  16 08:00 17 16:00  42h   42h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Monday 15:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ss+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   8 10:00  11 10:00  50h   0d
A    ====---------    3 08:00  6 16:00   11 10:00 15 10:00  66h   0d
B        ===--------  7 15:00  9 15:00   16 08:00 17 16:00  45h   45h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Friday 06:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:ss+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   2h
B     =..==---------  4 08:00  8 12:00   16 08:00 17 16:00  7d    7d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('start to start, a lead of 20 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Saturday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:ss-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    12h
B        ==---------  7 08:00  8 16:00   16 08:00 17 16:00  52h   52h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Thursday 08:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:ss-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    0d
B    ==..=----------  3 08:00  7 12:00   16 08:00 17 16:00  8d    8d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Thursday 13:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:ss-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    0d
B    ==..==---------  3 13:00  8 09:00   16 08:00 17 16:00  59h   59h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Monday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:ss-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    0d
B        ===--------  7 12:00  9 12:00   16 08:00 17 16:00  6d    6d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('start to finish, a lag of 22 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Saturday 14:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:sf+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   10h
B   ===-------------  2 12:00  7 08:00   16 08:00 17 16:00  68h   68h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Tuesday 10:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:sf+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B    ==..==---------  3 14:00  8 10:00   16 08:00 17 16:00  58h   58h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Monday 15:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:sf+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   0d
B    ==..=----------  3 11:00  7 15:00   16 08:00 17 16:00  61h   61h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Friday 06:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=seven
        B 2d A:sf+22h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ====-----------  3 08:00  6 16:00   14 08:00 17 16:00  11d   2h
B   ==--------------  2 08:00  4 08:00   16 08:00 17 16:00  9d    9d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('start to finish, a lead of 20 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Saturday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:sf-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    12h
B   ===-------------  2 12:00  7 08:00   16 08:00 17 16:00  68h   68h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Thursday 08:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:sf-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    0d
B  ==---------------  1 08:00  3 08:00   16 08:00 17 16:00  10d   10d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Thursday 13:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:sf-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    0d
B  ===--------------  1 13:00  3 13:00   16 08:00 17 16:00  75h   75h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Monday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=seven
        B 2d A:sf-20h cal=half
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  6d    0d
B    ==..=----------  3 08:00  7 12:00   16 08:00 17 16:00  8d    8d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

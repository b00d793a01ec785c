import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { dated } from '../testing/drawing.ts';

/** A works five days a week, B seven, the project five days with a break at noon. Whose calendar the lag counts in decides the date. */

describe('start to start, a lag of 22 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Monday 14:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:ss+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   8 10:00  11 10:00  50h   0d
A    ==..==---------  3 08:00  8 16:00   11 10:00 17 10:00  50h   0d
B        ===--------  7 14:00  9 14:00   16 08:00 17 16:00  66h   66h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Saturday 14:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:ss+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ==..==---------  3 08:00  8 16:00   11 16:00 17 16:00  7d    0d
B      ===----------  5 14:00  7 14:00   16 08:00 17 16:00  82h   82h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Monday 15:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:ss+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   8 10:00  11 10:00  50h   0d
A    ==..==---------  3 08:00  8 16:00   11 10:00 17 10:00  50h   0d
B        ===--------  7 15:00  9 15:00   16 08:00 17 16:00  65h   65h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Friday 06:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:ss+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ==..==---------  3 08:00  8 16:00   14 08:00 17 16:00  7d    2h
B     ==------------  4 08:00  5 16:00   16 08:00 17 16:00  12d   12d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('start to start, a lead of 20 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Thursday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:ss-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B    ===------------  3 12:00  5 12:00   16 08:00 17 16:00  100h  100h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Saturday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:ss-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B      ===----------  5 12:00  7 12:00   16 08:00 17 16:00  84h   84h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Thursday 13:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:ss-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B    ===------------  3 13:00  5 13:00   16 08:00 17 16:00  99h   99h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Monday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:ss-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B        ===--------  7 12:00  9 12:00   16 08:00 17 16:00  68h   68h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('start to finish, a lag of 22 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Monday 14:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:sf+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ==..==---------  3 08:00  8 16:00   14 08:00 17 16:00  7d    0d
B      ===----------  5 14:00  7 14:00   16 08:00 17 16:00  82h   82h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Saturday 14:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:sf+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ==..==---------  3 08:00  8 16:00   14 08:00 17 16:00  7d    0d
B    ===------------  3 14:00  5 14:00   16 08:00 17 16:00  98h   98h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Monday 15:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:sf+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ==..==---------  3 08:00  8 16:00   14 08:00 17 16:00  7d    0d
B      ===----------  5 15:00  7 15:00   16 08:00 17 16:00  81h   81h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Friday 06:00', () => {
    expect(
      dated(
        `
        P 3d
        A 4d P cal=five
        B 2d A:sf+22h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P ===---------        0 08:00  2 16:00   9 08:00  11 16:00  7d    0d
A    ==..==---------  3 08:00  8 16:00   14 08:00 17 16:00  7d    2h
B   ==--------------  2 08:00  4 08:00   16 08:00 17 16:00  14d   14d
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

describe('start to finish, a lead of 20 hours', () => {
  const given: Partial<CalculationOptions> = { defaultCalendarId: 4 };

  it('in the calendar of A it leads to Thursday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:sf-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'predecessor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B  ===--------------  1 12:00  3 12:00   16 08:00 17 16:00  116h  116h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of B it leads to Saturday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:sf-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'successor' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B    ===------------  3 12:00  5 12:00   16 08:00 17 16:00  100h  100h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar of the project it leads to Thursday 13:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:sf-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'project' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B  ===--------------  1 13:00  3 13:00   16 08:00 17 16:00  115h  115h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });

  it('in the calendar that never stops it leads to Monday 12:00', () => {
    expect(
      dated(
        `
        P 6d
        A 4d P cal=five
        B 2d A:sf-20h cal=seven
        Z 14d
      `,
        { ...given, lagCalendar: 'elapsed' },
      ),
    ).toBe(`
  MTWTFssMTWTFssMTWT  early              late               total free
P =====..=----        0 08:00  7 16:00   4 08:00  11 16:00  4d    0d
A         ====------  8 08:00  11 16:00  14 08:00 17 16:00  4d    0d
B      ===----------  5 12:00  7 12:00   16 08:00 17 16:00  84h   84h
Z #####..#####..####  0 08:00  17 16:00  0 08:00  17 16:00  0d    0d
`);
  });
});

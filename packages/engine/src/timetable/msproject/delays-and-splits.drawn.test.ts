import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../../testing/chart-calendars.ts';
import { dated } from '../../testing/drawing.ts';

/** Leveling delays, split work, milestones and scheduling from the finish by the rules of MS Project. */

describe('leveling delays', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('count elapsed time: a day after Friday is a Saturday', () => {
    expect(
      dated(
        `
        A 5d
        B 1d A delay=1d
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####      0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B        #   7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('two days at the start of the project', () => {
    expect(
      dated(
        `
        A 1d delay=2d
        B 1d A
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
A   #   2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('a must-date does not wait for it', () => {
    expect(
      dated(
        `
        A 1d mandatory son=1 delay=2d
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A  #        1 08:00  1 16:00   1 08:00  1 16:00   0d    4d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('begun work does not wait for it', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d delay=2d
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ===-----  0 08:00  2 16:00   0 08:00  7 16:00   3d    3d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });
});

describe('split work', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('spans its gaps', () => {
    expect(
      dated(
        `
        A 2d split=2d
        B 1d A
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ====-     0 08:00  3 16:00   1 08:00  4 16:00   1d    0d
B     =---  4 08:00  4 16:00   7 08:00  7 16:00   1d    1d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('late dates span them as well', () => {
    expect(
      dated(
        `
        A 1d split=1d
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ==------  0 08:00  1 16:00   4 08:00  7 16:00   4d    4d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('begun work goes by its resume date alone', () => {
    expect(
      dated(
        `
        A 3d split=2d as=0 rem=1d resume=3
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
});

describe('milestones', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('of either kind stand where their predecessor ends', () => {
    expect(
      dated(
        `
        A 2d
        F 0d A mf
        S 0d A ms
        B 1d F S
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
F  o   1 16:00  1 16:00   2 08:00  2 08:00   0d    0d
S  o   1 16:00  1 16:00   2 08:00  2 08:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('work of no duration as well', () => {
    expect(
      dated(
        `
        A 2d
        B 0d A
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B  o   1 16:00  1 16:00   2 08:00  2 08:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('out of working time at the next start', () => {
    expect(
      dated(
        `
        A 2d cal=seven
        P 6d cal=seven
        M 0d P mf
        B 1d M
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ==------  0 08:00  1 16:00   6 08:00  7 16:00   6d    6d
P ======-   0 08:00  5 16:00   1 08:00  6 16:00   1d    1d
M        o  7 08:00  7 08:00   7 08:00  7 08:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('late where the successor is late', () => {
    expect(
      dated(
        `
        A 1d
        M 0d A mf
        B 1d M
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A =----     0 08:00  0 16:00   4 08:00  4 16:00   4d    0d
M o         0 16:00  0 16:00   7 08:00  7 08:00   4d    0d
B  =------  1 08:00  1 16:00   7 08:00  7 16:00   4d    4d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('at the start of the project', () => {
    expect(
      dated(
        `
        M 0d ms
        A 1d M
      `,
        given,
      ),
    ).toBe(`
  M  early              late               total free
M o  0 08:00  0 08:00   0 08:00  0 08:00   0d    0d
A #  0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
`);
  });
});

describe('from the finish', () => {
  const given: Partial<CalculationOptions> = {
    rules: 'msproject',
    lagCalendar: 'successor',
    projectStart: atDay(0),
    msproject: {
      scheduleFrom: 'finish',
      statusDate: null,
      honorConstraints: true,
      splitInProgress: true,
      moveCompletedEndsBack: false,
      moveRemainingStartsBack: false,
      moveRemainingStartsForward: false,
      moveCompletedEndsForward: false,
      multipleCriticalPaths: false,
      defaultStart: 480,
      defaultFinish: 960,
    },
  };

  it('everything takes its late dates', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A
        C 2d
        Z 4d
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
A   =   0 08:00  0 16:00   2 08:00  2 16:00   2d    0d
B    =  1 08:00  1 16:00   3 08:00  3 16:00   2d    2d
C   ==  0 08:00  1 16:00   2 08:00  3 16:00   2d    2d
Z ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });

  it('work by hand stays', () => {
    expect(
      dated(
        `
        A 1d manual at=1
        B 1d A
        Z 4d
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
A  =-   1 08:00  1 16:00   2 08:00  3 08:00   1d    0d
B    =  2 08:00  2 16:00   3 08:00  3 16:00   1d    1d
Z ####  0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
`);
  });

  it('begun and ended work stays', () => {
    expect(
      dated(
        `
        A 1d as=0 af=0
        B 3d as=0 rem=2d
        C 1d A
        Z 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF  early              late               total free
A x      0 08:00  0 16:00   0 08:00  0 16:00   -     -
B ===--  0 08:00  2 16:00   0 08:00  4 16:00   2d    2d
C     =  1 08:00  1 16:00   4 08:00  4 16:00   3d    3d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../../testing/chart-calendars.ts';
import { dated } from '../../testing/drawing.ts';

/** What only MS Project knows: work by hand, inactive items, elapsed durations. */

describe('work by hand', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('keeps its dates against its links', () => {
    expect(
      dated(
        `
        A 4d
        B 2d A manual at=1
        C 1d B
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ####<     0 08:00  3 16:00   -3 08:00 2 16:00   -1d   0d
B  =---     1 08:00  1 16:00   3 08:00  7 08:00   2d    0d
C   =-----  2 08:00  2 16:00   7 08:00  7 16:00   3d    3d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('without dates of its own it stands where links put it', () => {
    expect(
      dated(
        `
        A 2d
        B 2d A manual
        C 1d B
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A ==-       0 08:00  1 16:00   1 08:00  2 16:00   1d    0d
B  ===-     1 16:00  3 16:00   3 08:00  7 08:00   1d    0d
C     =---  4 08:00  4 16:00   7 08:00  7 16:00   1d    1d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('holds its predecessors only from its late dates', () => {
    expect(
      dated(
        `
        A 1d
        B 1d A manual at=3
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A =----     0 08:00  0 16:00   4 08:00  4 16:00   4d    2d
B    =----  3 08:00  3 16:00   7 08:00  7 16:00   2d    2d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('begun it keeps its actual start', () => {
    expect(
      dated(
        `
        A 3d manual as=1 at=2
        Z 6d
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A  ==-----  1 08:00  2 16:00   1 08:00  7 16:00   3d    3d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });
});

describe('inactive items', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('are not there: nobody waits', () => {
    expect(
      dated(
        `
        A 3d inactive
        B 1d A
        Z 3d
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A      -        -         -        -         -     -
B =--  0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
Z ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
`);
  });

  it('between two others they cut the chain', () => {
    expect(
      dated(
        `
        A 2d
        B 2d A inactive
        C 1d B
        Z 3d
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A ==-  0 08:00  1 16:00   1 08:00  2 16:00   1d    1d
B      -        -         -        -         -     -
C =--  0 08:00  0 16:00   2 08:00  2 16:00   2d    2d
Z ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
`);
  });
});

describe('elapsed durations', () => {
  const given: Partial<CalculationOptions> = { rules: 'msproject', lagCalendar: 'successor', projectStart: atDay(0) };

  it('eight hours of work without nights', () => {
    expect(
      dated(
        `
        A 1d
        B 3d A elapsed
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTW  early              late               total free
A #    0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
B ==-  0 16:00  1 16:00   1 08:00  2 08:00   2d    2d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('over a weekend', () => {
    expect(
      dated(
        `
        A 5d
        B 6d A elapsed
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B     ===-  4 16:00  6 16:00   5 08:00  7 08:00   2d    2d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });
});

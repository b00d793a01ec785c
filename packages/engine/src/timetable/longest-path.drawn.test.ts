import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { atDay } from '../testing/chart-calendars.ts';
import { dated, drawn } from '../testing/drawing.ts';

/** Critical by the longest path: from all that end last back over the relations that drive, whatever the floats are. */

describe('by the longest path', () => {
  const given: Partial<CalculationOptions> = { criticalBy: 'longest_path' };

  it('back from the last over what drives', () => {
    expect(
      drawn(
        `
        A 2d
        B 3d A
        C 1d A
        D 1d B C
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A ##
B   ###
C   =--
D        #
`);
  });

  it('two that end last are both on it', () => {
    expect(
      drawn(
        `
        A 1d
        B 2d A
        C 3d
        D 2d
      `,
        given,
      ),
    ).toBe(`
  MTW
A #
B  ##
C ###
D ==-
`);
  });

  it('a date to finish by does not change it', () => {
    expect(
      drawn(
        `
        A 2d
        B 1d A
        C 1d
      `,
        { ...given, mustFinishBy: atDay(9, 16) },
      ),
    ).toBe(`
  MTWTFssMTW
A ##-------
B   #-------
C =---------
`);
  });

  it('negative float is not on it', () => {
    expect(
      drawn(
        `
        A 2d fnlt=0
        B 5d
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ==<
B #####
`);
  });

  it('an item held by a limit begins it', () => {
    expect(
      drawn(
        `
        A 2d
        B 2d A snet=4
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMT
A ==--
B     #..#
C         #
`);
  });

  it('two that drive the same item are both on it', () => {
    expect(
      drawn(
        `
        A 2d
        B 2d
        C 1d A B
      `,
        given,
      ),
    ).toBe(`
  MTW
A ##
B ##
C   #
`);
  });

  it('a lag is part of it', () => {
    expect(
      drawn(
        `
        A 1d
        B 1d A+3d
        C 4d
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A #
B     #
C ====-
`);
  });

  it('start to start drives by the start', () => {
    expect(
      drawn(
        `
        A 4d
        B 4d A:ss+1d
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ####
B  ####
`);
  });

  it('finish to finish drives by the finish', () => {
    expect(
      drawn(
        `
        A 4d
        B 2d A:ff
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ####
B   ##
C     #
`);
  });

  it('across calendars the days off between do not break it', () => {
    expect(
      drawn(
        `
        A 5d
        B 6d A cal=seven
        C 1d B
      `,
        given,
      ),
    ).toBe(`
  MTWTFssMTWTF
A #####
B      ######
C            #
`);
  });

  it('what waits over a weekend in its own calendar is still driven', () => {
    expect(
      drawn(
        `
        A 6d cal=seven
        B 1d A
      `,
        given,
      ),
    ).toBe(`
  MTWTFssM
A ######-
B        #
`);
  });

  it('a relation that leaves a day is not driving', () => {
    expect(
      drawn(
        `
        A 1d
        B 2d
        C 1d A B
      `,
        given,
      ),
    ).toBe(`
  MTW
A =-
B ##
C   #
`);
  });

  it('completed work on the way does not break it', () => {
    expect(
      drawn(
        `
        A 1d as=0 af=0
        B 4d A as=1 rem=3d
        C 1d B
      `,
        { ...given, dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssM
A x
B  x###
C        #
`);
  });

  it('begun work goes on at the data date: what it has waited for is not on it', () => {
    expect(
      drawn(
        `
        A 4d as=0 rem=1d
        B 4d A as=1 rem=3d
      `,
        { ...given, dataDate: atDay(2, 0), progressMode: 'progress_override' },
      ),
    ).toBe(`
  MTWTF
A xx=--
B  x###
`);
  });

  it('a milestone is on it', () => {
    expect(
      dated(
        `
        A 2d
        M 0d A mf
        B 2d M
      `,
        given,
      ),
    ).toBe(`
  MTWT  early              late               total free
A ##    0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
M  o    1 16:00  1 16:00   1 16:00  1 16:00   0d    0d
B   ##  2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
`);
  });

  it('through the end of a row', () => {
    expect(
      drawn(
        `
        S 0d sum
        A 2d in=S
        B 3d in=S
        C 1d S
      `,
        given,
      ),
    ).toBe(`
  MTWT
S ###
A ==-
B ###
C    #
`);
  });

  it('into a row', () => {
    expect(
      drawn(
        `
        A 2d
        S 0d sum A
        B 1d in=S
        C 3d in=S
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A ##
S   ###
B   =--
C   ###
`);
  });

  it('as late as possible it hangs on its successor', () => {
    expect(
      drawn(
        `
        A 1d
        B 1d A alap
        C 4d
        D 1d B C
      `,
        given,
      ),
    ).toBe(`
  MTWTF
A =--
B    #
C ####
D     #
`);
  });
});

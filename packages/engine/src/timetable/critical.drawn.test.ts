import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { drawn } from '../testing/drawing.ts';

/** Critical by total float: up to a limit, in the calendar of the item. */

describe('by total float', () => {
  it('without float', () => {
    expect(
      drawn(`
        A 2d
        B 3d A
        C 1d A
        D 1d B C
      `),
    ).toBe(`
  MTWTFssM
A ##
B   ###
C   =--
D        #
`);
  });

  it('up to a limit of a day', () => {
    expect(
      drawn(
        `
        A 2d
        B 3d A
        C 2d A
        D 1d A
        E 1d B C D
      `,
        { criticalFloatMinutes: 480 },
      ),
    ).toBe(`
  MTWTFssM
A ##
B   ###
C   ##-
D   =--
E        #
`);
  });

  it('up to a limit of an hour: half a day of float is not critical', () => {
    expect(
      drawn(
        `
        A 2d
        B 12h
      `,
        { criticalFloatMinutes: 60 },
      ),
    ).toBe(`
  MT
A ##
B ==
`);
  });

  it('up to half a day it is', () => {
    expect(
      drawn(
        `
        A 2d
        B 12h
      `,
        { criticalFloatMinutes: 240 },
      ),
    ).toBe(`
  MT
A ##
B ##
`);
  });

  it('a negative limit: only what is late by more', () => {
    expect(
      drawn(
        `
        A 3d fnlt=0
        B 3d fnlt=1
        C 3d fnlt=2
      `,
        { criticalFloatMinutes: -480 },
      ),
    ).toBe(`
  MTWT
A ###<
B ###<
C ===
`);
  });

  it('a limit that makes an item late makes it critical, not what follows', () => {
    expect(
      drawn(`
        A 2d
        B 2d A fnlt=1
        C 1d B
        D 7d
      `),
    ).toBe(`
  MTWTFssMT
A ##<
B   ##<
C     =----
D #####..##
`);
  });

  it('by the float of the start where that is asked for', () => {
    expect(
      drawn(
        `
        P 5d
        A 3d P resource on=seven
        Z 7d
      `,
        { floatType: 'start' },
      ),
    ).toBe(`
  MTWTFssMT
P #####
A      ###-
Z #####..##
`);
  });

  it('in another calendar room on a day off is room', () => {
    expect(
      drawn(`
        A 5d
        B 1d A cal=seven
        C 1d B
      `),
    ).toBe(`
  MTWTFssM
A #####
B      =-
C        #
`);
  });

  it('completed work is not', () => {
    expect(
      drawn(
        `
        A 2d as=0 af=1
        B 2d A
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWT
A xx
B   ##
`);
  });

  it('a row is where one below is', () => {
    expect(
      drawn(`
        S 0d sum
        A 2d in=S
        B 3d in=S
        T 0d sum
        C 1d in=T
      `),
    ).toBe(`
  MTW
S ###
A ==-
B ###
T =--
C =--
`);
  });
});

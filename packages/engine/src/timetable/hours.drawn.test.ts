import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { byHours } from '../testing/drawing.ts';

/** Charts by hours: where in the day work begins and ends, over breaks, nights and handovers. */

describe('one day, by hours', () => {
  it('four hours of one, then four of another', () => {
    expect(
      byHours(
        1,
        `
        A 4h
        B 4h A
      `,
      ),
    ).toBe(`
  M
A         ####
B             ####
`);
  });

  it('an hour is a column, half of it too', () => {
    expect(
      byHours(
        1,
        `
        A 90m
        B 150m A
      `,
      ),
    ).toBe(`
  M
A         ##
B          ###
`);
  });

  it('a break at noon is no work', () => {
    expect(
      byHours(
        1,
        `
        A 6h cal=split
        B 2h A cal=split
      `,
      ),
    ).toBe(`
  M
A         ####.##
B                ##
`);
  });

  it('a break between the two: the second waits for its end', () => {
    expect(
      byHours(
        1,
        `
        A 4h cal=split
        B 4h A cal=split
      `,
      ),
    ).toBe(`
  M
A         ####
B              ####
`);
  });

  it('two calendars: B begins in the break of A', () => {
    expect(
      byHours(
        1,
        `
        A 4h cal=split
        B 2h A
        C 2h B cal=split
      `,
      ),
    ).toBe(`
  M
A         ####
B             ##
C               ##
`);
  });

  it('a lag of two hours', () => {
    expect(
      byHours(
        1,
        `
        A 2h
        B 3h A+2h
      `,
      ),
    ).toBe(`
  M
A         ##
B             ###
`);
  });

  it('a lag that runs into the evening ends the next morning', () => {
    expect(
      byHours(
        1,
        `
        A 6h
        B 1h A+4h
      `,
      ),
    ).toBe(`
  M                       T
A         ######
B                                   #
`);
  });

  it('the same lag around the clock ends in the evening, which leaves A two hours', () => {
    expect(
      byHours(
        1,
        `
        A 6h
        B 1h A+4h@elapsed
      `,
      ),
    ).toBe(`
  M                       T
A         ======--
B                                 #
`);
  });

  it('start to start after two hours, finish to finish after one', () => {
    expect(
      byHours(
        1,
        `
        A 4h
        B 3h A:ss+2h A:ff+1h
      `,
      ),
    ).toBe(`
  M
A         ####
B           ###
`);
  });

  it('a lead of two hours', () => {
    expect(
      byHours(
        1,
        `
        A 5h
        B 2h A-2h
      `,
      ),
    ).toBe(`
  M
A         #####
B            ##
`);
  });

  it('a finish milestone at the end of the hour, a start milestone with it', () => {
    expect(
      byHours(
        1,
        `
        A 3h
        F 0d A mf
        S 0d A ms
        B 2h F S
      `,
      ),
    ).toBe(`
  M
A         ###
F           o
S           o
B            ##
`);
  });
});

describe('two days and their night, by two hours', () => {
  it('work goes on the next morning', () => {
    expect(
      byHours(
        2,
        `
        A 12h
        B 4h A
      `,
      ),
    ).toBe(`
  M           T
A     ####........##
B                   ##
`);
  });

  it('around the clock it does not stop', () => {
    expect(
      byHours(
        2,
        `
        A 8h
        B 20h A cal=around
      `,
      ),
    ).toBe(`
  M           T
A     ####
B         ##########
`);
  });

  it('a night shift takes over in the evening and gives back in the morning', () => {
    expect(
      byHours(
        2,
        `
        A 8h
        B 8h A cal=night
        C 8h B
      `,
      ),
    ).toBe(`
  M           T
A     ####
B            ####
C                 ####
`);
  });

  it('a late end leaves the morning: room by hours', () => {
    expect(
      byHours(
        2,
        `
        A 4h
        B 14h
      `,
      ),
    ).toBe(`
  M           T
A     ==-------------
B     ####........###
`);
  });

  it('at noon of the data date', () => {
    expect(
      byHours(
        2,
        `
        A 6h
        B 4h A
      `,
        { dataDate: atDay(0, 12) },
      ),
    ).toBe(`
  M           T
A       ##........#
B                  ##
`);
  });

  it('begun work goes on at noon', () => {
    expect(
      byHours(
        2,
        `
        A 10h as=0 rem=6h
        B 2h A
      `,
        { dataDate: atDay(0, 12) },
      ),
    ).toBe(`
  M           T
A     xx##........#
B                  #
`);
  });
});

describe('a weekend, by four hours', () => {
  it('a half Friday ends at noon, what follows begins on Monday', () => {
    expect(
      byHours(
        4,
        `
        A 12h cal=half
        B 8h A cal=half
      `,
        { dataDate: atDay(3) },
      ),
    ).toBe(`
  M     T     W     T     F     s     s     M
A                     ##....#
B                                             ##
`);
  });

  it('seven days beside five', () => {
    expect(
      byHours(
        4,
        `
        A 16h cal=seven
        B 16h
        C 8h A B
      `,
        { dataDate: atDay(4) },
      ),
    ).toBe(`
  M     T     W     T     F     s     s     M     T
A                           ==....==------------
B                           ##................##
C                                                   ##
`);
  });

  it('nights of Friday end on Saturday morning', () => {
    expect(
      byHours(
        4,
        `
        A 8h
        B 8h A cal=night
        C 8h B cal=night
      `,
        { dataDate: atDay(4) },
      ),
    ).toBe(`
  M     T     W     T     F     s     s     M     T
A                           ##
B                              ###
C                                                ###
`);
  });

  it('a feast and the Saturday that is worked for it', () => {
    expect(
      byHours(
        4,
        `
        A 8h cal=feast
        B 28h A cal=feast
      `,
      ),
    ).toBe(`
  M     T     W     T     F     s
A   ##
B         ##..........##....##....#
`);
  });
});

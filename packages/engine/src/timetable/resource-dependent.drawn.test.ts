import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** A resource-dependent item is worked by each crew in the calendar of the crew, and spans them. */

describe('one crew', () => {
  it('six days of work in seven-day weeks', () => {
    expect(
      dated(`
        A 6d resource on=seven
        B 1d A
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ######-   0 08:00  5 16:00   1 08:00  6 16:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('the crew works five days where the item would work seven', () => {
    expect(
      dated(`
        A 6d resource on=five cal=seven
        B 1d A
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
B         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('nights', () => {
    expect(
      dated(`
        A 2d resource on=night
        B 1d A
      `),
    ).toBe(`
  MTW  early              late               total free
A ###  0 22:00  2 06:00   0 22:00  2 06:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('a crew with work of its own ends by that', () => {
    expect(
      dated(`
        A 2d resource on=seven:4d
        B 1d A
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a crew that comes a day later: the late start is the last moment to let the item go', () => {
    expect(
      dated(`
        A 2d resource on=five:2d:1d
        B 1d A
      `),
    ).toBe(`
  MTWT  early              late               total free
A  ##   1 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('a crew with no work of its own: the item takes no time, late at the end of the plan', () => {
    expect(
      dated(`
        A 2d resource on=five:0d
        B 1d A
        Z 5d
      `),
    ).toBe(`
  MTWTF  early              late               total free
A o      0 08:00  0 08:00   3 16:00  3 16:00   4d    0d
B =----  0 08:00  0 16:00   4 08:00  4 16:00   4d    4d
Z #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });

  it('beside a crew with work it is still the first to come, on a Saturday', () => {
    expect(
      dated(`
        P 5d
        A 2d P resource on=seven:0d on=five
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
P =====---    0 08:00  4 16:00   1 08:00  7 16:00   1d    0d
A      ====-  5 08:00  8 16:00   8 08:00  9 16:00   1d    1d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it("a minute more or less is rounding, the item's work rules", () => {
    expect(
      dated(`
        A 960m resource on=five:961m
        B 1d A
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });
});

describe('several crews', () => {
  it('the first to begin and the last to end', () => {
    expect(
      dated(`
        A 3d resource on=night on=split
        B 1d A
      `),
    ).toBe(`
  MTWT  early              late               total free
A ####  0 08:00  3 06:00   0 08:00  3 06:00   0d    0d
B    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('one of them much longer', () => {
    expect(
      dated(`
        A 2d resource on=five:1d on=five:4d
        B 1d A
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('one of them on the weekend alone', () => {
    expect(
      dated(`
        P 5d
        A 1d P resource on=seven on=five
        B 1d A
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
P #####      0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
A      ###   5 08:00  7 16:00   7 08:00  7 16:00   0d    0d
B         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });
});

describe('held by relations', () => {
  it('finish to finish: it begins where its crew must to end with P', () => {
    expect(
      dated(`
        P 7d
        A 2d P:ff resource on=five cal=seven
        Z 9d
      `),
    ).toBe(`
  MTWTFssMTWT  early              late               total free
P =====..==--  0 08:00  8 16:00   2 08:00  10 16:00  2d    0d
A        ==--  7 08:00  8 16:00   9 08:00  10 16:00  2d    2d
Z #####..####  0 08:00  10 16:00  0 08:00  10 16:00  0d    0d
`);
  });

  it('start to start with a lag', () => {
    expect(
      dated(`
        P 3d
        A 2d P:ss+1d resource on=split
        Z 6d
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
P ===-----  0 08:00  2 16:00   3 08:00  7 16:00   3d    0d
A ===-----  0 16:00  2 16:00   3 16:00  7 16:00   3d    3d
Z #####..#  0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
`);
  });

  it('late dates in the calendar of the crew', () => {
    expect(
      dated(`
        A 2d resource on=seven
        Z 8d
      `),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A ==--------  0 08:00  1 16:00   8 08:00  9 16:00   6d    6d
Z #####..###  0 08:00  9 16:00   0 08:00  9 16:00   0d    0d
`);
  });

  it('the start that others wait for bounds it', () => {
    expect(
      dated(`
        A 4d resource on=seven
        B 5d A:ss
      `),
    ).toBe(`
  MTWTF  early              late               total free
A ####   0 08:00  3 16:00   0 08:00  3 16:00   0d    0d
B #####  0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
`);
  });
});

describe('without a crew', () => {
  it('the item goes by its own calendar', () => {
    expect(
      dated(`
        A 2d resource
        B 1d A
      `),
    ).toBe(`
  MTW  early              late               total free
A ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('an item that is not resource-dependent does not look at its crews', () => {
    expect(
      dated(`
        A 6d on=seven
        B 1d A
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
B         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });
});

describe('in progress and late', () => {
  it('the rest runs in the calendar of the crew', () => {
    expect(
      dated(
        `
        A 5d resource as=0 rem=4d on=seven
        B 1d A
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssM  early              late               total free
A xx####-   2 08:00  5 16:00   3 08:00  6 16:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('completed work does not look at it', () => {
    expect(
      dated(
        `
        A 2d resource as=0 af=1 on=seven
        B 1d A
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTW  early              late               total free
A xx   2 00:00  2 00:00   2 08:00  2 08:00   -     -
B   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('as late as possible in the calendar of the crew', () => {
    expect(
      dated(`
        A 1d resource alap on=seven
        P 5d
        B 1d P A
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A       #   6 08:00  6 16:00   6 08:00  6 16:00   0d    0d
P #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('limits of the item hold for all its crews', () => {
    expect(
      dated(`
        A 2d resource snet=2 fnlt=4 on=five on=seven
        Z 7d
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
A   ==-      2 08:00  3 16:00   3 08:00  4 16:00   1d    3d
Z #####..##  0 08:00  8 16:00   0 08:00  8 16:00   0d    0d
`);
  });
});

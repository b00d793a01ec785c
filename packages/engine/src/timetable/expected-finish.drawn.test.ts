import { describe, expect, it } from 'vitest';
import { atDay } from '../testing/chart-calendars.ts';
import { dated } from '../testing/drawing.ts';

/** An expected finish replaces the remaining duration by the work up to it, unless something holds the finish later. */

describe('work that has not begun', () => {
  it('an expected finish later than the duration says stretches the work', () => {
    expect(
      dated(`
        B 2d exp=4
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('an earlier one shortens it', () => {
    expect(
      dated(`
        B 5d exp=1
        C 1d B
      `),
    ).toBe(`
  MTW  early              late               total free
B ##   0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('behind a predecessor the work runs from its start to the date', () => {
    expect(
      dated(`
        A 2d
        B 1d A exp=4
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ##        0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
B   ###     2 08:00  4 16:00   2 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('a date that passes before the work can start leaves none', () => {
    expect(
      dated(`
        A 3d
        B 2d A exp=1
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
A ###   0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
B    o  3 08:00  3 08:00   2 16:00  2 16:00   0d    0d
C    #  3 08:00  3 16:00   3 08:00  3 16:00   0d    0d
`);
  });

  it('at noon the work ends at noon', () => {
    expect(
      dated(`
        B 3d exp=2@12
        C 1d B
      `),
    ).toBe(`
  MTWT  early              late               total free
B ###   0 08:00  2 12:00   0 08:00  2 12:00   0d    0d
C   ##  2 12:00  3 12:00   2 12:00  3 12:00   0d    0d
`);
  });

  it('on a Saturday it ends on Friday', () => {
    expect(
      dated(`
        B 1d exp=5
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('in the calendar of the work a Saturday counts', () => {
    expect(
      dated(`
        B 1d cal=seven exp=5
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B ======-   0 08:00  5 16:00   1 08:00  6 16:00   1d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('free float is none, however far the successor', () => {
    expect(
      dated(`
        B 2d exp=3
        P 6d
        C 1d P B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
B ====----   0 08:00  3 16:00   2 08:00  7 16:00   2d    0d
P #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });
});

describe('what is stronger', () => {
  it('a finish to finish that holds the finish later keeps the entered duration', () => {
    expect(
      dated(`
        A 5d
        B 2d A:ff exp=2
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
B    ##     3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('a finish to finish that is earlier lets the expected finish rule', () => {
    expect(
      dated(`
        A 2d
        B 1d A:ff exp=4
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
A ==---     0 08:00  1 16:00   3 08:00  4 16:00   3d    3d
B #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('a finish on or after later than it keeps the entered duration', () => {
    expect(
      dated(`
        B 2d fnet=7 exp=3
        C 1d B
      `),
    ).toBe(`
  MTWTFssMT  early              late               total free
B     #..#   4 08:00  7 16:00   4 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('a finish on or after earlier than it does not', () => {
    expect(
      dated(`
        B 2d fnet=2 exp=4
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B #####     0 08:00  4 16:00   0 08:00  4 16:00   0d    0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('a finish on or before bounds the late dates of the stretched work', () => {
    expect(
      dated(`
        B 2d fnlt=3 exp=4
        C 1d B
      `),
    ).toBe(`
  MTWTFssM  early              late               total free
B #####<    0 08:00  4 16:00   -3 08:00 3 16:00   -1d   0d
C        #  7 08:00  7 16:00   7 08:00  7 16:00   0d    0d
`);
  });

  it('the option off: the entered duration rules', () => {
    expect(
      dated(
        `
        B 2d exp=4
        P 6d
        C 1d P B
      `,
        { useExpectedFinish: false },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
B ==------   0 08:00  1 16:00   4 08:00  7 16:00   4d    4d
P #####..#   0 08:00  7 16:00   0 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('a level of effort has none', () => {
    expect(
      dated(`
        A 3d
        L 1d loe A:ss A:ff exp=9
      `),
    ).toBe(`
  MTW  early              late               total free
A ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
L ###  0 08:00  2 16:00   0 08:00  2 16:00   0d    0d
`);
  });
});

describe('work that has begun', () => {
  it('the rest is stretched to the date', () => {
    expect(
      dated(
        `
        B 4d as=0 rem=2d exp=7
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMT  early              late               total free
B xx###..#   2 08:00  7 16:00   2 08:00  7 16:00   0d    0d
C         #  8 08:00  8 16:00   8 08:00  8 16:00   0d    0d
`);
  });

  it('the rest is shortened to the date', () => {
    expect(
      dated(
        `
        B 9d as=0 rem=7d exp=3
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTF  early              late               total free
B xx##   2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
C     #  4 08:00  4 16:00   4 08:00  4 16:00   0d    0d
`);
  });

  it('a date before the data date leaves nothing to do', () => {
    expect(
      dated(
        `
        B 4d as=0 rem=2d exp=1
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTW  early              late               total free
B xx   2 08:00  2 08:00   1 16:00  1 16:00   0d    0d
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });

  it('from the resume date on', () => {
    expect(
      dated(
        `
        B 4d as=0 rem=2d resume=4 exp=8
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
B xxxx#..##   4 08:00  8 16:00   4 08:00  8 16:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('a predecessor out of sequence moves the start of the rest', () => {
    expect(
      dated(
        `
        A 3d as=0 rem=2d
        B 4d A as=1 rem=2d exp=8
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTWTFssMTW  early              late               total free
A xx##        2 08:00  3 16:00   2 08:00  3 16:00   0d    0d
B  xxx#..##   4 08:00  8 16:00   4 08:00  8 16:00   0d    0d
C          #  9 08:00  9 16:00   9 08:00  9 16:00   0d    0d
`);
  });

  it('completed work does not look at it', () => {
    expect(
      dated(
        `
        B 2d as=0 af=1 exp=8
        C 1d B
      `,
        { dataDate: atDay(2, 0) },
      ),
    ).toBe(`
  MTW  early              late               total free
B xx   2 00:00  2 00:00   2 08:00  2 08:00   -     -
C   #  2 08:00  2 16:00   2 08:00  2 16:00   0d    0d
`);
  });
});

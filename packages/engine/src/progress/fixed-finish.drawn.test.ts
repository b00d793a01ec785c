import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { drawnWork, forecastPicture } from '../testing/started-work-chart.ts';
import type { DrawnWork } from '../testing/started-work-chart.ts';
import { forecastStartedWork } from './forecast.ts';

function expectFixed(work: DrawnWork, drawing: string) {
  expect(forecastPicture(4, work, drawing)).toBe(picture(drawing));
}

/** Share of the whole work that each working day must do to keep the finish. */
function neededPerDay(work: DrawnWork, dates: string): number | null {
  const { neededPerMinute } = forecastStartedWork(drawnWork(work, `dates ${dates}`), 4);
  return neededPerMinute === null ? null : Math.round(neededPerMinute * 480 * 1e6) / 1e6;
}

describe('4 fixed finish: the rest fills the time up to it', () => {
  test('two weeks ahead: ten days are left, whatever progress says', () =>
    expectFixed(
      { D: 12, p: 0.9 },
      `
            MTWTFss MTWTFss MTWTFss
      dates S       D           F
      bar   xxxxx.. =====.. =====
      ends  Fri 03-21 17:00, 10 d left, by 4
      `,
    ));

  test('at noon of its day', () =>
    expectFixed(
      { D: 12, p: 0.4, fixedHour: 13 },
      `
            MTWTFss MTWTFss
      dates S       D F
      bar   xxxxx.. ==5
      ends  Wed 03-12 13:00, 2.5 d left, by 4
      `,
    ));

  test('on a Saturday it stays there; the work in front of it ends on Friday', () =>
    expectFixed(
      { D: 12, p: 0.4 },
      `
            MTWTFss MTWTFss
      dates S       D    F
      bar   xxxxx.. =====.
      ends  Sat 03-15 17:00, 5 d left, by 4
      `,
    ));

  test('before the data date on unfinished work it stays and is late', () =>
    expectFixed(
      { D: 12, p: 0.4 },
      `
            MTWTFss MTWTFss
      dates S  F    D
      bar   xxxx
      ends  Thu 03-06 17:00, 0 d left, late, by 4
      `,
    ));

  test('before the data date on work that is all done it is not late', () =>
    expectFixed(
      { D: 12, p: 1 },
      `
            MTWTFss MTWTFss
      dates S  F    D
      bar   xxxx
      ends  Thu 03-06 17:00, 0 d left, by 4
      `,
    ));

  test('on the Friday evening before a Monday’s data date it has passed, though no working time lies between', () =>
    expectFixed(
      { D: 12, p: 0.4 },
      `
            MTWTFss MTWTFss
      dates S   F   D
      bar   xxxxx
      ends  Fri 03-07 17:00, 0 d left, late, by 4
      `,
    ));

  test('at the very moment at which the rest would go on it is not late yet', () =>
    expectFixed(
      { D: 12, p: 0.4, startHour: 9, dataHour: 17, fixedHour: 9 },
      `
            MTWTFss
      dates S DF
      bar   xxx-
      ends  Thu 03-06 09:00, 0 d left, by 4
      `,
    ));

  test('before the start it is the start', () =>
    expectFixed(
      { D: 2, p: 0 },
      `
            MTWTFss
      dates F S D
      bar     -
      ends  Wed 03-05 09:00, 0 d left, late, by 4
      `,
    ));

  test('without a fixed finish scenario 1 takes over', () =>
    expectFixed(
      { D: 4, p: 0.5 },
      `
            MTWTFss MTWTFss
      dates S       D
      bar   xxxxx.. ==
      ends  Tue 03-11 17:00, 2 d left, by 4 > 1
      `,
    ));

  test('a fact after the data date takes its day from the time that is left', () =>
    expectFixed(
      { D: 12, p: 0.4 },
      `
            MTWTFss MTWTFss
      dates S       D   F
      fact          5
      bar   xxxxx.. x====
      ends  Fri 03-14 17:00, 4 d left, by 4
      `,
    ));
});

describe('the intensity that keeps a fixed finish: (1 − p) / working time up to it', () => {
  test('three fifths in ten days are six hundredths a day', () => expect(neededPerDay({ p: 0.4 }, 'S       D           F')).toBe(0.06));
  test('all of it in four days is a quarter a day', () => expect(neededPerDay({ p: 0 }, 'S       D  F')).toBe(0.25));
  test('unknown progress needs as much as none', () => expect(neededPerDay({}, 'S       D  F')).toBe(0.25));
  test('with nothing left to do none is needed', () => expect(neededPerDay({ p: 1 }, 'S       D  F')).toBeNull());
  test('with no time left none would do', () => expect(neededPerDay({ p: 0.4 }, 'S F     D')).toBeNull());
  test('over a week end only working days count', () => expect(neededPerDay({ p: 0.5 }, 'S  D    F')).toBeCloseTo(0.5 / 3, 6));
});

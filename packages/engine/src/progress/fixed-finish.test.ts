import { describe, expect, test } from 'vitest';
import { drawnWork } from '../testing/started-work-chart.ts';
import type { DrawnWork } from '../testing/started-work-chart.ts';
import { forecastStartedWork } from './forecast.ts';

/** Share of the whole work that each working day must do to keep the finish. */
function neededPerDay(work: DrawnWork, dates: string): number | null {
  const { neededPerDay } = forecastStartedWork(drawnWork(work, `dates ${dates}`), 4);
  return neededPerDay === null ? null : Math.round(neededPerDay * 1e6) / 1e6;
}

describe('the intensity that keeps a fixed finish: (1 − p) / working time up to it', () => {
  test('three fifths in ten days are six hundredths a day', () => expect(neededPerDay({ p: 0.4 }, 'S       D           F')).toBe(0.06));
  test('all of it in four days is a quarter a day', () => expect(neededPerDay({ p: 0 }, 'S       D  F')).toBe(0.25));
  test('unknown progress needs as much as none', () => expect(neededPerDay({}, 'S       D  F')).toBe(0.25));
  test('with nothing left to do none is needed', () => expect(neededPerDay({ p: 1 }, 'S       D  F')).toBeNull());
  test('with no time left none would do', () => expect(neededPerDay({ p: 0.4 }, 'S F     D')).toBeNull());
  test('over a week end only working days count', () => expect(neededPerDay({ p: 0.5 }, 'S  D    F')).toBeCloseTo(0.5 / 3, 6));
});

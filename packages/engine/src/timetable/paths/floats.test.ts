import { describe, expect, it } from 'vitest';
import { chartPlan } from '../../testing/chart.ts';
import { atDay } from '../../testing/chart-calendars.ts';
import { calculate } from '../calculate.ts';

const days = (column: Int32Array) => Array.from(column, (minutes) => minutes / 480);

describe('floats', () => {
  const NETWORK = 'A 2d\nB 1d A\nC 4d A\nD 1d B C\nE 1d B';

  it('total float up to the end, free float up to the next item', () => {
    const result = calculate(chartPlan(NETWORK));
    expect(days(result.totalFloat)).toEqual([0, 3, 0, 0, 3]);
    expect(days(result.freeFloat)).toEqual([0, 0, 0, 0, 3]);
  });

  it('float types differ where start and finish have different room', () => {
    const text = 'A 3d\nB 4d A:ss\nC 5d A:ss snlt=0\nZ 9d';
    const totals = (['finish', 'start', 'smallest'] as const).map(
      (floatType) => days(calculate(chartPlan(text, { floatType })).totalFloat)[1],
    );
    expect(totals[2]).toBe(Math.min(totals[0], totals[1]));
  });

  it('counts in the calendar of the item', () => {
    const result = calculate(chartPlan('A 1d cal=seven\nB 1d\nC 6d'));
    expect(days(result.totalFloat)).toEqual([7, 5, 0]);
  });

  it('free float of a lag is measured at the predecessor', () => {
    expect(days(calculate(chartPlan('A 1d cal=seven\nB 5d\nC 1d A+1d B', { lagCalendar: 'successor' })).freeFloat)[0]).toBe(3);
  });
});

describe('critical items', () => {
  it('by total float up to a limit, near-critical above it', () => {
    const plan = chartPlan('A 5d\nB 4d\nC 3d\nD 1d', { criticalFloatMinutes: 480, nearCriticalFloatMinutes: 960 });
    const result = calculate(plan);
    expect(result.critical).toEqual(Uint8Array.of(1, 1, 0, 0));
    expect(result.nearCritical).toEqual(Uint8Array.of(0, 0, 1, 0));
    expect([result.log.criticalCount, result.log.nearCriticalCount]).toEqual([2, 1]);
  });

  it('by the longest path: back through the links that drive, whatever the floats are', () => {
    const plan = chartPlan('A 2d\nB 3d A\nC 1d A\nD 1d B C', { criticalBy: 'longest_path', mustFinishBy: atDay(20, 16) });
    expect(calculate(plan).critical).toEqual(Uint8Array.of(1, 1, 0, 1));
  });

  it('the longest path goes on through work that is done', () => {
    const result = calculate(chartPlan('A 2d as=0 af=1\nB 3d A', { dataDate: atDay(2, 0) }));
    expect(result.longestPath).toEqual(Uint8Array.of(1, 1));
  });

  it('drivers: the relation that sets the start, the data date, a limit', () => {
    const result = calculate(chartPlan('A 2d\nB 3d\nC 1d A B\nD 1d snet=3'));
    expect(Array.from(result.driver)).toEqual([-2, -2, 1, -4]);
    expect(result.driving).toEqual(Uint8Array.of(0, 1));
  });
});

describe('float paths', () => {
  const TEXT = 'A 2d\nB 3d A\nC 1d A\nD 2d\nE 1d B C D';

  it('path 1 is driven, the next ones branch off with the least float of their link', () => {
    const plan = chartPlan(TEXT, { floatPaths: { count: 10, by: 'free_float', endItemId: null } });
    const result = calculate(plan);
    expect(Array.from(result.floatPath)).toEqual([1, 1, 2, 3, 1]);
    expect(Array.from(result.floatPathOrder)).toEqual([1, 2, 1, 1, 3]);
  });

  it('stop at the number that was asked for and lead to the chosen end', () => {
    const plan = chartPlan(TEXT, { floatPaths: { count: 1, by: 'free_float', endItemId: 3 } });
    expect(Array.from(calculate(plan).floatPath)).toEqual([1, 0, 1, 0, 0]);
  });

  it('by total float, ties go to the longer item, then to the code', () => {
    const plan = chartPlan('B 2d\nA 2d\nC 1d\nZ 1d A B C', { floatPaths: { count: 9, by: 'total_float', endItemId: null } });
    expect(Array.from(calculate(plan).floatPath)).toEqual([2, 1, 3, 1]);
  });
});

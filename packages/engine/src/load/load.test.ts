import { MINUTES_PER_DAY } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { assignmentOf, drawnPlan, itemOf, MONDAY } from '../leveling/testing/drawn-plan.ts';
import { loadOf, loadOfItems } from './load.ts';
import { cells, FIRST, loaded } from './testing/loaded-plan.ts';

const TWO = drawnPlan('limit crew 1\nA 3d crew:1\nB 2d crew:1');
const rates = [null, '2025-01-07T00:00'].map((from, at) => ({ from, limit: 2 - at, prices: [] }));
const ofDay = { itemId: 1, resourceId: 1, mode: 'fact' as const };

describe('load of a resource', () => {
  test('adds works day by day and tells the days beyond the limit', () => {
    expect(cells(loaded(TWO))).toEqual({ starts: [0, 1, 2, 3], values: [16, 16, 8], capacity: [8, 8, 8], over: [1, 1, 0] });
  });

  test.each([
    ['week', [40]],
    ['month', [184]],
    ['quarter', [512]],
    ['year', [2088]],
  ] as const)('the days of a %s add up', (period, capacity) => {
    expect(cells(loaded(TWO), period)).toMatchObject({ values: [40], capacity, over: [2] });
  });

  test('a limit that falls holds from its day on', () => {
    const plan = loaded({ ...TWO, resources: TWO.resources.map((one) => ({ ...one, rates })) });
    expect(cells(plan)).toMatchObject({ capacity: [16, 8, 8], over: [0, 1, 0] });
  });

  test('works of seven days a week do not exceed a crew that has no calendar, and exceed one that has', () => {
    const plan = loaded(drawnPlan('limit crew 1\nA 7d crew:1 7d'));
    expect(cells(plan).over).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const held = { ...plan, resources: plan.resources.map((one) => ({ ...one, calendarId: 1 })) };
    expect(cells(held).over).toEqual([0, 0, 0, 0, 0, 1, 1]);
  });

  test('what was done stands on its days, what is left from the data date on', () => {
    const [start, finish] = [MONDAY + 540, MONDAY + 3 * MINUTES_PER_DAY + 1020];
    const items = [itemOf(1, { start, finish, status: 'in_progress', actualStart: start })];
    const assignments = [assignmentOf(1, 1, 1, 40, { actualUnits: 10, remainingUnits: 30 })];
    const plan = { ...loaded(TWO), items, assignments, dataDate: MONDAY + MINUTES_PER_DAY };
    expect(cells(plan).values).toEqual([10, 10, 10, 10]);
    const values = new Map([-1, 0].map((at) => [FIRST + at, 6 + 2 * at]));
    expect(cells({ ...plan, days: [{ ...ofDay, values }] }).values).toEqual([4, 6, 10, 10, 10]);
  });

  test('a curve gives the form, and a window cuts', () => {
    const curve = Array.from({ length: 21 }, (_, at) => (at < 20 ? 0 : 100));
    const plan = loaded({ ...TWO, assignments: [{ ...TWO.assignments[0], curve }] });
    expect(cells(plan).values).toEqual([0, 0, 24]);
    expect(cells(plan, 'day', { from: FIRST + 2, to: FIRST + 4 })).toMatchObject({ starts: [2, 3, 4], values: [24, 0] });
  });

  test('a foreign resource or item is nothing, in one empty period; money has no limit', () => {
    expect(cells(loaded({ ...TWO, assignments: [assignmentOf(9, 99, 1, 5), assignmentOf(8, 1, 99, 5)] })).values).toEqual([0]);
    const paid = loaded({ ...TWO, assignments: [{ ...TWO.assignments[0], remainingCost: 300 }] });
    expect(loadOf(paid, 'day', { measure: 'cost' })).toMatchObject({ values: Float64Array.of(100, 100, 100), capacity: { 0: NaN } });
  });

  test('a plan without any calendar is loaded around the clock, as it is calculated', () => {
    const plan = loaded({ ...drawnPlan('limit crew 1\nA 2d crew:1'), calendars: [] });
    expect(cells(plan)).toMatchObject({ values: [expect.closeTo(16)], capacity: [24] });
  });
  test('a bar opens its works', () => {
    const day = { measure: 'units' as const, from: FIRST + 2, to: FIRST + 3 };
    expect(loadOfItems(loaded(TWO), new Set([1]), day)).toEqual([{ itemId: 1, resourceId: 1, amount: 8 }]);
    expect(loadOfItems(loaded(TWO), new Set([1]), { ...day, from: FIRST }).map(({ amount }) => amount)).toEqual([24, 16]);
  });
});

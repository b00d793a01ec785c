import { expect, test } from 'vitest';
import { isInWindow, movedUnits, scaledMinutes } from './replacements.rules.ts';

test('what remains moves, what is done stays, and a better crew needs less (G14)', () => {
  const half = { plannedUnits: 400, actualUnits: 160, remainingUnits: 240 };
  expect(movedUnits(half, 1.25, true)).toEqual({ plannedUnits: 192, actualUnits: 0, remainingUnits: 192 });
  expect(movedUnits(half, 1, false)).toEqual({ plannedUnits: 400, actualUnits: 160, remainingUnits: 240 });
  expect(movedUnits({ plannedUnits: 400, actualUnits: 0, remainingUnits: 380 }, 2, true)).toEqual({
    plannedUnits: 200,
    actualUnits: 0,
    remainingUnits: 190,
  });
  expect(scaledMinutes(6 * 480, 240, 192)).toBe(4.8 * 480);
  expect(scaledMinutes(480, 0, 10)).toBe(480);
});

test('a window takes works that touch one of its days', () => {
  const row = { start: '2025-03-03T09:00', finish: '2025-03-07T17:00', actualStart: null, actualFinish: null };
  expect(isInWindow(row, { from: null, to: null })).toBe(true);
  expect(isInWindow(row, { from: '2025-03-07', to: null })).toBe(true);
  expect(isInWindow(row, { from: '2025-03-08', to: null })).toBe(false);
  expect(isInWindow(row, { from: null, to: '2025-03-03' })).toBe(true);
  expect(isInWindow(row, { from: null, to: '2025-03-02' })).toBe(false);
  expect(isInWindow({ ...row, actualStart: '2025-03-01T09:00' }, { from: null, to: '2025-03-02' })).toBe(true);
  expect(isInWindow({ ...row, start: null }, { from: null, to: '2025-03-05' })).toBe(false);
});

import type { Shape } from './shape.ts';

/** Points of a curve: cumulative percent at 0 %, 5 % … 100 % of the duration. */
export const CURVE_POINTS = 21;

/** Whether the points are a curve: 21 of them, never falling, from 0 or more to 100. */
export function isCurve(points: readonly number[]): boolean {
  const isRising = points.every((point, i) => point >= (i ? points[i - 1] : 0));
  return points.length === CURVE_POINTS && isRising && Math.abs(points[CURVE_POINTS - 1] - 100) < 1e-6;
}

/** Along a curve, straight between its points. A first point above 0 falls on the first day. */
export const byCurve: Shape = {
  cumulative: (passed, points) => {
    const at = Math.min(passed, 1) * (CURVE_POINTS - 1);
    const before = Math.min(CURVE_POINTS - 2, Math.floor(at));
    return Math.min(1, (points[before] + (points[before + 1] - points[before]) * (at - before)) / 100);
  },
};

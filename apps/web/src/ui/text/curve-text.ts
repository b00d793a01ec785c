import { isCurve } from '@gantry/engine';

/** The points of a curve as people type them. */
export const textOfCurve = (curve: readonly number[]): string => curve.join(' ');

/** The points of a typed curve; null: they are no curve. */
export function readCurve(text: string): number[] | null {
  const points = text
    .trim()
    .split(/[\s;]+/)
    .map((part) => Number(part.replace(',', '.')));
  return points.every(Number.isFinite) && isCurve(points) ? points : null;
}

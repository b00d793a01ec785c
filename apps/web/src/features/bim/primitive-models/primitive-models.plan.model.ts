import type { Body } from './primitive-models.model.ts';

export type Point = readonly [x: number, y: number];
/** What of the plan is seen, in metres. */
export type PlanWindow = { left: number; bottom: number; width: number; height: number };

/** The least width that is seen, and what is left round the bodies. */
const [LEAST_METRES, MARGIN] = [20, 0.15];
const ROUND_SIDES = 32;
/** Width to height of the drawing. */
export const PLAN_RATIO = 2.2;

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
/** The nearest point of a grid of so many metres. */
export const snapped = ([x, y]: Point, step: number): Point => [rounded(Math.round(x / step) * step), rounded(Math.round(y / step) * step)];

/** The outline of a body as seen from above. */
export function outlineOf({ x, y, rotation, shape }: Pick<Body, 'x' | 'y' | 'rotation' | 'shape'>): Point[] {
  const turn = (rotation * Math.PI) / 180;
  const [along, across] = [Math.cos(turn), Math.sin(turn)];
  return baseOf(shape).map(([px, py]): Point => [x + px * along - py * across, y + px * across + py * along]);
}

function baseOf(shape: Body['shape']): Point[] {
  if (shape.kind === 'prism') return shape.points;
  if (shape.kind === 'cylinder')
    return Array.from({ length: ROUND_SIDES }, (_, side): Point => {
      const angle = (side / ROUND_SIDES) * 2 * Math.PI;
      return [shape.radius * Math.cos(angle), shape.radius * Math.sin(angle)];
    });
  const [w, d] = [shape.width / 2, shape.depth / 2];
  return [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ];
}

/** The window that shows all bodies, in the proportions of the drawing. */
export function windowOf(items: readonly Pick<Body, 'x' | 'y' | 'rotation' | 'shape'>[]): PlanWindow {
  let [left, right, bottom, top] = [0, 0, 0, 0];
  for (const item of items)
    for (const [x, y] of outlineOf(item))
      [left, right, bottom, top] = [Math.min(left, x), Math.max(right, x), Math.min(bottom, y), Math.max(top, y)];
  const width = Math.max(LEAST_METRES, (right - left) * (1 + 2 * MARGIN), (top - bottom) * (1 + 2 * MARGIN) * PLAN_RATIO);
  const height = width / PLAN_RATIO;
  return { left: (left + right - width) / 2, bottom: (bottom + top - height) / 2, width, height };
}

/** A box between two corners, or a cylinder round a middle; null: it has no size. */
export function drawnBetween(kind: 'box' | 'cylinder', from: Point, to: Point): Pick<Body, 'x' | 'y' | 'shape'> | null {
  const [width, depth] = [rounded(Math.abs(to[0] - from[0])), rounded(Math.abs(to[1] - from[1]))];
  if (kind === 'cylinder') {
    const radius = rounded(Math.hypot(width, depth));
    return radius > 0 ? { x: from[0], y: from[1], shape: { kind, radius } } : null;
  }
  if (width === 0 || depth === 0) return null;
  return { x: rounded((from[0] + to[0]) / 2), y: rounded((from[1] + to[1]) / 2), shape: { kind, width, depth } };
}

/** A prism through points, with its place in the first of them; null: it has no surface. */
export function drawnThrough(points: readonly Point[]): Pick<Body, 'x' | 'y' | 'shape'> | null {
  const corners = points.filter((point, at) => at === 0 || point[0] !== points[at - 1][0] || point[1] !== points[at - 1][1]);
  const twice = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  if (corners.length < 3 || Math.abs(twice) < 1e-9) return null;
  const [[x, y]] = corners;
  return {
    x,
    y,
    shape: { kind: 'prism', points: corners.map((corner): [number, number] => [rounded(corner[0] - x), rounded(corner[1] - y)]) },
  };
}

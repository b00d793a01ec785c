import { drawLine, drawRound, type Scene } from '../drawing/scene.ts';
import { CHART_COLOUR, CHART_LAYER } from './chart-colours.ts';

/** The values of a figure that were reported on earlier data dates, in their order; null where none was reported. */
export type Trend = readonly (number | null)[];

/** The size of a trend beside its figure. */
export const TREND_SIZE = { width: 64, height: 14 } as const;
const DOT = 3;

/** The points `x y x y …` of a trend from the least of its values to the greatest; none where fewer than two are known. */
export function trendPoints(trend: Trend, { width, height }: { width: number; height: number } = TREND_SIZE): number[] {
  const known = trend.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (known.length < 2) return [];
  const values = known.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return known.flatMap(({ value, at }) => [
    1 + (at / (trend.length - 1)) * (width - 2),
    most === least ? height / 2 : height - 2 - ((value - least) / (most - least)) * (height - 4),
  ]);
}

/** Draws a trend, its last value as a dot; answers whether there is one. */
export function drawTrend(scene: Scene, trend: Trend, x: number, y: number): boolean {
  const points = trendPoints(trend);
  if (!points.length) return false;
  const placed = points.map((value, index) => value + (index % 2 ? y : x));
  drawLine(scene, CHART_LAYER.line, CHART_COLOUR.text, placed, 1.5);
  const [endX, endY] = placed.slice(-2);
  drawRound(scene, CHART_LAYER.mark, CHART_COLOUR.text, endX - DOT / 2, endY - DOT / 2, DOT, DOT, DOT / 2);
  return true;
}

import { drawLine, drawPolygon, drawRect, drawText, type LineDash, type Scene } from '../drawing/scene.ts';
import { CHART_COLOUR, CHART_LAYER, type LineColour } from './chart-colours.ts';

/** How a line of a chart is drawn; a stepped one stands still within a period. */
export type LineStyle = { colour: LineColour; width: number; dash?: LineDash; step?: boolean };

/** Lines or columns over periods, as charts on the screen and on paper show them. */
export type LineChart = {
  /** Names of the periods. */
  periods: readonly string[];
  lines: readonly { style: LineStyle; axis: 1 | 2; shown: readonly (number | null)[] }[];
  /** What lies between the earliest and the latest of what may be, by period. */
  band?: { upper: readonly (number | null)[]; lower: readonly (number | null)[] } | null;
  bars: boolean;
  /** Values that each stand for themselves, where no line begins at nothing. */
  isLevel?: boolean;
  /** Periods are moments: their names end where their values stand. */
  isMoments?: boolean;
  /** A value of an axis as text. */
  tick(value: number): string;
};

/** Where the parts of a chart lie. */
export type LineChartLayout = {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Pixels a period takes. */
  step: number;
  /** The values at the upper and the lower ends of the axes; these are below nothing where a value is. */
  tops: Record<1 | 2, number>;
  bottoms: Record<1 | 2, number>;
};

/** Least room of the values of an axis, of each sign of them, and beside them. */
const [LEFT, SIGN, GAP] = [46, 6.6, 6];
const NARROW = 6;
const TOP = 8;
const BELOW = 18;
const LABEL = 58;
const SHARES = [0, 0.5, 1];

/** A round number at or above a value, as the top of an axis whose half is round too; 1 for nothing. */
export function topOf(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((known) => Number((known * power).toPrecision(3)) >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}

/** Labels that fit beside each other: one in so many. */
export const everyNth = (count: number, most: number): number => Math.max(1, Math.ceil(count / Math.max(1, most)));

const valueAt = (share: number, top: number, bottom: number): number => bottom + share * (top - bottom);

/** Lays a chart out in a box. */
export function layOutLineChart({ lines, band, periods, tick }: LineChart, width: number, height: number): LineChartLayout {
  const most = (axis: 1 | 2) => Math.max(0, ...lines.flatMap((line) => (line.axis === axis ? line.shown.map((value) => value ?? 0) : [])));
  const least = (axis: 1 | 2) => Math.min(0, ...lines.flatMap((line) => (line.axis === axis ? line.shown.map((value) => value ?? 0) : [])));
  const bottom = (value: number): number => (value < 0 ? -topOf(-value) : 0);
  const upper = Math.max(0, ...(band?.upper ?? []).map((value) => value ?? 0));
  const tops = { 1: topOf(Math.max(most(1), upper)), 2: topOf(most(2)) };
  const bottoms = { 1: bottom(least(1)), 2: bottom(least(2)) };
  // As wide as the values that stand beside the axis, which are not measured here.
  const roomOf = (axis: 1 | 2): number =>
    Math.max(LEFT, ...SHARES.map((share) => Math.ceil(tick(valueAt(share, tops[axis], bottoms[axis])).length * SIGN + GAP)));
  const left = roomOf(1);
  const inner = Math.max(40, width - left - (lines.some(({ axis }) => axis === 2) ? roomOf(2) : NARROW));
  return {
    left,
    top: TOP,
    width: inner,
    height: Math.max(20, height - TOP - BELOW),
    step: inner / Math.max(1, periods.length),
    tops,
    bottoms,
  };
}

/** Draws a chart at a place of a scene; `at` is the period that is pointed at. */
export function drawLineChart(scene: Scene, chart: LineChart, box: { x: number; y: number; width: number; height: number }, at = -1): void {
  const layout = layOutLineChart(chart, box.width, box.height);
  const { width, height, step, tops, bottoms } = layout;
  const yOf = (value: number, axis: 1 | 2): number => placeOf(value, tops[axis], bottoms[axis], height);
  const [x, y] = [box.x + layout.left, box.y + layout.top];
  const second = chart.lines.some(({ axis }) => axis === 2);
  for (const share of SHARES) {
    const line = y + height - share * height;
    drawRect(scene, CHART_LAYER.rule, share === 0 && bottoms[1] === 0 ? CHART_COLOUR.zero : CHART_COLOUR.rule, x, line - 0.5, width, 1);
    label(scene, 'right', x - GAP, line, chart.tick(valueAt(share, tops[1], bottoms[1])));
    if (second) label(scene, 'left', x + width + GAP, line, chart.tick(valueAt(share, tops[2], bottoms[2])));
  }
  if (bottoms[1] < 0) drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.zero, x, y + yOf(0, 1) - 0.5, width, 1);
  const long = Math.max(LABEL, ...chart.periods.map((name) => Math.ceil(name.length * SIGN + GAP)));
  const every = everyNth(chart.periods.length, Math.floor(width / long));
  for (const [index, name] of chart.periods.entries()) {
    const end = (index + 1) * step;
    if (chart.isMoments) {
      // Counted from the last one, which is the newest.
      if ((chart.periods.length - 1 - index) % every === 0 && end + LEFT >= LABEL) label(scene, 'right', x + end, y + height + 11, name);
    } else if (index % every === 0 && end - step + long <= width + 2 * GAP) label(scene, 'left', x + end - step, y + height + 11, name);
  }
  if (at >= 0)
    drawLine(scene, CHART_LAYER.mark, CHART_COLOUR['data-date'], [x + (at + 1) * step, y, x + (at + 1) * step, y + height], 1, 'dotted');
  if (chart.band && !chart.bars) drawBand(scene, chart.band, layout, x, y);
  for (const [index, { style, shown, axis }] of chart.lines.entries()) {
    const role = CHART_COLOUR[style.colour];
    if (chart.bars) {
      const thick = Math.max(1, (step * 0.8) / chart.lines.length);
      for (const [period, value] of shown.entries()) {
        const [from, to] = [yOf(Math.max(0, value ?? 0), axis), yOf(Math.min(0, value ?? 0), axis)];
        drawRect(scene, CHART_LAYER.bar, role, x + period * step + step * 0.1 + index * thick, y + from, thick, to - from);
      }
    } else
      for (const points of strokesOf(shown, tops[axis], layout, { stepped: style.step, bottom: bottoms[axis], isLevel: chart.isLevel }))
        drawLine(
          scene,
          CHART_LAYER.line,
          role,
          points.map((value, place) => value + (place % 2 ? y : x)),
          style.width,
          style.dash,
        );
  }
}

const label = (scene: Scene, align: 'left' | 'right', x: number, y: number, text: string): void =>
  drawText(scene, CHART_LAYER.text, CHART_COLOUR['text-muted'], 'caption', align, x, y, text);

/** How far below the upper end of an axis a value stands. */
const placeOf = (value: number, top: number, bottom: number, height: number): number =>
  height - ((value - bottom) / (top - bottom)) * height;

/** The strokes of a line, each as points `x y x y …`: a gap ends a stroke, and sums that reach the first period begin at nothing. */
export function strokesOf(
  shown: readonly (number | null)[],
  top: number,
  { height, step }: Pick<LineChartLayout, 'height' | 'step'>,
  { stepped = false, bottom = 0, isLevel = false }: { stepped?: boolean | undefined; bottom?: number; isLevel?: boolean | undefined } = {},
): number[][] {
  const strokes: number[][] = [];
  let open: number[] | null = null;
  for (const [index, value] of shown.entries()) {
    if (value === null) {
      open = null;
      continue;
    }
    const [x, y] = [(index + 1) * step, placeOf(value, top, bottom, height)];
    if (!open) strokes.push((open = index === 0 && !isLevel ? [0, placeOf(0, top, bottom, height)] : []));
    if (stepped && open.length) open.push(x, open[open.length - 1]);
    open.push(x, y);
  }
  return strokes.filter(({ length }) => length > 2);
}

function drawBand(
  scene: Scene,
  { upper, lower }: NonNullable<LineChart['band']>,
  { height, step, tops, bottoms }: LineChartLayout,
  x: number,
  y: number,
): void {
  const point = (value: number | null, index: number) =>
    [x + (index + 1) * step, y + placeOf(value ?? 0, tops[1], bottoms[1], height)] as const;
  const above = upper.flatMap(point);
  const below = lower.map(point).toReversed().flat();
  drawPolygon(scene, CHART_LAYER.band, CHART_COLOUR.band, [x, y + placeOf(0, tops[1], bottoms[1], height), ...above, ...below]);
}

import type { Minute } from '@gantry/domain';
import { drawRect, drawText, openZone } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Frame } from '../frame.ts';
import { xOf } from '../frame.ts';

/** Index of the step that holds a minute; -1 before the first. */
function stepAt(starts: Int32Array, minute: Minute): number {
  let from = 0;
  let to = starts.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (starts[middle] <= minute) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** A round number not below the highest value: top of the axis. */
export function axisTop(highest: number): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((step) => step * power >= highest) ?? 10) * power;
}

/** Draws the strip: columns merged per pixel, what exceeds the limit in its own colour, the axis in the grid's room. */
export function drawHistogram(frame: Frame, top: number, height: number, from: Minute, to: Minute): void {
  const { scene, view } = frame;
  const histogram = frame.model.histogram;
  if (!histogram) return;
  const { starts, values, limits } = histogram;
  const base = top + height - 4;
  const room = height - 22;
  let highest = 0;
  for (let i = 0; i < values.length; i++) highest = Math.max(highest, values[i], limits ? limits[i] : 0);
  const axis = axisTop(highest);
  for (const share of [0, 0.5, 1]) {
    const y = Math.round(base - share * room);
    drawRect(scene, LAYER.rowLine, COLOUR.line, view.gridWidth, y, view.width - view.gridWidth, 1);
    drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'right', view.gridWidth - 10, y, histogram.format(axis * share));
  }
  drawText(
    scene,
    LAYER.text,
    COLOUR.text,
    'strong',
    'left',
    12,
    top + 16,
    frame.fitter.fit(histogram.title, view.gridWidth - 90, 'strong'),
  );
  openZone(scene, view.gridWidth, top, view.width - view.gridWidth, height);
  let step = Math.max(0, stepAt(starts, from));
  while (step < values.length && starts[step] < to) {
    const x = xOf(view, starts[step]);
    let next = step + 1;
    let value = values[step];
    let limit = limits ? limits[step] : Infinity;
    // Steps that share a pixel show the highest of them.
    while (next < values.length && xOf(view, starts[next]) <= x) {
      value = Math.max(value, values[next]);
      if (limits) limit = Math.min(limit, limits[next]);
      next++;
    }
    const end = next < starts.length ? xOf(view, starts[next]) : x + 1;
    const gap = end - x > 3 ? 1 : 0;
    const full = Math.round((value / axis) * room);
    const allowed = Math.round((Math.min(value, limit) / axis) * room);
    drawRect(scene, LAYER.bar, COLOUR.histogram, x, base - allowed, end - x - gap, allowed);
    drawRect(scene, LAYER.bar, COLOUR['histogram-over'], x, base - full, end - x - gap, full - allowed);
    if (limits) drawRect(scene, LAYER.mark, COLOUR['histogram-limit'], x, Math.round(base - (limit / axis) * room), end - x, 1);
    step = next;
  }
}

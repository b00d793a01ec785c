import type { Minute } from '@gantry/domain';
import { MINUTES_PER_DAY, minuteOf, NO_DATE, partsOf } from '@gantry/domain';
import type { GanttRows } from '@gantry/scene';
import { clampZoom, minuteAt, openingPlace, pixelsOf, spanOf } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { flush } from './paint.ts';
import { moveTo, placeAt, resize } from './scroller.ts';

/** The time axis for rows: whole months around their dates, with room to plan in. */
export function rangeOf(rows: GanttRows, fallback: Minute): { start: Minute; finish: Minute } {
  const span = spanOf(rows) ?? { start: fallback, finish: fallback + 90 * MINUTES_PER_DAY };
  const first = partsOf(span.start);
  const last = partsOf(span.finish);
  return { start: minuteOf(first.year, first.month - 1, 1), finish: minuteOf(last.year, last.month + 4, 1) };
}

/** Sets the ends of the axis, keeping what is in sight where it is. */
export function setRange(chart: Chart, range: { start: Minute; finish: Minute }): void {
  const { view } = chart;
  if (view.scale.origin === range.start && view.scale.finish === range.finish) return;
  const shift = pixelsOf({ ...view.scale, origin: range.start }, view.scale.origin);
  view.scale = { origin: range.start, finish: range.finish, pixelsPerDay: view.scale.pixelsPerDay };
  view.scale.pixelsPerDay = clampZoom(view.scale, view.scale.pixelsPerDay);
  view.left = Math.max(0, view.left + shift);
}

/** Changes the width of a day so that the minute under `x` (a window pixel) stays there. */
export function zoomTo(chart: Chart, pixelsPerDay: number, x = chart.view.gridWidth + (chart.view.width - chart.view.gridWidth) / 2): void {
  const { view } = chart;
  const wanted = clampZoom(view.scale, pixelsPerDay);
  if (wanted === view.scale.pixelsPerDay) return;
  chart.placed = true;
  const offset = Math.max(0, x - view.gridWidth);
  const minute = minuteAt(view.scale, view.left + offset);
  view.scale = { ...view.scale, pixelsPerDay: wanted };
  view.left = Math.max(0, pixelsOf(view.scale, minute) - offset);
  resize(chart);
  flush(chart);
  if (chart.ownScales.size > 500) chart.ownScales.clear();
  chart.ownScales.add(wanted);
  chart.options.events.scaleChange?.(wanted);
}

/** Shows from `start` to `finish` across the whole chart. */
export function fitSpan(chart: Chart, start: Minute, finish: Minute): void {
  const { view } = chart;
  const room = Math.max(100, view.width - view.gridWidth - 80);
  const days = Math.max(1, (finish - start) / MINUTES_PER_DAY);
  zoomTo(chart, Math.min(60, room / days));
  moveTo(chart, view.top, pixelsOf(view.scale, start) - 40);
}

/** Stands where a chart opens, for as long as nobody has gone elsewhere: rows, scale and data date come one after the other. */
export function open(chart: Chart): void {
  const { view, model } = chart;
  if (chart.placed || view.width <= 0) return;
  const dataDate = model.marks.find(({ kind }) => kind === 'data-date')?.minute ?? null;
  const shown = Math.ceil(view.height / view.rowHeight);
  const place = openingPlace(model.rows, model.visible, shown, view.scale, view.width - view.gridWidth, dataDate);
  if (place !== null) placeAt(chart, view.top, place);
}

/** Fits all rows, or the selected ones, into the chart. */
export function fit(chart: Chart, what: 'schedule' | 'selection'): void {
  const { rows, selected } = chart.model;
  const list = what === 'selection' ? Array.from({ length: rows.count }, (_, row) => row).filter((row) => selected[row] === 1) : undefined;
  const span = spanOf(rows, list);
  if (span) fitSpan(chart, span.start, span.finish);
}

/** Brings the beginning of a row's bar into sight. */
export function showBar(chart: Chart, row: number): void {
  const { start, finish } = chart.model.rows;
  const minute = start[row] === NO_DATE ? finish[row] : start[row];
  if (minute !== NO_DATE) showMinute(chart, minute);
}

/** Brings a date into sight, a third of the way in. */
export function showMinute(chart: Chart, minute: Minute): void {
  const { view } = chart;
  const x = pixelsOf(view.scale, minute) - view.left;
  const room = view.width - view.gridWidth;
  if (x < 20 || x > room - 20) moveTo(chart, view.top, view.left + x - room / 3);
}

import { hitChart, hitLink } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { foldRow, relist } from '../data.ts';
import type { Point } from './gesture.ts';
import { flush } from '../drawing/paint.ts';
import { nameOf, selectRow } from '../keys/selection.ts';

/** A pointer event in the body's pixels. */
export function pointOf(chart: Chart, event: PointerEvent | MouseEvent): Point {
  const box = chart.dom.sticky.getBoundingClientRect();
  return {
    x: event.clientX - box.left,
    y: event.clientY - box.top,
    ctrl: event.ctrlKey || event.metaKey,
    shift: event.shiftKey,
    alt: event.altKey,
  };
}

/** Folds or unfolds a row and tells. */
export function toggleRow(chart: Chart, row: number, folded: boolean, deep: boolean): void {
  const { rows } = chart.model;
  if (rows.end[row] <= row + 1 || (!deep && (rows.collapsed[row] === 1) === folded)) return;
  foldRow(rows, row, folded, deep);
  relist(chart);
  flush(chart);
  const { labels, events } = chart.options;
  chart.dom.live.textContent = (folded ? labels.folded : labels.unfolded)(nameOf(chart, row));
  events.toggle?.([row], folded);
}

/** Selects what is under a point and asks outside for its menu, which gives the focus back to the grid. */
export function openMenu(chart: Chart, point: Point, x: number, y: number): void {
  const { model } = chart;
  chart.dom.mirror.focus({ preventScroll: true });
  const hit = hitChart(chart.frame, point.x, point.y);
  if (hit.row >= 0 && model.selected[hit.row] === 0) selectRow(chart, hit.row, hit.column, 'one');
  const link = hit.area === 'chart' && hit.part === 'none' && model.showLinks ? hitLink(chart.frame, point.x, point.y) : -1;
  chart.options.events.contextMenu?.({ row: hit.row, columnId: model.columns[hit.column]?.id ?? null, link, header: false, x, y });
}

import type { GanttLinks, GanttRows, VisibleRows } from '@gantry/scene';
import { decorationsOf, indexLinks, listVisible, newLinkIndex, newLinks, newVisible, sortLinks, spanOf } from '@gantry/scene';
import type { Chart, GanttOptions } from './chart.ts';
import { DIRTY } from './chart.ts';
import { refitColumns, takeColumns } from './drawing/columns.ts';
import { invalidate } from './drawing/paint.ts';
import { placeAt, resize } from './drawing/scroller.ts';
import { open, rangeOf, setRange, zoomTo } from './drawing/zoom.ts';

const NO_LINKS = newLinks(0);

/** Takes new rows and links, or a new order or filter of them: all that is derived is derived again. */
export function takeRows(chart: Chart): void {
  const { options, model, view } = chart;
  const { rows } = options;
  const held = model.rows === rows || view.top === 0 ? null : rowInSight(model.rows, model.visible, model.focusRow, view);
  if (model.visible.rowAt.length !== rows.count) model.visible = newVisible(rows.count);
  if (model.rows !== rows) keepSelection(chart, model.rows, rows);
  model.rows = rows;
  refitColumns(chart);
  chart.held = null;
  chart.cellRange = null;
  setRange(chart, options.range ?? rangeOf(rows, chart.view.scale.origin));
  takeLinks(chart);
  const place = held ? model.visible.indexOf[rows.id.indexOf(held.id)] : undefined;
  if (held && place !== undefined && place >= 0) placeAt(chart, place * view.rowHeight - held.below, view.left);
}

/**
 * The row that stays where it is when others come above it or go: the focused one where it is in sight, else the first in sight.
 * `below`: how many pixels it stands below the top of the window.
 */
export function rowInSight(
  rows: Pick<GanttRows, 'id'>,
  { rowAt, indexOf, count }: VisibleRows,
  focusRow: number,
  { top, height, rowHeight }: Pick<Chart['view'], 'top' | 'height' | 'rowHeight'>,
): { id: number; below: number } | null {
  const focus = focusRow < 0 ? -1 : indexOf[focusRow] * rowHeight - top;
  if (focusRow >= 0 && indexOf[focusRow] >= 0 && focus > -rowHeight && focus < height) return { id: rows.id[focusRow], below: focus };
  const first = Math.floor(top / rowHeight);
  return first < count ? { id: rows.id[rowAt[first]], below: first * rowHeight - top } : null;
}

/** Keeps existing rows selected after a change of the rows. */
function keepSelection(chart: Chart, before: GanttRows, after: GanttRows): void {
  const { model } = chart;
  const held = new Set<number>();
  for (let row = 0; row < before.count; row++) if (model.selected[row] === 1) held.add(before.id[row]);
  const focusId = model.focusRow >= 0 ? before.id[model.focusRow] : null;
  const anchorId = chart.anchor >= 0 ? before.id[chart.anchor] : null;
  model.selected = new Uint8Array(after.count);
  model.focusRow = focusId === null ? -1 : after.id.indexOf(focusId);
  chart.anchor = anchorId === null ? -1 : after.id.indexOf(anchorId);
  if (held.size === 0) return;
  for (let row = 0; row < after.count; row++) if (held.has(after.id[row])) model.selected[row] = 1;
}

/** Takes new links: sorts them once for the present order. */
function takeLinks(chart: Chart): void {
  const { options, model } = chart;
  const links: GanttLinks = options.links ?? NO_LINKS;
  model.links = links;
  chart.sortedLinks = sortLinks(links, model.rows.count, options.order);
  if (model.linkIndex.link.length !== links.count) model.linkIndex = newLinkIndex(links.count);
  model.selectedLink = -1;
  relist(chart);
}

/** Lists the rows again after folding, filtering or ordering. */
export function relist(chart: Chart): void {
  const { options, model } = chart;
  listVisible(model.rows, model.visible, options.order, options.hidden);
  indexLinks(model.links, chart.sortedLinks, model.visible, model.linkIndex);
  chart.hover = { row: -1, column: -1, part: 'none', link: -1 };
  if (model.focusRow >= 0 && model.visible.indexOf[model.focusRow] < 0) model.focusRow = nearestShown(chart, model.focusRow);
  resize(chart);
}

/** The nearest shown ancestor of a hidden row. */
function nearestShown(chart: Chart, row: number): number {
  const { rows, visible } = chart.model;
  let at = row;
  while (at >= 0 && visible.indexOf[at] < 0) at--;
  while (at >= 0 && rows.end[at] <= row) at--;
  return at >= 0 && visible.indexOf[at] >= 0 ? at : -1;
}

/** Paints again after values of rows changed in place; widens the axis where dates left it. Structure must be as before. */
export function patchRows(chart: Chart, changed?: ArrayLike<number>): void {
  if (!chart.options.range) {
    const span = spanOf(chart.model.rows, changed);
    const { scale } = chart.view;
    if (span && (span.start < scale.origin || span.finish > scale.finish)) {
      setRange(chart, rangeOf(chart.model.rows, scale.origin));
      resize(chart);
    }
  }
  invalidate(chart, DIRTY.all);
}

/** Gives a column the width that a hand has chosen. */
export function setColumnWidth(chart: Chart, id: string, width: number): void {
  const columns = chart.options.columns.map((column) => (column.id === id ? { ...column, width, fits: false } : column));
  applyOptions(chart, { columns });
}

/** Applies changed options; only what depends on them is done again. */
export function applyOptions(chart: Chart, changed: Partial<GanttOptions>): void {
  const before = chart.options;
  const after: GanttOptions = { ...before, ...changed };
  chart.options = after;
  const { model, view } = chart;
  const differs = (...keys: (keyof GanttOptions)[]): boolean => keys.some((key) => before[key] !== after[key]);
  model.calendars = after.calendars;
  if (differs('decorations')) model.decorations = decorationsOf(after.decorations);
  model.labels = after.barLabels;
  model.marks = after.marks;
  model.here = after.here;
  model.histogram = after.histogram;
  model.showLinks = after.showLinks;
  model.sort = after.sort;
  model.words = after.labels.time;
  view.rowHeight = after.rowHeight;
  if (differs('columns')) takeColumns(chart);
  if (differs('rows', 'range')) takeRows(chart);
  else if (differs('order')) takeLinks(chart);
  else if (differs('links')) takeLinks(chart);
  else if (differs('hidden')) relist(chart);
  else if (differs('columns', 'rowHeight', 'gridWidth', 'panes', 'opensAt', 'histogram', 'histogramHeight')) resize(chart);
  if (differs('pixelsPerDay') && !chart.ownScales.has(after.pixelsPerDay)) {
    chart.ownScales.clear();
    const { placed } = chart;
    zoomTo(chart, after.pixelsPerDay);
    chart.placed = placed;
  }
  if (differs('rows', 'marks', 'pixelsPerDay', 'hidden')) open(chart);
  invalidate(chart, DIRTY.all);
}

/** Rows that a collapsed row represents: itself and its descendants. */
export function foldRow(rows: GanttRows, row: number, folded: boolean, deep: boolean): void {
  rows.collapsed[row] = folded ? 1 : 0;
  if (!deep) return;
  for (let at = row + 1; at < rows.end[row]; at++) if (rows.end[at] > at + 1) rows.collapsed[at] = folded ? 1 : 0;
}

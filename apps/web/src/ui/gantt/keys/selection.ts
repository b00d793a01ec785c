import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { invalidate } from '../drawing/paint.ts';
import { showRow } from '../drawing/scroller.ts';

/** How a click or an arrow changes the selection. */
export type SelectMode = 'one' | 'add' | 'range';

/** The row's name: the text of its tree column. */
export function nameOf(chart: Chart, row: number): string {
  return chart.model.columns.find((column) => column.tree)?.text(row) ?? '';
}

/** Selected rows, ascending. */
export function selectedRows(chart: Chart): number[] {
  const list: number[] = [];
  const { selected } = chart.model;
  for (let row = 0; row < selected.length; row++) if (selected[row] === 1) list.push(row);
  return list;
}

/** Tells outside, and the screen, that the selection is now so. */
function announceSelection(chart: Chart): void {
  const { model, options } = chart;
  options.events.select?.(Int32Array.from(selectedRows(chart)), {
    row: model.focusRow,
    columnId: model.columns[model.focusColumn]?.id ?? null,
  });
  const count = model.selected.reduce((sum, each) => sum + each, 0);
  if (count > 1) chart.dom.live.textContent = options.labels.selected(count);
  invalidate(chart, DIRTY.body | DIRTY.overlay);
}

/** Moves the focus to a cell and selects as asked. */
export function selectRow(chart: Chart, row: number, column: number, mode: SelectMode): void {
  const { model } = chart;
  if (row < 0) return;
  chart.cellRange = null;
  model.selectedLink = -1;
  if (mode === 'one') {
    model.selected.fill(0);
    model.selected[row] = 1;
    chart.anchor = row;
  } else if (mode === 'add') {
    model.selected[row] = model.selected[row] === 1 ? 0 : 1;
    chart.anchor = row;
  } else {
    const from = model.visible.indexOf[chart.anchor >= 0 ? chart.anchor : row];
    const to = model.visible.indexOf[row];
    model.selected.fill(0);
    for (let place = Math.min(from, to); place <= Math.max(from, to); place++)
      if (place >= 0) model.selected[model.visible.rowAt[place]] = 1;
  }
  model.focusRow = row;
  if (column >= 0) model.focusColumn = column;
  announceSelection(chart);
}

/** Selects these rows; the focus goes to the first. */
export function selectRows(chart: Chart, rows: ArrayLike<number>, quiet = false): void {
  const { model } = chart;
  model.selected.fill(0);
  for (let i = 0; i < rows.length; i++) model.selected[rows[i]] = 1;
  chart.cellRange = null;
  if (rows.length > 0) {
    model.focusRow = rows[0];
    chart.anchor = rows[0];
  }
  if (quiet) invalidate(chart, DIRTY.body | DIRTY.overlay);
  else announceSelection(chart);
}

/** Selects every row in the list. */
export function selectAll(chart: Chart): void {
  const { model } = chart;
  for (let place = 0; place < model.visible.count; place++) model.selected[model.visible.rowAt[place]] = 1;
  announceSelection(chart);
}

/** Moves the focus by places of the list and by columns. */
export function moveFocus(chart: Chart, rows: number, columns: number, mode: SelectMode): void {
  const { model } = chart;
  if (model.visible.count === 0) return;
  const place = model.focusRow >= 0 ? model.visible.indexOf[model.focusRow] : -1;
  const next = place < 0 ? 0 : Math.max(0, Math.min(model.visible.count - 1, place + rows));
  const column = Math.max(0, Math.min(model.columns.length - 1, Math.max(0, model.focusColumn) + columns));
  // A step to the side keeps the rows that are selected: the column is chosen for all of them.
  if (rows === 0 && place >= 0 && model.selected[model.focusRow] === 1 && mode === 'one') {
    chart.cellRange = null;
    model.selectedLink = -1;
    model.focusColumn = column;
    announceSelection(chart);
  } else selectRow(chart, model.visible.rowAt[next], column, mode);
  showRow(chart, model.focusRow, column);
}

/** Grows or shrinks the range of cells by its corner away from the focus; the focus stays. */
export function extendRange(chart: Chart, rows: number, columns: number): void {
  const { model } = chart;
  const place = model.focusRow < 0 ? -1 : model.visible.indexOf[model.focusRow];
  if (place < 0) return;
  const range = chart.cellRange;
  const column = Math.max(0, model.focusColumn);
  const farPlace = range ? (range.rowFrom < place ? range.rowFrom : range.rowTo) : place;
  const farColumn = range ? (range.columnFrom < column ? range.columnFrom : range.columnTo) : column;
  const toPlace = Math.max(0, Math.min(model.visible.count - 1, farPlace + rows));
  const toColumn = Math.max(0, Math.min(model.columns.length - 1, farColumn + columns));
  chart.cellRange = {
    rowFrom: Math.min(place, toPlace),
    rowTo: Math.max(place, toPlace),
    columnFrom: Math.min(column, toColumn),
    columnTo: Math.max(column, toColumn),
  };
  showRow(chart, model.visible.rowAt[toPlace], toColumn);
  chart.dom.live.textContent = chart.options.labels.selected((Math.abs(toPlace - place) + 1) * (Math.abs(toColumn - column) + 1));
  invalidate(chart, DIRTY.overlay);
}

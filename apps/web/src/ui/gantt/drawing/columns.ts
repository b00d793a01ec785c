import { type GanttColumn, layOutColumns, widthFor } from '@gantry/scene';
import type { Chart } from '../chart.ts';

/** Takes new columns, and freezes of them what the width of the grid has room for. */
export function takeColumns(chart: Chart): void {
  const { options, model, view } = chart;
  const fitted = frozenIn(
    options.columns.map((column) => fittedColumn(chart, column)),
    options.panes === 'grid' ? view.gridWidth : Infinity,
  );
  model.columns = [...fitted.filter((column) => column.frozen), ...fitted.filter((column) => !column.frozen)];
  model.columnLayout = layOutColumns(model.columns);
  if (model.focusColumn >= model.columns.length) model.focusColumn = model.columns.length - 1;
}

/** Rows whose texts a column grows with, and how far. */
const FITTED_ROWS = 200;
const WIDEST = 240;

/** A column as wide as the texts of the first rows need, measured once. */
function fittedColumn({ options, fitted, frame }: Chart, column: GanttColumn): GanttColumn {
  if (!column.fits) return column;
  let width = fitted.get(column.id);
  if (width === undefined) {
    const { rows } = options;
    const first = Array.from({ length: Math.min(rows.count, FITTED_ROWS) }, (_, row) => row);
    width = Math.min(WIDEST, widthFor(column, rows, frame.fitter, first));
    fitted.set(column.id, width);
  }
  return width > column.width ? { ...column, width } : column;
}

/** Measures the widths of the columns again, after the rows or the fonts have changed. */
export function refitColumns(chart: Chart): void {
  chart.fitted.clear();
  takeColumns(chart);
}

/** Unfreezes columns behind the tree column when the frozen columns would take more than half of the grid width, in pixels. */
function frozenIn(columns: GanttColumn[], width: number): GanttColumn[] {
  let taken = 0;
  let isAfterTree = false;
  return columns.map((column) => {
    if (!column.frozen) return column;
    taken += column.width;
    const frozen = !isAfterTree || taken <= width / 2;
    isAfterTree ||= column.tree === true;
    return frozen ? column : { ...column, frozen };
  });
}

/** Where columns stand that nobody has scrolled: at the first one, or at the one that the grid opens at where the others leave it little room. */
export function openingLeft({ options: { opensAt }, model, view }: Chart): number {
  const index = model.columns.findIndex(({ id }) => id === opensAt);
  if (index < 0) return 0;
  const { left, frozenWidth } = model.columnLayout;
  const before = left[index] - frozenWidth;
  return before > (view.gridWidth - frozenWidth) / 2 ? before : 0;
}

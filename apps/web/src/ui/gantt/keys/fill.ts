import type { CellValue, GanttColumn } from '@gantry/scene';
import type { CellEdit, CellRange, Chart } from '../chart.ts';
import { canEdit, showWhyNot, send } from './clipboard.ts';
import { selectedRows } from './selection.ts';

/** The chosen rectangle, or the focused cell; null where none is. */
export function rangeOf(chart: Chart): CellRange | null {
  const { model, cellRange } = chart;
  if (cellRange) return cellRange;
  const place = model.focusRow < 0 ? -1 : model.visible.indexOf[model.focusRow];
  if (place < 0 || model.focusColumn < 0) return null;
  return { rowFrom: place, rowTo: place, columnFrom: model.focusColumn, columnTo: model.focusColumn };
}

const valueOf = (column: GanttColumn, row: number): CellValue => (column.value ? column.value(row) : column.text(row));
/** The cell of a source that is repeated at a place: the source goes on beyond both of its ends. */
const repeated = (at: number, first: number, last: number): number => {
  const length = last - first + 1;
  return first + ((((at - first) % length) + length) % length);
};

/** Repeats the cells of a source in the rest of a target; sideways only where the columns take the same. */
export function fillCells(chart: Chart, source: CellRange, target: CellRange): boolean {
  const { model } = chart;
  const edits: CellEdit[] = [];
  for (let place = target.rowFrom; place <= target.rowTo; place++)
    for (let index = target.columnFrom; index <= target.columnTo; index++) {
      const isSource = place >= source.rowFrom && place <= source.rowTo && index >= source.columnFrom && index <= source.columnTo;
      const [row, column] = [model.visible.rowAt[place], model.columns[index]];
      if (isSource || !canEdit(chart, row, column)) continue;
      const from = model.columns[repeated(index, source.columnFrom, source.columnTo)];
      if (from !== column && (from.series === undefined || from.series !== column.series)) continue;
      const value = valueOf(from, model.visible.rowAt[repeated(place, source.rowFrom, source.rowTo)]);
      edits.push({ row, columnId: column.id, value });
    }
  if (edits.length > 0)
    void send(
      chart,
      edits,
      edits[0].row,
      model.columns.findIndex(({ id }) => id === edits[0].columnId),
    );
  return edits.length > 0 || showWhyNot(chart);
}

/** Repeats the first row of the range of cells, or of the selected neighbours, in the rest of it; else the cell above in the focused one. */
export function fillSelection(chart: Chart): boolean {
  const { model, cellRange } = chart;
  const place = model.focusRow < 0 ? -1 : model.visible.indexOf[model.focusRow];
  const chosen = selectedRows(chart).map((row) => model.visible.indexOf[row]);
  const [top, bottom] = [Math.min(...chosen), Math.max(...chosen)];
  const columns = cellRange ?? { columnFrom: model.focusColumn, columnTo: model.focusColumn };
  const fill = (from: number, to: number): void => {
    const target = { columnFrom: columns.columnFrom, columnTo: columns.columnTo, rowFrom: from, rowTo: to };
    fillCells(chart, { ...target, rowTo: from }, target);
  };
  if (cellRange && cellRange.rowTo > cellRange.rowFrom) fill(cellRange.rowFrom, cellRange.rowTo);
  else if (chosen.length > 1 && top >= 0 && bottom - top + 1 === chosen.length) fill(top, bottom);
  else if (place > 0) fill(place - 1, place);
  return true;
}

/** Repeats the first column of the range in the rest of it; else the cell at the left in the focused one. False where no series of cells is. */
export function fillRight(chart: Chart): boolean {
  const range = rangeOf(chart);
  const column = range && chart.model.columns[range.columnTo];
  if (!range || column?.series === undefined) return false;
  const from = range.columnTo > range.columnFrom ? range.columnFrom : range.columnFrom - 1;
  if (from >= 0) fillCells(chart, { ...range, columnFrom: from, columnTo: from }, { ...range, columnFrom: from });
  return true;
}

/** Puts a value into every cell of the range that takes it. */
export function fillRange(chart: Chart, value: CellValue): boolean {
  const { model } = chart;
  const range = rangeOf(chart);
  if (!range) return false;
  const edits: CellEdit[] = [];
  for (let place = range.rowFrom; place <= range.rowTo; place++)
    for (let index = range.columnFrom; index <= range.columnTo; index++) {
      const [row, column] = [model.visible.rowAt[place], model.columns[index]];
      if (column.series !== undefined && canEdit(chart, row, column)) edits.push({ row, columnId: column.id, value });
    }
  if (edits.length > 0) void send(chart, edits, edits[0].row, range.columnFrom);
  return edits.length > 0 || showWhyNot(chart);
}

/** Whether the focus stands in a series of cells: there keys are those of a spreadsheet. */
export const inSeries = ({ model }: Chart): boolean => model.columns[model.focusColumn]?.series !== undefined && model.focusRow >= 0;

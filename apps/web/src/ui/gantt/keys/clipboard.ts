import type { GanttColumn } from '@gantry/scene';
import { ROW_FLAGS, yOf } from '@gantry/scene';
import type { CellContext, Parsed } from '../cell-editors/cell-editor.ts';
import { USUAL_SIZES } from '../cell-editors/cell-editor.ts';
import { CELL_EDITOR_KINDS } from '../cell-editors/index.ts';
import type { CellEdit, CellRefusal, Chart } from '../chart.ts';
import { refuseAt, refuseCells } from '../gestures/refusal.ts';
import { nameOf, selectedRows } from './selection.ts';

const HANDLE = 6;

/** True where a cell can be edited. */
export function canEdit(chart: Chart, row: number, column: GanttColumn | undefined): boolean {
  if (!column?.editor || row < 0 || chart.options.readOnly || !chart.options.events.edit) return false;
  return column.editable ? column.editable(row) : (chart.model.rows.flags[row] & ROW_FLAGS.locked) === 0;
}

/** Shows at the focused cell why it takes nothing; false where no reason is given. */
export function showWhyNot(chart: Chart): boolean {
  const { focusRow: row, focusColumn: index, columns } = chart.model;
  if (row < 0 || canEdit(chart, row, columns[index])) return false;
  const text = columns[index]?.whyNot?.(row) ?? '';
  refuseAt(chart, row, index, text);
  return text !== '';
}

/** True on the small square at the lower right corner of the focused cell or range. */
export function onFillHandle(chart: Chart, x: number, y: number): boolean {
  const { model, view } = chart;
  const column = chart.cellRange?.columnTo ?? model.focusColumn;
  const place = chart.cellRange?.rowTo ?? (model.focusRow >= 0 ? model.visible.indexOf[model.focusRow] : -1);
  if (place < 0 || column < 0 || !canEdit(chart, model.focusRow, model.columns[column])) return false;
  const right = model.columnLayout.left[column] + model.columnLayout.width[column] - (model.columns[column].frozen ? 0 : view.gridLeft);
  const bottom = yOf(view, place + 1);
  return x > right - HANDLE - 2 && x <= right && y > bottom - HANDLE - 2 && y <= bottom;
}

/** The range, or the selected rows whole, as tab-separated text; `whole` = rows also where a range of cells is chosen. */
export function copyText(chart: Chart, whole = false): { rows: number[]; text: string } {
  const { model } = chart;
  const cellRange = whole ? null : chart.cellRange;
  const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  if (cellRange) {
    const rows: number[] = [];
    for (let place = cellRange.rowFrom; place <= cellRange.rowTo; place++) rows.push(model.visible.rowAt[place]);
    const columns = model.columns.slice(cellRange.columnFrom, cellRange.columnTo + 1);
    return { rows, text: rows.map((row) => columns.map((column) => clean(column.text(row))).join('\t')).join('\n') };
  }
  const rows = selectedRows(chart);
  const shown = model.visible.indexOf;
  rows.sort((a, b) => shown[a] - shown[b]);
  return { rows, text: rows.map((row) => model.columns.map((column) => clean(column.text(row))).join('\t')).join('\n') };
}

/** Reads tab-separated text as spreadsheets write it. */
export function readTable(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const table: string[][] = [[]];
  // A cell in quotes may hold tabs and line breaks; a quote elsewhere is a sign like any other.
  for (const [, quoted, plain, end] of lines.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g)) {
    table.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') table.push([]);
    if (end === '') break;
  }
  return table;
}

/** What an editor of a cell works with. */
export function cellContext(chart: Chart, column: GanttColumn, row: number): CellContext {
  const { cells, sizes } = chart.options.labels;
  return { words: cells, sizes: sizes ?? USUAL_SIZES, options: column.options?.(row) ?? [], whole: column.whole?.(row) ?? null };
}

/** Reads a text for a cell. */
export function readCell(chart: Chart, column: GanttColumn, row: number, text: string): Parsed {
  return CELL_EDITOR_KINDS[column.editor ?? 'text'].read(text, cellContext(chart, column, row));
}

/** Puts a table onto the cells from the focus on; what does not fit the list's end is offered outside as new rows. */
export function pasteText(chart: Chart, text: string): void {
  const { model, options } = chart;
  const place = model.focusRow >= 0 ? (chart.cellRange?.rowFrom ?? model.visible.indexOf[model.focusRow]) : -1;
  const firstColumn = chart.cellRange?.columnFrom ?? model.focusColumn;
  if (options.readOnly) return;
  let table = readTable(text);
  if (model.rows.count === 0 && model.columns.length > 0) options.events.appendRows?.(table, model.columns[0].id);
  if (place < 0 || firstColumn < 0) return;
  const whole = table[0].length >= model.columns.length && model.columns.length > 1;
  if (whole && options.events.pasteRows && options.events.pasteRows(model.focusRow, text) !== false) return;
  if (table.length === 1 && table[0].length === 1 && chart.cellRange) {
    const { rowFrom, rowTo, columnFrom, columnTo } = chart.cellRange;
    table = Array.from({ length: rowTo - rowFrom + 1 }, () => Array.from({ length: columnTo - columnFrom + 1 }, () => table[0][0]));
  }
  const beyond = table.slice(model.visible.count - place);
  if (beyond.length > 0) options.events.appendRows?.(beyond, model.columns[firstColumn].id);
  const edits: CellEdit[] = [];
  const refusals: CellRefusal[] = [];
  for (let line = 0; line < table.length && place + line < model.visible.count; line++) {
    const row = model.visible.rowAt[place + line];
    for (let cell = 0; cell < table[line].length; cell++) {
      const index = firstColumn + cell;
      const column = model.columns[index];
      if (!canEdit(chart, row, column)) {
        const text = table[line][cell] === '' ? '' : (column?.whyNot?.(row) ?? '');
        if (text !== '') refusals.push({ row, columnId: column.id, text });
        continue;
      }
      const read = readCell(chart, column, row, table[line][cell]);
      if ('refusal' in read) refusals.push({ row, columnId: column.id, text: read.refusal });
      else edits.push({ row, columnId: column.id, value: read.value });
    }
  }
  if (edits.length > 0) void send(chart, edits, model.visible.rowAt[place], firstColumn, refusals);
  else refuseCells(chart, refusals);
}

/** Hands edits over; a refusal of all is shown at the first cell, one of some cells at each, with those refused before. An accepted single value is told. */
export async function send(
  chart: Chart,
  edits: readonly CellEdit[],
  row: number,
  column: number,
  before: readonly CellRefusal[] = [],
): Promise<boolean> {
  const verdict = (await chart.options.events.edit?.(edits)) ?? [];
  if (typeof verdict === 'string') {
    refuseAt(chart, row, column, verdict);
    return false;
  }
  const refused = [...before, ...verdict];
  refuseCells(chart, refused);
  if (refused.length === 0 && edits.length === 1 && row < chart.model.rows.count) reportValue(chart, edits[0], column);
  return refused.length === 0;
}

function reportValue(chart: Chart, { row, value }: CellEdit, index: number): void {
  const column = chart.model.columns[index];
  if (!column) return;
  const text = CELL_EDITOR_KINDS[column.editor ?? 'text'].write(value, cellContext(chart, column, row));
  const option = column.options?.(row).find((each) => each.value === value);
  chart.dom.live.textContent = `${nameOf(chart, row)}, ${column.title}: ${option?.label ?? text}`;
}

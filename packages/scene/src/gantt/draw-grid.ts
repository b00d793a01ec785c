import { drawFrame, drawRect, drawText, drawTriangle, openZone } from '../drawing/scene.ts';
import { COLOUR, LAYER } from './colours.ts';
import type { GanttColumn } from './columns.ts';
import type { Frame } from './frame.ts';
import { yOf } from './frame.ts';
import { ROW_FLAGS, TYPE_SUM } from './rows.ts';

/** Room left and right of a cell's text. */
export const CELL_PADDING = 8;
/** Indentation of a level, and room of the fold mark. */
export const INDENT = 14;
export const FOLD_ROOM = 18;

/** Where the text of the tree column begins, from the column's left edge. */
export function treeIndent(level: number): number {
  return CELL_PADDING + level * INDENT + FOLD_ROOM;
}

/** Draws the cells in sight: frozen columns, then those that scroll sideways under them. */
export function drawGrid(frame: Frame): void {
  const { view, model, scene } = frame;
  const { frozenWidth } = model.columnLayout;
  openZone(scene, 0, 0, Math.min(frozenWidth, view.gridWidth), view.height);
  drawCells(frame, true);
  openZone(scene, frozenWidth, 0, view.gridWidth - frozenWidth, view.height);
  drawCells(frame, false);
}

function drawCells(frame: Frame, frozen: boolean): void {
  const { view, model, scene } = frame;
  const { columns, columnLayout } = model;
  const from = frozen ? 0 : columnLayout.frozenWidth;
  const to = frozen ? Math.min(columnLayout.frozenWidth, view.gridWidth) : view.gridWidth;
  drawBands(frame, from, to);
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    if (Boolean(column.frozen) !== frozen) continue;
    const x = columnLayout.left[index] - (frozen ? 0 : view.gridLeft);
    const width = columnLayout.width[index];
    if (x + width <= from || x >= to) continue;
    for (let place = frame.first; place <= frame.last; place++)
      drawCell(frame, column, model.visible.rowAt[place], x, yOf(view, place), width);
    drawRect(scene, LAYER.rowLine, COLOUR.line, x + width - 1, 0, 1, yOf(view, frame.last + 1));
    if (index === model.focusColumn && model.focusRow >= 0) {
      const place = model.visible.indexOf[model.focusRow];
      if (place >= frame.first && place <= frame.last) {
        drawFrame(scene, LAYER.top, COLOUR.accent, x, yOf(view, place), width - 1, view.rowHeight - 1, 2);
        if (column.editor && (column.editable?.(model.focusRow) ?? true)) drawFillHandle(frame, x + width - 1, yOf(view, place + 1) - 1);
      }
    }
  }
}

/** The square that fills cells below when drawn down. */
function drawFillHandle(frame: Frame, right: number, bottom: number): void {
  drawRect(frame.scene, LAYER.top, COLOUR.surface, right - 5, bottom - 5, 6, 6);
  drawRect(frame.scene, LAYER.top, COLOUR.accent, right - 4, bottom - 4, 5, 5);
}

/** Row lines and the grounds of summaries and of selected rows. */
export function drawBands(frame: Frame, from: number, to: number): void {
  const { view, model, scene } = frame;
  for (let place = frame.first; place <= frame.last; place++) {
    const row = model.visible.rowAt[place];
    const y = yOf(view, place);
    if (model.selected[row] === 1) {
      drawRect(scene, LAYER.shade, COLOUR.selection, from, y, to - from, view.rowHeight - 1);
      // A strip beside the colour, for eyes and themes that do not tell the colour.
      if (from === 0) drawRect(scene, LAYER.line, COLOUR.accent, 0, y, 3, view.rowHeight - 1);
    } else if (model.rows.type[row] === TYPE_SUM && model.rows.level[row] < 2) {
      drawRect(scene, LAYER.ground, COLOUR['sum-row'], from, y, to - from, view.rowHeight - 1);
    }
    drawRect(scene, LAYER.rowLine, COLOUR.line, from, y + view.rowHeight - 1, to - from, 1);
  }
}

function drawCell(frame: Frame, column: GanttColumn, row: number, x: number, y: number, width: number): void {
  const { scene, model, view, fitter } = frame;
  const { rows } = model;
  const middle = y + view.rowHeight / 2 + 0.5;
  const sum = rows.type[row] === TYPE_SUM;
  const font = sum ? 'strong' : 'regular';
  let left = x + CELL_PADDING;
  if (column.tree) {
    left = x + treeIndent(rows.level[row]);
    if (rows.end[row] > row + 1) drawFold(frame, left - FOLD_ROOM + 5, Math.floor(y + view.rowHeight / 2), rows.collapsed[row] === 1);
  }
  const text = column.text(row);
  if (text === '') return;
  const room = x + width - CELL_PADDING - left;
  const colour = toneOf(frame, column, row);
  const fitted = fitter.fit(text, room, font);
  if (column.align === 'right') drawText(scene, LAYER.text, colour, font, 'right', x + width - CELL_PADDING, middle, fitted);
  else if (column.align === 'center') drawText(scene, LAYER.text, colour, font, 'center', x + width / 2, middle, fitted);
  else drawText(scene, LAYER.text, colour, font, 'left', left, middle, fitted);
}

function toneOf(frame: Frame, column: GanttColumn, row: number): number {
  if (frame.model.rows.flags[row] & ROW_FLAGS.context) return COLOUR['text-muted'];
  const tone = column.tone ? column.tone(row) : 'plain';
  if (tone === 'critical') return COLOUR['critical-text'];
  if (tone === 'near') return COLOUR['near-text'];
  return tone === 'muted' ? COLOUR['text-muted'] : COLOUR.text;
}

function drawFold(frame: Frame, x: number, y: number, folded: boolean): void {
  if (folded) drawTriangle(frame.scene, LAYER.mark, COLOUR['text-muted'], x + 1, y - 4, x + 6, y, x + 1, y + 4);
  else drawTriangle(frame.scene, LAYER.mark, COLOUR['text-muted'], x - 1, y - 2, x + 8, y - 2, x + 3.5, y + 3);
}

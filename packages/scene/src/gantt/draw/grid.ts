import { closeCell, drawFrame, drawRect, drawRound, drawText, drawTriangle, openCell, openZone } from '../../drawing/scene.ts';
import type { FontRole } from '../../drawing/scene.ts';
import type { TextFitter } from '../../drawing/text-fitter.ts';
import { COLOUR, LAYER } from '../colours.ts';
import { line } from '../cells/line.ts';
import type { CellRoom, GanttColumn } from '../columns.ts';
import type { Frame } from '../frame.ts';
import { heightOf, yOf } from '../frame.ts';
import { type GanttRows, hasSumGround, ROW_FLAGS, TYPE_SUM } from '../rows.ts';

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
    for (let place = frame.first; place <= frame.last; place++) drawCell(frame, index, place, x, yOf(view, place), width);
    closeCell(scene);
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

const BADGE = 16;

/** Somebody else stands on the row: their initials in a round badge at the border of the grid, over whatever is there. */
function drawHere({ scene, view, fitter }: Frame, y: number, initials: string): void {
  const width = Math.max(BADGE, Math.ceil(fitter.width(initials, 'caption')) + 8);
  const left = view.gridWidth - width - 4;
  drawRound(scene, LAYER.top, COLOUR.accent, left, Math.round(y + (view.rowHeight - BADGE) / 2), width, BADGE, BADGE / 2);
  drawText(scene, LAYER.top, COLOUR['mark-text'], 'caption', 'center', left + width / 2, y + view.rowHeight / 2 + 0.5, initials);
}

/** Row lines and the grounds of summaries and of selected rows. */
export function drawBands(frame: Frame, from: number, to: number): void {
  const { view, model, scene } = frame;
  for (let place = frame.first; place <= frame.last; place++) {
    const row = model.visible.rowAt[place];
    const y = yOf(view, place);
    const height = heightOf(view, place);
    if (model.selected[row] === 1) {
      drawRect(scene, LAYER.shade, COLOUR.selection, from, y, to - from, height - 1);
      // A strip beside the colour, for eyes and themes that do not tell the colour.
      if (from === 0) drawRect(scene, LAYER.line, COLOUR.accent, 0, y, 3, height - 1);
    } else if (hasSumGround(model.rows, row)) {
      drawRect(scene, LAYER.ground, COLOUR['sum-row'], from, y, to - from, height - 1);
    }
    const initials = to === view.gridWidth ? model.here?.get(model.rows.id[row]) : undefined;
    if (initials !== undefined) drawHere(frame, y, initials);
    drawRect(scene, LAYER.rowLine, COLOUR.line, from, y + height - 1, to - from, 1);
  }
}

const room: CellRoom = {
  scene: undefined as never,
  fitter: undefined as never,
  row: 0,
  x: 0,
  y: 0,
  width: 0,
  height: 0,
  text: '',
  font: 'regular',
  colour: 0,
};

/** The room that a cell of a column draws itself in; `x` and `y` of its upper left corner. The object is used again by the next call. */
export function cellRoom(
  frame: Frame,
  column: GanttColumn,
  row: number,
  x: number,
  y: number,
  width: number,
  height = frame.view.rowHeight,
): CellRoom {
  const { rows } = frame.model;
  room.scene = frame.scene;
  room.fitter = frame.fitter;
  room.row = row;
  room.x = x + indentOf(column, rows, row);
  room.y = y;
  room.width = x + width - CELL_PADDING - room.x;
  room.height = height;
  room.text = column.text(row);
  room.font = fontOf(rows, row);
  room.colour = toneOf(frame, column, row);
  return room;
}

/** The width in which a column cuts none of these rows' texts. */
export function widthFor(column: GanttColumn, rows: GanttRows, fitter: TextFitter, list: Iterable<number>): number {
  const beside = column.look?.beside ?? 0;
  let widest = 0;
  for (const row of list) {
    const left = indentOf(column, rows, row);
    widest = Math.max(widest, left + fitter.width(column.text(row), fontOf(rows, row)) + beside);
  }
  return Math.ceil(widest) + CELL_PADDING;
}

/** Where the text of a cell begins, from the left edge of its column. */
export const indentOf = ({ tree }: GanttColumn, rows: GanttRows, row: number): number =>
  tree ? treeIndent(rows.level[row]) : CELL_PADDING;

/** The font of a row's cells. */
export const fontOf = (rows: GanttRows, row: number): FontRole => (rows.type[row] === TYPE_SUM ? 'strong' : 'regular');

function drawCell(frame: Frame, index: number, place: number, x: number, y: number, width: number): void {
  const { rows, columns, visible } = frame.model;
  const column = columns[index];
  const row = visible.rowAt[place];
  const height = heightOf(frame.view, place);
  if (column.tree && rows.end[row] > row + 1) {
    const left = x + treeIndent(rows.level[row]);
    drawFold(frame, left - FOLD_ROOM + 5, Math.floor(y + height / 2), rows.collapsed[row] === 1);
  }
  if (column.ground) drawGround(frame, column.ground(row), x, y, width, height - 1);
  if (column.fault && column.fault(row) !== '') drawFault(frame, x + width - 1, y);
  if (column.note && column.note(row) !== '') drawNote(frame, x, y);
  const room = cellRoom(frame, column, row, x, y, width, height);
  openCell(frame.scene, place, index, room.text);
  (column.look ?? line).draw(room, column);
}

const HATCH = 6;

/** Grounds lie under the text and over the band of the row. */
function drawGround({ scene }: Frame, ground: 'off' | 'closed' | null, x: number, y: number, width: number, height: number): void {
  if (ground === null) return;
  drawRect(scene, LAYER.ground, COLOUR['non-working'], x, y, width - 1, height);
  if (ground === 'closed')
    for (let at = x + 2; at < x + width - 2; at += HATCH) drawRect(scene, LAYER.rowLine, COLOUR.line, at, y, 1, height);
}

const FAULT = 7;

/** The upper right corner of a cell whose value is not a valid one: a shape, so that it is not told by colour alone. */
function drawFault({ scene }: Frame, right: number, y: number): void {
  drawTriangle(scene, LAYER.mark, COLOUR['critical-text'], right - FAULT, y, right, y, right, y + FAULT);
}

/** The upper left corner of a cell of whose value more is to be known. */
function drawNote({ scene }: Frame, left: number, y: number): void {
  drawTriangle(scene, LAYER.mark, COLOUR.accent, left, y, left + FAULT, y, left, y + FAULT);
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

import { cellPlace, drawRect, drawText, openPlace, type Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { CHART_COLOUR, CHART_LAYER, type ChartColour } from './chart-colours.ts';

/**
 * A cell of a table of figures; `exact` is the number that its text rounds, a share where that is in percent; `heat` from 0 to 1 is how
 * much of the largest value of its table it has.
 */
export type FigureCell = {
  text: string;
  exact?: number | null;
  tone?: 'ok' | 'warn' | 'error' | 'muted';
  strong?: boolean;
  heat?: number;
};
/** A table of figures: the first column is of names, the others are of numbers. */
export type FigureTable = {
  head: readonly string[];
  rows: readonly (readonly FigureCell[])[];
  /** Of a part of a wider table: the numbers of its columns there, -1 where one stands again. */
  columns?: readonly number[];
};
/** The row as which cells are read, and the numbers of their columns where they are a part of a table. */
export type TableReading = { row: number; columns: readonly number[] | null } | null;

/** The height of a row of a table. */
export const TABLE_ROW = 24;
const PAD = 8;
const LEAST_NAME = 90;

const TONES: Record<NonNullable<FigureCell['tone']>, ChartColour> = { ok: 'ok', warn: 'warn', error: 'error', muted: 'text-muted' };

/** What each column needs for its texts to stand whole. */
function widestTexts({ head, rows }: FigureTable, fitter: TextFitter): number[] {
  const count = Math.max(head.length, ...rows.map(({ length }) => length), 1);
  return Array.from({ length: count }, (_, column) =>
    Math.max(
      head[column] ? fitter.width(head[column], 'caption') : 0,
      ...rows.map((row) => (row[column] ? fitter.width(row[column].text, row[column].strong ? 'strong' : 'regular') : 0)),
    ),
  ).map((text) => text + 2 * PAD);
}

/** Widths of columns: as wide as their widest text, what is left goes to the names; where all are too wide, the names give way first. */
export function columnWidths(table: FigureTable, width: number, fitter: TextFitter): number[] {
  const widest = widestTexts(table, fitter);
  const numbers = widest.slice(1).reduce((sum, one) => sum + one, 0);
  const names = Math.max(Math.min(LEAST_NAME, width / 2), width - numbers);
  const shrink = numbers > width - names ? (width - names) / numbers : 1;
  return [names, ...widest.slice(1).map((one) => one * shrink)];
}

/** How wide a table is whose texts all stand whole. */
export const wholeWidth = (table: FigureTable, fitter: TextFitter): number => widestTexts(table, fitter).reduce((sum, one) => sum + one, 0);

/** A table in parts whose columns have room for their texts, each with the names before it. */
export function columnParts(table: FigureTable, width: number, fitter: TextFitter): FigureTable[] {
  const [, ...widest] = widestTexts(table, fitter);
  const room = width - Math.min(LEAST_NAME, width / 2);
  const parts: number[][] = [[]];
  let used = 0;
  for (const [at, one] of widest.entries()) {
    if (used > 0 && used + one > room) {
      parts.push([]);
      used = 0;
    }
    parts[parts.length - 1].push(at + 1);
    used += one;
  }
  if (parts.length === 1) return [table];
  return parts.map((columns, part) => ({
    head: table.head.length > 0 ? [0, ...columns].map((column) => table.head[column] ?? '') : [],
    rows: table.rows.map((row) => [0, ...columns].flatMap((column) => row[column] ?? [])),
    columns: [part === 0 ? 0 : -1, ...columns],
  }));
}

/** Draws the head of a table, where it has one; answers the height that it took. `read` is null where it is read as none. */
export function drawTableHead(
  scene: Scene,
  { head }: FigureTable,
  widths: readonly number[],
  x: number,
  y: number,
  fitter: TextFitter,
  read: TableReading,
): number {
  if (!head.some(Boolean)) return 0;
  cells(
    scene,
    head.map((text): FigureCell => ({ text, tone: 'muted' })),
    widths,
    x,
    y,
    fitter,
    'caption',
    read,
  );
  return TABLE_ROW;
}

/** Draws a row of a table at a height. */
export function drawTableRow(
  scene: Scene,
  row: readonly FigureCell[],
  widths: readonly number[],
  x: number,
  y: number,
  fitter: TextFitter,
  read: TableReading,
): void {
  cells(scene, row, widths, x, y, fitter, 'regular', read);
}

function cells(
  scene: Scene,
  row: readonly FigureCell[],
  widths: readonly number[],
  x: number,
  y: number,
  fitter: TextFitter,
  font: 'regular' | 'caption',
  read: TableReading,
): void {
  let left = x;
  for (const [column, { text, tone, strong, heat = 0 }] of row.entries()) {
    const width = widths[column] ?? 0;
    if (heat > 0) drawRect(scene, CHART_LAYER.band, CHART_COLOUR.plan, left + 2, y + TABLE_ROW - 4, (width - 4) * heat, 2);
    const face = strong ? 'strong' : font;
    const fitted = fitter.fit(text, width - (column === 0 ? PAD : 2 * PAD) + 1, face);
    const role = CHART_COLOUR[tone ? TONES[tone] : 'text'];
    const number = read?.columns?.[column] ?? column;
    openPlace(scene, read === null || number < 0 ? null : cellPlace(read.row, number), text);
    if (column === 0) drawText(scene, CHART_LAYER.text, role, face, 'left', left, y + TABLE_ROW / 2, fitted);
    else drawText(scene, CHART_LAYER.text, role, face, 'right', left + width - PAD, y + TABLE_ROW / 2, fitted);
    left += width;
  }
  drawRect(
    scene,
    CHART_LAYER.rule,
    CHART_COLOUR.rule,
    x,
    y + TABLE_ROW - 1,
    widths.reduce((sum, one) => sum + one, 0),
    1,
  );
}

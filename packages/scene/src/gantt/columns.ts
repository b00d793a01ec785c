import type { Alignment, FontRole, Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';

/** Ways to edit a cell; what each accepts and yields is said by the web's cell values. */
export const CELL_EDITORS = ['text', 'number', 'duration', 'date', 'percentage', 'select', 'flag'] as const;
export type CellEditor = (typeof CELL_EDITORS)[number];

/** What an editor starts from and hands over: minutes for dates and durations, 0…1 for percentages, the option's value for selects. */
export type CellValue = string | number | boolean | null;

/** A choice of a select cell. */
export type CellOption = { value: string | number; label: string };

/** What a cell draws itself with: the room left of padding, indentation and fold mark; one object, reused for every cell. */
export type CellRoom = {
  scene: Scene;
  fitter: TextFitter;
  row: number;
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
  font: FontRole;
  /** Colour role of the text. */
  colour: number;
};

/** A way for cells to look; the column says which, and brings text and value. */
export type CellLook = {
  draw(room: CellRoom, column: GanttColumn): void;
  /** True where the text does not fit: the tooltip then shows it whole. */
  cuts(room: CellRoom, column: GanttColumn): boolean;
  /** Pixels that it takes beside the text. */
  beside?: number;
};

/** A column of the grid. `row` is the place in `GanttRows`. */
export type GanttColumn = {
  id: string;
  title: string;
  width: number;
  align?: Alignment;
  /** Stays in sight when the grid is scrolled sideways; frozen columns come first. */
  frozen?: boolean;
  /** Carries indentation and the fold mark; exactly one column. */
  tree?: boolean;
  text(row: number): string;
  /** A number or a date: a part of it would be another one, so where it has no room signs stand for it. */
  exact?: boolean;
  /** Nobody has set the width: it grows with what the first rows hold. */
  fits?: boolean;
  /** How its cells draw themselves; default: one line of text. */
  look?: CellLook;
  editor?: CellEditor;
  /** Columns of one series take the same: their cells are filled sideways, and emptied by Delete. */
  series?: string;
  /** Why a cell of a series takes no value, '' where it is no use to say. */
  whyNot?(row: number): string;
  /** The ground of a cell: of a day off, or of one whose value is closed, which is hatched beside the colour. */
  ground?(row: number): 'off' | 'closed' | null;
  /** What the editor starts from; without it the editor starts from the text. */
  value?(row: number): CellValue;
  /** Default: every row that is not locked. */
  editable?(row: number): boolean;
  options?(row: number): readonly CellOption[];
  /** What a percentage that is typed as an amount is a share of; null where nothing. */
  whole?(row: number): number | null;
  /** Number of a colour of the theme's tints, 1…8, 0 = none: what a coloured look shows beside the text. */
  tint?(row: number): number;
  /** 'critical' paints the value in the critical colour, 'muted' in the quiet one. */
  tone?(row: number): 'critical' | 'near' | 'muted' | 'plain';
  /** What its title tells beside itself when pointed at; such a column bears a lock. */
  locked?: string;
  /** Why the value is not a valid one, '' where it is: a corner of the cell is marked, the tip says it. */
  fault?(row: number): string;
  /** What else is to be known of the value, '' where nothing: the other corner of the cell is marked, the tip says it. */
  note?(row: number): string;
  /** What was typed into the cell and refused: its editor starts from that. */
  refused?(row: number): CellValue | undefined;
};

/** Where columns stand, in pixels from the grid's left edge; frozen ones first. */
export type ColumnLayout = { left: Float64Array; width: Float64Array; frozenWidth: number; totalWidth: number };

/** Lays columns out. */
export function layOutColumns(columns: readonly GanttColumn[]): ColumnLayout {
  const left = new Float64Array(columns.length);
  const width = new Float64Array(columns.length);
  let at = 0;
  let frozenWidth = 0;
  columns.forEach((column, index) => {
    left[index] = at;
    width[index] = column.width;
    at += column.width;
    if (column.frozen) frozenWidth = at;
  });
  return { left, width, frozenWidth, totalWidth: at };
}

/** The column under a place of the grid; -1 where there is none. `x` from the grid's left edge, `scrolled` its sideways scroll. */
export function columnAt(layout: ColumnLayout, x: number, scrolled: number): number {
  const at = x < layout.frozenWidth ? x : x + scrolled;
  for (let index = 0; index < layout.left.length; index++) {
    if (at >= layout.left[index] && at < layout.left[index] + layout.width[index]) return index;
  }
  return -1;
}

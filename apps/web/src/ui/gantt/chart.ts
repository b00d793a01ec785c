import type { Minute, RelationType } from '@gantry/domain';
import type {
  BarLabel,
  CellValue,
  Decoration,
  DecorationId,
  Frame,
  GanttCalendar,
  GanttColumn,
  GanttLinks,
  GanttModel,
  GanttRows,
  GanttView,
  Histogram,
  Scene,
  StepUnit,
  TimeMark,
  TimeWords,
} from '@gantry/scene';
import type { ChartDom } from './dom.ts';
import type { ShowCalendar } from './cell-editors/date-hand.ts';
import type { CellWords, DurationSizes } from './cell-editors/cell-editor.ts';
import type { CanvasPainter } from './drawing/canvas-painter.ts';
import type { Theme } from './drawing/theme.ts';

/** One change of one cell. */
export type CellEdit = { row: number; columnId: string; value: CellValue };

/** A rectangle of cells: places of the list and numbers of columns, both ends in it. */
export type CellRange = { rowFrom: number; rowTo: number; columnFrom: number; columnTo: number };

/** Why an edit was refused, as a text for the user; null = accepted. */
export type Verdict = string | null;

/** One cell of several whose edit was refused, and why. */
export type CellRefusal = { row: number; columnId: string; text: string };

/** Asked from outside; every event names rows by their place in `GanttRows`. */
export type GanttEvents = {
  select?(rows: Int32Array, focus: { row: number; columnId: string | null }): void;
  selectLink?(link: number): void;
  /** The chart has folded or unfolded rows; `rows` null = all. */
  toggle?(rows: readonly number[] | null, folded: boolean): void;
  /** Cells edited by hand, by paste or by the fill handle: refused as a whole, or the cells that were. */
  edit?(edits: readonly CellEdit[]): Verdict | readonly CellRefusal[] | Promise<Verdict | readonly CellRefusal[]>;
  /** Bars dragged by so many minutes of their first row. What the hand showed stays until the answer. */
  moveBars?(rows: readonly number[], minutes: Minute): Promise<void> | void;
  stretchBar?(row: number, edge: 'start' | 'finish', minute: Minute): Promise<void> | void;
  setProgress?(row: number, progress: number): void;
  createLink?(predecessor: number, successor: number, type: RelationType): void;
  removeLink?(link: number): void;
  moveRows?(rows: readonly number[], target: number, where: 'before' | 'after' | 'inside'): void;
  contextMenu?(at: { row: number; columnId: string | null; link: number; header: boolean; x: number; y: number }): void;
  insert?(row: number, where: 'before' | 'after' | 'inside'): void;
  remove?(rows: readonly number[]): void;
  indent?(rows: readonly number[]): void;
  outdent?(rows: readonly number[]): void;
  moveUp?(rows: readonly number[]): void;
  moveDown?(rows: readonly number[]): void;
  /** Whole rows copied with the TSV that went to the clipboard. */
  copy?(rows: readonly number[], text: string): void;
  /** Whole rows cut with the TSV that went to the clipboard. */
  cut?(rows: readonly number[], text: string): void;
  /** Text as wide as the grid pasted: rows to be made; false where the cells shall take it. */
  pasteRows?(row: number, text: string): boolean | void;
  /** Lines of a pasted table for which there were no rows left, and the column of their first cell. */
  appendRows?(lines: readonly (readonly string[])[], columnId: string): void;
  undo?(): void;
  redo?(): void;
  open?(row: number): void;
  headerClick?(columnId: string): void;
  columnResize?(columnId: string, width: number): void;
  columnMove?(columnId: string, before: string | null): void;
  splitterMove?(gridWidth: number): void;
  scaleChange?(pixelsPerDay: number): void;
};

/** Knowledge of the product that the chart borrows. */
export type GanttPorts = {
  /** The nearest working moment of a step for an edge of a row. Default: the step's bounds. */
  snap?(row: number, minute: Minute, edge: 'start' | 'finish', unit: StepUnit): Minute;
  /**
   * Computes the effect of a drag on the network: start and finish columns to draw meanwhile; null = only the row itself. A later answer is
   * announced by `changed` and then requested again.
   */
  preview?(
    rows: readonly number[],
    minutes: Minute,
    kind: 'move' | 'start' | 'finish',
    changed: () => void,
  ): { start: Int32Array; finish: Int32Array } | null;
  /** Whether a link would close a circle. */
  wouldCircle?(predecessor: number, successor: number): boolean;
  canLink?(predecessor: number, successor: number): boolean;
};

/** Texts of the chart. */
export type GanttLabels = {
  time: TimeWords;
  cells: CellWords;
  /** Working minutes of a day, a week and a month that typed durations mean; default 8 h, 5 d, 20 d. */
  sizes?: DurationSizes;
  /** Accessible name of the grid. */
  name: string;
  /** What opens the calendar of a date cell. */
  calendar?: string;
  /** Accessible name of the border between grid and chart; default: the grid's name. */
  splitter?: string;
  /** Said of a row's bar: start, finish, progress in words. */
  describeRow?(row: number): string;
  moved(text: string, days: number): string;
  /** How far something is moved, in a step's own measure. */
  shifted(minutes: Minute, unit: StepUnit): string;
  selected(count: number): string;
  linkHint(type: RelationType, circle: boolean): string;
  rowOf(row: number, count: number): string;
  folded(text: string): string;
  unfolded(text: string): string;
  date(minute: Minute): string;
  percent(share: number): string;
};

/** What the chart shows and how; everything can be set again at any time. */
export type GanttOptions = {
  rows: GanttRows;
  links: GanttLinks | null;
  calendars: readonly GanttCalendar[];
  columns: readonly GanttColumn[];
  labels: GanttLabels;
  /** Place → row with siblings sorted (`sortSiblings`); null = as in the plan. */
  order: Int32Array | null;
  /** 1 = filtered out, by row. */
  hidden: Uint8Array | null;
  sort: { columnId: string; descending: boolean } | null;
  marks: readonly TimeMark[];
  /** Initials of those who stand on rows, by the row's id. */
  here?: ReadonlyMap<number, string>;
  /** Names of the scene's own decorations, or objects of the caller's. */
  decorations: readonly (DecorationId | Decoration)[];
  barLabels: readonly BarLabel[];
  histogram: Histogram | null;
  showLinks: boolean;
  readOnly: boolean;
  /** Shows the calendar of a date cell; without it dates are typed alone. */
  calendar?: ShowCalendar;
  /** Which panes are open. */
  panes: 'both' | 'grid' | 'chart';
  /** The column that the grid scrolls to by itself where the ones before it take most of its width; null = none. */
  opensAt: string | null;
  rowHeight: number;
  gridWidth: number;
  histogramHeight: number;
  pixelsPerDay: number;
  /** Ends of the time axis; null = from the rows' dates, with room on both sides. */
  range: { start: Minute; finish: Minute } | null;
  events: GanttEvents;
  ports: GanttPorts;
};

/** Parts of the picture that wait for paint. */
export const DIRTY = { body: 1, header: 2, overlay: 4, strip: 8, all: 15 } as const;

/** The living chart: one object, changed by the functions around it. */
export type Chart = {
  dom: ChartDom;
  options: GanttOptions;
  model: GanttModel;
  view: GanttView;
  frame: Frame;
  scenes: { body: Scene; header: Scene; overlay: Scene; strip: Scene };
  painters: { body: CanvasPainter; header: CanvasPainter; overlay: CanvasPainter; strip: CanvasPainter };
  theme: Theme;
  /** Links sorted for the present order; see `sortLinks`. */
  sortedLinks: Int32Array;
  /** Where the native scroller stood when last seen or put, how wide its content is, and how many rows' pixels one of its pixels is. */
  native: { top: number; left: number; width: number; ratio: number };
  /** Where the grid has put its columns by itself, and for which column that it opens at. */
  opened: { at: string | null; gridLeft: number };
  /** A hand has been on the chart: it no longer goes to where it opens by itself. */
  placed: boolean;
  dirty: number;
  scheduled: number;
  /** Told after every paint of the body. */
  painted: (() => void) | null;
  /** Scales that the hand has set and told outside: coming back as options, late perhaps, they change nothing. */
  ownScales: Set<number>;
  /** Row under the pointer, -1 = none, and what of it. */
  hover: { row: number; column: number; part: string; link: number };
  /** Draws onto the overlay while a hand holds something. */
  ghost: ((scene: Scene) => void) | null;
  /** Rows with the dates that a hand has given them, shown in the place of the plan's until the plan has its answer; null = none. */
  held: GanttRows | null;
  /** Row where a range selection began. */
  anchor: number;
  /** Widths that the texts of the first rows need, by column. */
  fitted: Map<string, number>;
  /** Selected rectangle of cells; null = the focused cell alone. */
  cellRange: CellRange | null;
  /** A link being made by keys: from which row, where it would go, of which type; null = none. */
  linking: { from: number; to: number; type: RelationType } | null;
  /** The open editor of a cell; `follow` puts it where its cell now stands. */
  editing: { row: number; column: number; close(commit: boolean): void; follow(): void } | null;
  /** Undo of listeners and observers. */
  cleanups: (() => void)[];
  /** Counters of the last paint, for measurements. */
  counters: { paints: number; texts: number; cells: number; linksDrawn: number; linksVisited: number; linksHit: number };
};

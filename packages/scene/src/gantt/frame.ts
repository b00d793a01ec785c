import type { Minute } from '@gantry/domain';
import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import type { TimeScale } from '../time-scale/scale.ts';
import type { TimeWords } from '../time-scale/ticks.ts';
import type { GanttCalendar } from './calendar.ts';
import type { ColumnLayout, GanttColumn } from './columns.ts';
import type { Histogram } from './histogram.ts';
import type { GanttLinks, LinkIndex } from './links/links.ts';
import type { GanttRows } from './rows.ts';
import type { VisibleRows } from './visible.ts';

/** Where a text stands by a bar, and from where it comes. */
export type BarLabel = { side: 'left' | 'right' | 'inside' | 'above' | 'below'; text(row: number): string };

/** A labelled vertical line through the chart. */
export type TimeMark = { minute: Minute; label: string; kind: 'today' | 'data-date' | 'other' };

/** All that a drawing is made from. */
export type GanttModel = {
  rows: GanttRows;
  links: GanttLinks;
  linkIndex: LinkIndex;
  visible: VisibleRows;
  calendars: readonly GanttCalendar[];
  columns: readonly GanttColumn[];
  columnLayout: ColumnLayout;
  /** 1 = selected; by row. */
  selected: Uint8Array;
  /** Initials of those who stand on rows, by the row's id: a badge at the border of the grid. */
  here?: ReadonlyMap<number, string>;
  /** Row and column of the keyboard's cell, -1 = none. */
  focusRow: number;
  focusColumn: number;
  /** Link that is selected, -1 = none. */
  selectedLink: number;
  decorations: readonly Decoration[];
  labels: readonly BarLabel[];
  marks: readonly TimeMark[];
  histogram: Histogram | null;
  /** Draw relations at all. */
  showLinks: boolean;
  /** Sorted column and direction, for the header's mark. */
  sort: { columnId: string; descending: boolean } | null;
  words: TimeWords;
};

/** The window onto it, in CSS pixels. The chart begins at `gridWidth`; `top` counts from the first row, `left` from the scale's origin. */
export type GanttView = {
  width: number;
  height: number;
  gridWidth: number;
  gridLeft: number;
  top: number;
  left: number;
  rowHeight: number;
  /** Tops of the places of the list and the end of the last, pixels, where rows differ in height. */
  rowTops?: Float64Array | null;
  scale: TimeScale;
};

/** Bar's place inside its row. */
export type BarBox = { top: number; height: number; baselineTop: number };

/** What the drawing functions and decorations see of a frame; one object, reused. */
export type Frame = {
  scene: Scene;
  model: GanttModel;
  view: GanttView;
  fitter: TextFitter;
  /** First and last place of the list in sight; last < first when nothing is. */
  first: number;
  last: number;
  bar: BarBox;
  /** Links drawn, texts drawn, for the counters. */
  linksDrawn: number;
  /** Link records read, and those that crossed the rows in sight. */
  linksVisited: number;
  linksHit: number;
};

/**
 * Something that stands on the row of an item: a bar, a bracket, a mark, a text. It is called for rows in sight only, reads the columns
 * it needs, and returns without drawing where the row has nothing of it.
 */
export type Decoration = {
  /** Draws it for one row; `top` is the row's upper edge. */
  draw(frame: Frame, row: number, top: number): void;
  /** It stands under the bar where these rows have it: bars move up to make room. */
  takesRoomBelow?(rows: GanttRows): boolean;
};

/** Room left and right of the chart that ends of bars are still drawn in. */
const BEYOND = 4000;

/** x of a minute in the chart, a whole pixel, kept near the window. */
export function xOf(view: GanttView, minute: Minute): number {
  const x = Math.round(view.gridWidth - view.left + ((minute - view.scale.origin) * view.scale.pixelsPerDay) / MINUTES_PER_DAY);
  return x < view.gridWidth - BEYOND ? view.gridWidth - BEYOND : x > view.width + BEYOND ? view.width + BEYOND : x;
}

/** y of a place of the list. */
export function yOf(view: GanttView, place: number): number {
  return Math.round((view.rowTops ? view.rowTops[place] : place * view.rowHeight) - view.top);
}

/** Height of a place of the list. */
export function heightOf({ rowTops, rowHeight }: GanttView, place: number): number {
  return rowTops ? rowTops[place + 1] - rowTops[place] : rowHeight;
}

/** y of the strip of a place in which its bar stands: the middle of the row, as high as a row of one line. */
export function barRowOf(view: GanttView, place: number): number {
  return view.rowTops ? yOf(view, place) + Math.round((heightOf(view, place) - view.rowHeight) / 2) : yOf(view, place);
}

/** Where bars stand in rows of this height; a baseline below asks for room. */
export function barBox(rowHeight: number, withBaseline: boolean): BarBox {
  const height = Math.round(rowHeight * (withBaseline ? 0.42 : 0.5));
  const top = withBaseline ? Math.round(rowHeight * 0.2) : Math.round((rowHeight - height) / 2);
  return { top, height, baselineTop: top + height + 2 };
}

/** Bar's end at the right: finish, at least two pixels after the start, so that short items stay in sight. */
export function barEnd(view: GanttView, start: Minute, finish: Minute): number {
  return Math.max(xOf(view, start) + 2, xOf(view, finish));
}

import type { Minute, PrintFormat, PrintSettings } from '@gantry/domain';
import { MINUTES_PER_DAY, NO_DATE, parseMinute } from '@gantry/domain';
import {
  DECORATION_IDS,
  decorationsOf,
  foldAll,
  type GanttColumn,
  type GanttLinks,
  type GanttModel,
  type GanttRows,
  type Histogram,
  indexLinks,
  layOutColumns,
  LINK_FLAGS,
  listVisible,
  newLinkIndex,
  newLinks,
  newVisible,
  type PrintedPlan,
  sortLinks,
  type TextFitter,
  type TimeMark,
  type TimeWords,
  type VisibleRows,
  widthFor,
} from '@gantry/scene';
import type { ScheduleView } from '../rows/view.ts';

/** Texts of a printed plan that are not texts of its rows. */
export type PrintWords = PrintedPlan['words'] & { time: TimeWords; dataDate: string };

/** Which rows are printed and in which order, as `listVisible` takes them. */
export type PrintedRows = { order: Int32Array | null; hidden: Uint8Array | null };

/** What else the chart bears: when the data date is, and what was chosen beside, on and below the bars. */
export type PrintedExtras = {
  dataDate: Minute | null;
  barText: GanttColumn['text'] | null;
  strip: Histogram | null;
  tints: NonNullable<PrintedPlan['tints']> | null;
};

/** Rows whose texts a column grows with, how far it grows, and how far the column of names does. */
const FITTED_ROWS = 2000;
const WIDEST = 240;
const WIDEST_NAME = 420;
/** Room before the first and behind the last bar, as a share of the time between them. */
const BESIDE = 0.03;
/** The same behind the last bar where a text stands there. */
const BESIDE_TEXT = 0.12;

/** An open version as it is printed. Rows are folded in place. */
export function printedPlan(
  view: ScheduleView,
  columns: readonly GanttColumn[],
  { order, hidden }: PrintedRows,
  { format, settings }: { format: PrintFormat; settings: PrintSettings },
  { time, dataDate, ...words }: PrintWords,
  extras: PrintedExtras,
  fitter: TextFitter,
): PrintedPlan {
  const { rows } = view;
  if (settings.levels !== null) foldAll(rows, true, settings.levels - 1);
  if (settings.levels !== null) unfoldAbove(rows, settings.levels - 1);
  const visible = newVisible(rows.count);
  listVisible(rows, visible, order, hidden);
  const links = settings.links === 'driving' ? drivingOf(view.links) : view.links;
  const linkIndex = newLinkIndex(links.count);
  indexLinks(links, sortLinks(links, rows.count, order), visible, linkIndex);
  const shown = fitted(columns, rows, visible, fitter);
  const { dataDate: at, barText, strip, tints } = extras;
  const marks: TimeMark[] = at === null ? [] : [{ minute: at, label: dataDate, kind: 'data-date' }];
  const model: GanttModel = {
    rows,
    links,
    linkIndex,
    visible,
    calendars: view.times.days,
    columns: shown,
    columnLayout: layOutColumns(shown),
    selected: new Uint8Array(rows.count),
    focusRow: -1,
    focusColumn: -1,
    selectedLink: -1,
    decorations: decorationsOf(DECORATION_IDS.filter((id) => settings.baseline || id !== 'baseline')),
    labels: barText ? [{ side: 'right', text: barText }] : [],
    marks,
    histogram: strip,
    showLinks: settings.links !== 'none',
    sort: null,
    words: time,
  };
  const span = spanOf(format, at) ?? spanOfShown(rows, visible, barText ? BESIDE_TEXT : BESIDE);
  return { model, span, words, ...(tints && { tints }) };
}

/** `foldAll` leaves what stands above the depth as it was. */
function unfoldAbove(rows: GanttRows, depth: number): void {
  for (let row = 0; row < rows.count; row += 1) if (rows.level[row] < depth) rows.collapsed[row] = 0;
}

/** Columns as wide as the texts of the printed rows need, those that stay in sight first. */
function fitted(columns: readonly GanttColumn[], rows: GanttRows, visible: VisibleRows, fitter: TextFitter): GanttColumn[] {
  const step = Math.max(1, Math.ceil(visible.count / FITTED_ROWS));
  const sample = Array.from({ length: Math.ceil(visible.count / step) }, (_, place) => visible.rowAt[place * step]);
  const wide = columns.map((column) => {
    const width = Math.min(column.tree ? WIDEST_NAME : WIDEST, widthFor(column, rows, fitter, sample));
    return { ...column, width: Math.max(column.tree ? 0 : column.width, width) };
  });
  return [...wide.filter(({ frozen }) => frozen), ...wide.filter(({ frozen }) => !frozen)];
}

function drivingOf(links: GanttLinks): GanttLinks {
  const kept: number[] = [];
  for (let link = 0; link < links.count; link += 1) if (links.flags[link] & LINK_FLAGS.driving) kept.push(link);
  const driving = newLinks(kept.length);
  for (const [to, from] of kept.entries()) {
    (driving.id as Int32Array)[to] = links.id[from];
    driving.predecessor[to] = links.predecessor[from];
    driving.successor[to] = links.successor[from];
    driving.type[to] = links.type[from];
    driving.flags[to] = links.flags[from];
  }
  driving.count = kept.length;
  return driving;
}

/** The days that a format names, from the first to the end of the last; null where it leaves them to the rows. */
function spanOf({ range, range_days: days }: PrintFormat, dataDate: Minute | null): PrintedPlan['span'] {
  if (range) {
    const [from, to] = [parseMinute(`${range.start}T00:00`), parseMinute(`${range.finish}T00:00`)];
    return from === null || to === null ? null : { start: from, finish: to + MINUTES_PER_DAY };
  }
  if (!days || dataDate === null) return null;
  const day = Math.floor(dataDate / MINUTES_PER_DAY);
  return { start: (day - days.before) * MINUTES_PER_DAY, finish: (day + days.after) * MINUTES_PER_DAY };
}

/** Whole days from before the first bar to after the last one; null where no printed row has dates. */
function spanOfShown(rows: GanttRows, visible: VisibleRows, behind: number): PrintedPlan['span'] {
  let [start, finish] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < visible.count; place += 1) {
    const row = visible.rowAt[place];
    for (const date of [rows.start[row], rows.finish[row]]) {
      if (date === NO_DATE) continue;
      start = Math.min(start, date);
      finish = Math.max(finish, date);
    }
  }
  if (start > finish) return null;
  const room = (share: number): number => Math.max(MINUTES_PER_DAY, (finish - start) * share);
  const days = (minute: number, round: (value: number) => number): number => round(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
  return { start: days(start - room(BESIDE), Math.floor), finish: days(finish + room(behind), Math.ceil) };
}

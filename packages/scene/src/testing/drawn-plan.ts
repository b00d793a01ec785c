import type { ItemType, RelationType } from '@gantry/domain';
import { ITEM_TYPES, MINUTES_PER_DAY, minuteOf, NO_DATE, RELATION_TYPES } from '@gantry/domain';
import { beginScene, newScene } from '../drawing/scene.ts';
import { sceneToText } from '../drawing/scene-to-text.ts';
import { fitterOf } from '../drawing/text-fitter.ts';
import { GANTT_COLOURS } from '../gantt/colours.ts';
import type { GanttColumn } from '../gantt/columns.ts';
import { layOutColumns } from '../gantt/columns.ts';
import { decorationsOf } from '../gantt/decorations/index.ts';
import { drawChart, newFrame } from '../gantt/draw/chart.ts';
import type { Frame, GanttModel, GanttView } from '../gantt/frame.ts';
import type { GanttLinks } from '../gantt/links/links.ts';
import { indexLinks, newLinkIndex, newLinks, sortLinks } from '../gantt/links/links.ts';
import type { GanttRows } from '../gantt/rows.ts';
import { endsFromLevels, newRows } from '../gantt/rows.ts';
import { listVisible, newVisible } from '../gantt/visible.ts';
import type { PrintedPlan } from '../print/plan.ts';
import type { TimeWords } from '../time-scale/ticks.ts';

/** Monday of the drawn plans. */
export const ORIGIN = minuteOf(2026, 6, 1);

const MARKS: Record<string, ItemType> = { s: 'sum', t: 'task', w: 'work', '<': 'milestone_start', '>': 'milestone_finish', d: 'draft' };

/**
 * Rows from a drawing, one a line: indentation by two spaces, the type's letter, the name, and days as `from-to`.
 * `s House`, `  t Walls 0-5`, `  > Done 5-5`.
 */
export function drawnRows(drawing: string): { rows: GanttRows; names: string[] } {
  const lines = drawing.split('\n').filter((line) => line.trim() !== '');
  const rows = newRows(lines.length);
  const names: string[] = [];
  lines.forEach((line, row) => {
    const [, indent, mark, name, from, to] = /^( *)(\S) (\S+)(?: (-?\d+)-(-?\d+))?/.exec(line) ?? [];
    rows.id[row] = row + 1;
    rows.level[row] = indent.length / 2;
    rows.type[row] = ITEM_TYPES.indexOf(MARKS[mark]);
    rows.start[row] = from === undefined ? NO_DATE : ORIGIN + Number(from) * MINUTES_PER_DAY;
    rows.finish[row] = to === undefined ? NO_DATE : ORIGIN + Number(to) * MINUTES_PER_DAY;
    names.push(name);
  });
  endsFromLevels(rows.level, rows.end);
  return { rows, names };
}

/** Links from `Walls fs Roof` lines. */
export function drawnLinks(names: string[], ties: string[]): GanttLinks {
  const links = newLinks(ties.length);
  ties.forEach((tie, link) => {
    const [from, type, to] = tie.split(' ');
    links.predecessor[link] = names.indexOf(from);
    links.successor[link] = names.indexOf(to);
    links.type[link] = RELATION_TYPES.indexOf(type as RelationType);
  });
  return links;
}

/** Plain words, so that tests do not hang on a language. */
export const WORDS: TimeWords = {
  month: (month) => `month ${month}`,
  monthShort: (month) => `m${month}`,
  monthYear: (month, year) => `month ${month} of ${year}`,
  weekdayShort: (weekday) => `wd${weekday}`,
  quarter: (quarter) => `Q${quarter}`,
  quarterYear: (quarter, year) => `Q${quarter} ${year}`,
  week: (week) => `week ${week}`,
  dayMonthYear: (day, month, year) => `${day}.${month}.${year}`,
};

/** Words of pages that are their own keys. */
export const PAGE_WORDS: PrintedPlan['words'] = {
  legend: (item) => item,
  continued: (path) => `… ${path}`,
  titleWord: (word) => word,
  titleField: (field) => field,
  approval: (word) => word,
  onPage: (page, code) => `p. ${page}: ${code}`,
};

/** A frame over a drawn plan: 100 px grid with the name, 10 px a day, rows of 20 px. */
export function drawnFrame(
  drawing: string,
  ties: string[] = [],
  change: (model: GanttModel, view: GanttView) => void = () => undefined,
): Frame {
  const { rows, names } = drawnRows(drawing);
  const links = drawnLinks(names, ties);
  const columns: GanttColumn[] = [{ id: 'name', title: 'Name', width: 100, tree: true, text: (row) => names[row] }];
  const model: GanttModel = {
    rows,
    links,
    linkIndex: newLinkIndex(links.count),
    visible: newVisible(rows.count),
    calendars: [],
    columns,
    columnLayout: layOutColumns(columns),
    selected: new Uint8Array(rows.count),
    focusRow: -1,
    focusColumn: 0,
    selectedLink: -1,
    decorations: decorationsOf(['bar', 'summary', 'milestone']),
    labels: [],
    marks: [],
    histogram: null,
    showLinks: true,
    sort: null,
    words: WORDS,
  };
  const scale = { origin: ORIGIN, finish: ORIGIN + 100 * MINUTES_PER_DAY, pixelsPerDay: 10 };
  const view: GanttView = { width: 300, height: 100, gridWidth: 100, gridLeft: 0, top: 0, left: 0, rowHeight: 20, scale };
  change(model, view);
  listVisible(rows, model.visible);
  indexLinks(links, sortLinks(links, rows.count, null), model.visible, model.linkIndex);
  return newFrame(
    newScene(),
    model,
    view,
    fitterOf(() => 6, 6),
  );
}

/** The drawing of a frame as lines, only those that name one of the roles. */
export function drawnText(frame: Frame, roles: readonly string[]): string[] {
  beginScene(frame.scene, frame.view.width, frame.view.height);
  drawChart(frame);
  return sceneToText(frame.scene, GANTT_COLOURS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => roles.includes(line.split(' ')[1]));
}

import { NO_DATE, RELATION_TYPES } from '@gantry/domain';
import { columnAt } from './columns.ts';
import { CELL_PADDING, FOLD_ROOM, INDENT } from './draw/grid.ts';
import { endOf } from './links/route.ts';
import type { Frame } from './frame.ts';
import { xOf, yOf } from './frame.ts';
import { findLinks } from './links/links.ts';
import { isMilestone, TYPE_SUM } from './rows.ts';

/** What lies under a point of the body. `row` and `column` are -1 where there is none. */
export type Hit = {
  area: 'grid' | 'chart' | 'splitter';
  row: number;
  column: number;
  part: 'none' | 'fold' | 'body' | 'start' | 'finish' | 'progress' | 'link-start' | 'link-finish';
};

/** Reach of the pointer at edges, in pixels; fingers ask for more. */
const EDGE = 5;
/** Circles to drag links from stand this far outside the bar. */
export const LINK_HANDLE = 11;

/** Finds what lies under a point. */
export function hitChart(frame: Frame, x: number, y: number, reach = EDGE): Hit {
  const { view, model } = frame;
  const place = Math.floor((y + view.top) / view.rowHeight);
  const row = place >= 0 && place < model.visible.count ? model.visible.rowAt[place] : -1;
  if (x >= view.gridWidth - 3 && x <= view.gridWidth + 3) return { area: 'splitter', row, column: -1, part: 'none' };
  if (x < view.gridWidth) return hitGrid(frame, row, x);
  return { area: 'chart', row, column: -1, part: row < 0 ? 'none' : hitBar(frame, row, x, y - yOf(view, place), reach) };
}

function hitGrid(frame: Frame, row: number, x: number): Hit {
  const { view, model } = frame;
  const column = columnAt(model.columnLayout, x, view.gridLeft);
  if (row < 0 || column < 0) return { area: 'grid', row, column, part: 'none' };
  if (model.columns[column].tree && model.rows.end[row] > row + 1) {
    const left = model.columnLayout.left[column] - (model.columns[column].frozen ? 0 : view.gridLeft);
    const fold = left + CELL_PADDING + model.rows.level[row] * INDENT;
    if (x >= fold - 2 && x < fold + FOLD_ROOM) return { area: 'grid', row, column, part: 'fold' };
  }
  return { area: 'grid', row, column, part: 'none' };
}

function hitBar(frame: Frame, row: number, x: number, y: number, reach: number): Hit['part'] {
  const { rows } = frame.model;
  const start = endOf(frame, row, false);
  const finish = endOf(frame, row, true);
  if (Number.isNaN(start) || y < frame.bar.top - 3 || y > frame.bar.top + frame.bar.height + 3) return 'none';
  if (Math.abs(x - (start - LINK_HANDLE)) <= reach) return 'link-start';
  if (Math.abs(x - (finish + LINK_HANDLE)) <= reach) return 'link-finish';
  if (x < start - 2 || x > finish + 2) return 'none';
  if (rows.type[row] === TYPE_SUM || isMilestone(rows, row)) return 'body';
  const width = finish - start;
  const edge = Math.min(reach, width / 4);
  if (x >= finish - edge) return 'finish';
  if (x <= start + edge) return 'start';
  const done = start + width * rows.progress[row];
  if (width > 24 && Math.abs(x - done) <= edge && y > frame.bar.top + frame.bar.height / 2) return 'progress';
  return 'body';
}

const found = new Int32Array(2000);

/** The link whose line passes nearest to a point of the chart, within `reach`; -1 where none does. */
export function hitLink(frame: Frame, x: number, y: number, reach = 4): number {
  const { view, model, bar } = frame;
  const place = Math.floor((y + view.top) / view.rowHeight);
  const hits = findLinks(model.linkIndex, place, place, found);
  const { links, linkIndex, visible } = model;
  for (let i = hits - 1; i >= 0; i--) {
    const link = linkIndex.link[found[i]];
    const type = RELATION_TYPES[links.type[link]];
    const x1 = endOf(frame, links.predecessor[link], type[0] === 'f');
    const x2 = endOf(frame, links.successor[link], type[1] === 'f');
    const out = type[0] === 'f' ? 1 : -1;
    const into = type[1] === 'f' ? -1 : 1;
    const y1 = yOf(view, visible.indexOf[links.predecessor[link]]) + bar.top + bar.height / 2;
    const y2 = yOf(view, visible.indexOf[links.successor[link]]) + bar.top + bar.height / 2;
    const between = y >= Math.min(y1, y2) - reach && y <= Math.max(y1, y2) + reach;
    const forward = out === into && (x2 - x1) * out >= 0;
    const turn = forward ? x2 + into * 6 : out !== into ? (out > 0 ? Math.max(x1, x2) + 10 : Math.min(x1, x2) - 10) : x1 + out * 8;
    if (between && Math.abs(x - turn) <= reach) return link;
    const low = Math.min(x1, turn) - reach;
    const high = Math.max(x1, turn) + reach;
    if (Math.abs(y - y1) <= reach && x >= low && x <= high) return link;
    if (!forward && Math.abs(y - y2) <= reach && x >= Math.min(x2, turn) - reach && x <= Math.max(x2, turn) + reach) return link;
  }
  return -1;
}

/** Rows whose bars lie inside a rectangle of the chart, given in window pixels. */
export function rowsInside(frame: Frame, x: number, y: number, width: number, height: number): number[] {
  const { view, model } = frame;
  const list: number[] = [];
  const from = Math.max(0, Math.floor((y + view.top) / view.rowHeight));
  const to = Math.min(model.visible.count - 1, Math.floor((y + height + view.top) / view.rowHeight));
  for (let place = from; place <= to; place++) {
    const row = model.visible.rowAt[place];
    if (model.rows.start[row] === NO_DATE || model.rows.finish[row] === NO_DATE) continue;
    if (xOf(view, model.rows.start[row]) <= x + width && xOf(view, model.rows.finish[row]) >= x) list.push(row);
  }
  return list;
}

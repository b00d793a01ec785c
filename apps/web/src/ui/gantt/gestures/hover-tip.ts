import { CELL_LOOKS, cellRoom, type GanttColumn } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import type { Point } from './gesture.ts';
import { tip } from './gesture.ts';

const WAIT_MS = 450;

let timer = 0;

/** Says, after a moment of rest, what a bar stands for or how a cut text goes on. */
export function tipLater(chart: Chart, point: Point): void {
  window.clearTimeout(timer);
  tip(chart, '', null);
  const { row, column, part } = chart.hover;
  if (row < 0) return;
  timer = window.setTimeout(() => {
    if (chart.hover.row !== row || chart.ghost || chart.editing) return;
    tip(chart, column >= 0 ? cutText(chart, row, column) : part === 'none' ? '' : (chart.options.labels.describeRow?.(row) ?? ''), point);
  }, WAIT_MS);
}

/** Takes it away, now and before it comes. */
export function noTip(chart: Chart): void {
  window.clearTimeout(timer);
  tip(chart, '', null);
}

/** Why the value of a cell is not a valid one, and what else is to be known of it; '' where nothing. */
export const remarksOn = (column: GanttColumn, row: number): { fault: string; note: string } => ({
  fault: column.fault?.(row) ?? '',
  note: column.note?.(row) ?? '',
});

/** What is to be said of the value of a cell; else its whole text where there is no room for it, else ''. */
function cutText(chart: Chart, row: number, column: number): string {
  const { model, frame } = chart;
  const each = model.columns[column];
  const { fault, note } = remarksOn(each, row);
  if (fault || note) return fault || note;
  const room = cellRoom(frame, each, row, 0, 0, model.columnLayout.width[column]);
  return (each.look ?? CELL_LOOKS.line).cuts(room, each) ? room.text : '';
}

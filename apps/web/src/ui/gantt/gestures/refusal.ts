import { yOf } from '@gantry/scene';
import type { CellRefusal, Chart } from '../chart.ts';

/** Where a cell stands in the body. */
export function boxOf(chart: Chart, row: number, column: number): { x: number; y: number; width: number; height: number } {
  const { model, view } = chart;
  const { left, width, frozenWidth } = model.columnLayout;
  const frozen = model.columns[column].frozen === true;
  const x = left[column] - (frozen ? 0 : view.gridLeft);
  const from = frozen ? x : Math.max(frozenWidth, x);
  return {
    x: from,
    y: yOf(view, model.visible.indexOf[row]),
    width: Math.min(x + width[column], view.gridWidth) - from,
    height: view.rowHeight,
  };
}

/** Says at a cell why it was refused; goes by itself, or with the next key. */
export function refuseAt(chart: Chart, row: number, column: number, text: string): void {
  const { sticky, live } = chart.dom;
  sticky.querySelector('.gantt-refusal')?.remove();
  if (text === '' || chart.model.visible.indexOf[row] < 0) return;
  const element = document.createElement('div');
  element.className = 'gantt-refusal';
  element.id = `gantt-refusal-${row}-${column}`;
  element.textContent = text;
  sticky.append(element);
  placeRefusal(chart, row, column);
  live.textContent = text;
  window.setTimeout(() => element.remove(), 6000);
}

/** Puts the reason that is shown, if one is, beside its cell. */
export function placeRefusal(chart: Chart, row: number, column: number): void {
  const element = chart.dom.sticky.querySelector<HTMLElement>('.gantt-refusal');
  if (!element) return;
  const box = boxOf(chart, row, column);
  const below = box.y + box.height + element.offsetHeight < chart.view.height;
  element.style.left = `${Math.min(box.x, Math.max(0, chart.view.width - element.offsetWidth - 8))}px`;
  element.style.top = `${below ? box.y + box.height + 2 : box.y - element.offsetHeight - 2}px`;
}

const MARKS = 400;

/** Says at each of several cells why it was refused: the first in full, the others by a mark whose tip tells it, and in full when the focus comes there. */
export function refuseCells(chart: Chart, cells: readonly CellRefusal[]): void {
  const { sticky, scroller, mirror } = chart.dom;
  for (const mark of sticky.querySelectorAll('.gantt-refused-cell')) mark.remove();
  if (cells.length === 0) return;
  const columnOf = (columnId: string): number => chart.model.columns.findIndex(({ id }) => id === columnId);
  const reported: { row: number; column: number; text: string; mark: HTMLElement }[] = [];
  for (const { row, columnId, text } of cells.slice(0, MARKS)) {
    const column = columnOf(columnId);
    if (column < 0 || chart.model.visible.indexOf[row] < 0) continue;
    const box = boxOf(chart, row, column);
    if (box.y < 0 || box.y > chart.view.height || box.width <= 0) continue;
    const mark = document.createElement('div');
    mark.className = 'gantt-refused-cell';
    mark.title = text;
    Object.assign(mark.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width - 1}px`, height: `${box.height - 1}px` });
    sticky.append(mark);
    reported.push({ row, column, text, mark });
  }
  const [first] = cells;
  refuseAt(chart, first.row, Math.max(0, columnOf(first.columnId)), first.text);
  const onKey = (): void => {
    const { focusRow, focusColumn } = chart.model;
    const at = reported.find(({ row, column, mark }) => row === focusRow && column === focusColumn && mark.isConnected);
    if (at && !document.getElementById(`gantt-refusal-${at.row}-${at.column}`)) refuseAt(chart, at.row, at.column, at.text);
  };
  mirror.addEventListener('keyup', onKey);
  const remove = (): void => {
    for (const { mark } of reported) mark.remove();
    scroller.removeEventListener('scroll', remove);
    mirror.removeEventListener('keyup', onKey);
  };
  // They stand where the cells were: what scrolls takes them away.
  scroller.addEventListener('scroll', remove);
  window.setTimeout(remove, 20_000);
}

import type { GanttColumn } from '@gantry/scene';
import type { Chart } from '../chart.ts';

type Written = { columns: readonly GanttColumn[]; gridWidth: number; gridLeft: number; sort: unknown };
const written = new WeakMap<Chart, Written>();

/** Puts the column titles where their columns are: frozen ones stay, the others scroll under them. Longer titles take two lines. */
export function writeTitles(chart: Chart): void {
  const { model, view, dom } = chart;
  const before = written.get(chart);
  const now: Written = { columns: model.columns, gridWidth: view.gridWidth, gridLeft: view.gridLeft, sort: model.sort };
  if (before && (Object.keys(now) as (keyof Written)[]).every((key) => before[key] === now[key])) return;
  written.set(chart, now);
  dom.titles.style.width = `${view.gridWidth}px`;
  while (dom.titles.childElementCount > model.columns.length) dom.titles.lastElementChild?.remove();
  model.columns.forEach((column, index) => writeTitle(chart, column, index));
}

function writeTitle({ model, view, dom }: Chart, column: GanttColumn, index: number): void {
  const { left, width, frozenWidth } = model.columnLayout;
  let title = dom.titles.children[index] as HTMLElement | undefined;
  if (!title) {
    title = document.createElement('div');
    title.className = 'gantt-title';
    title.append(document.createElement('span'));
    dom.titles.append(title);
  }
  title.dataset['sorted'] = model.sort?.columnId !== column.id ? '' : model.sort.descending ? 'descending' : 'ascending';
  title.dataset['column'] = column.id;
  title.style.textAlign = column.align ?? 'left';
  const x = left[index] - (column.frozen ? 0 : view.gridLeft);
  title.style.transform = `translateX(${x}px)`;
  title.style.width = `${width[index]}px`;
  // What scrolls under the frozen titles is cut at their edge.
  const hidden = column.frozen ? 0 : Math.max(0, frozenWidth - x);
  title.style.clipPath = hidden > 0 ? `inset(0 0 0 ${hidden}px)` : '';
  const text = title.firstElementChild as HTMLElement;
  if (text.textContent !== column.title) text.textContent = column.title;
  title.toggleAttribute('data-locked', column.locked !== undefined);
  const reported = column.locked === undefined ? column.title : `${column.title}\n${column.locked}`;
  if (title.title !== reported) title.title = reported;
}

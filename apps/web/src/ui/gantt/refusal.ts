import { yOf } from '@gantry/scene';
import type { Chart } from './chart.ts';

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
  const box = boxOf(chart, row, column);
  const element = document.createElement('div');
  element.className = 'gantt-refusal';
  element.id = `gantt-refusal-${row}-${column}`;
  element.textContent = text;
  sticky.append(element);
  const below = box.y + box.height + element.offsetHeight < chart.view.height;
  element.style.left = `${Math.min(box.x, Math.max(0, chart.view.width - element.offsetWidth - 8))}px`;
  element.style.top = `${below ? box.y + box.height + 2 : box.y - element.offsetHeight - 2}px`;
  live.textContent = text;
  window.setTimeout(() => element.remove(), 6000);
}

import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { applyOptions } from '../data.ts';
import type { Gesture } from './gesture.ts';
import { invalidate } from '../drawing/paint.ts';
import { widestGrid } from '../drawing/scroller.ts';

/** A width of the grid that leaves room for itself and for the chart, and shows no more than all columns. */
export function clampGrid(chart: Chart, gridWidth: number): number {
  const widest = Math.min(chart.model.columnLayout.totalWidth, widestGrid(chart.view.width));
  return Math.round(Math.max(60, Math.min(widest, gridWidth)));
}

/** Moves the border between grid and chart. */
export function holdSplitter(chart: Chart): Gesture {
  const before = chart.options.gridWidth;
  return {
    move: (point) => {
      applyOptions(chart, { gridWidth: clampGrid(chart, point.x) });
    },
    drop: () => {
      if (chart.options.gridWidth !== before) chart.options.events.splitterMove?.(chart.options.gridWidth);
    },
    cancel: () => {
      applyOptions(chart, { gridWidth: before });
      invalidate(chart, DIRTY.all);
    },
  };
}

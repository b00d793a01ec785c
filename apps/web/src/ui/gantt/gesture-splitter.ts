import type { Chart } from './chart.ts';
import { DIRTY } from './chart.ts';
import { applyOptions } from './data.ts';
import type { Gesture } from './gesture.ts';
import { invalidate } from './paint.ts';

/** Moves the border between grid and chart. */
export function holdSplitter(chart: Chart): Gesture {
  const before = chart.options.gridWidth;
  return {
    move: (point) => {
      const widest = Math.min(chart.model.columnLayout.totalWidth, chart.view.width - 80);
      applyOptions(chart, { gridWidth: Math.round(Math.max(60, Math.min(widest, point.x))) });
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

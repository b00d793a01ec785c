import { COLOUR, drawFrame, drawRect, LAYER, openZone, rowsInside } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import type { Gesture, Point } from './gesture.ts';
import { clearGhost } from './gesture.ts';
import { invalidate } from '../drawing/paint.ts';
import type { SelectMode } from '../keys/selection.ts';
import { selectedRows, selectRow, selectRows } from '../keys/selection.ts';

/** Draws a frame over the chart and selects the bars it touches; a mere click selects the row. */
export function holdMarquee(chart: Chart, start: Point, row: number, mode: SelectMode): Gesture {
  const { view } = chart;
  const origin = { x: start.x + view.left, y: start.y + view.top };
  const kept = mode === 'one' ? [] : selectedRows(chart);
  let box: { x: number; y: number; width: number; height: number } | null = null;
  return {
    scrolls: 'both',
    move: (point) => {
      if (!box && Math.abs(point.x - start.x) + Math.abs(point.y - start.y) < 5) return;
      const x = origin.x - view.left;
      const y = origin.y - view.top;
      box = { x: Math.min(x, point.x), y: Math.min(y, point.y), width: Math.abs(point.x - x), height: Math.abs(point.y - y) };
      const shown = box;
      chart.ghost = (scene) => {
        openZone(scene, view.gridWidth, 0, view.width - view.gridWidth, view.height);
        drawRect(scene, LAYER.shade, COLOUR.hover, shown.x, shown.y, shown.width, shown.height);
        drawFrame(
          scene,
          LAYER.top,
          COLOUR.accent,
          Math.round(shown.x),
          Math.round(shown.y),
          Math.round(shown.width),
          Math.round(shown.height),
          1,
        );
      };
      invalidate(chart, DIRTY.overlay);
    },
    drop: () => {
      clearGhost(chart);
      if (box) selectRows(chart, [...new Set([...kept, ...rowsInside(chart.frame, box.x, box.y, box.width, box.height)])]);
      else if (row >= 0) selectRow(chart, row, -1, mode);
    },
    cancel: () => clearGhost(chart),
  };
}

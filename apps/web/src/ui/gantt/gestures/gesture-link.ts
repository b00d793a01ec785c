import type { RelationType } from '@gantry/domain';
import { COLOUR, drawFrame, drawRect, drawRound, endOf, hitChart, LAYER, openZone, yOf } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import type { Gesture, Point } from './gesture.ts';
import { clearGhost, tip } from './gesture.ts';
import { invalidate } from '../drawing/paint.ts';

/** Where a link being drawn would land. */
type Aim = { row: number; type: RelationType; circle: boolean; refused: boolean };

/** The type that two ends make: the predecessor's first. */
export function typeOfEnds(fromFinish: boolean, toFinish: boolean): RelationType {
  if (fromFinish) return toFinish ? 'ff' : 'fs';
  return toFinish ? 'sf' : 'ss';
}

function aimAt(chart: Chart, from: number, fromFinish: boolean, point: Point): Aim | null {
  const { row, area } = hitChart(chart.frame, point.x, point.y);
  if (area !== 'chart' || row < 0 || row === from) return null;
  const start = endOf(chart.frame, row, false);
  const finish = endOf(chart.frame, row, true);
  if (Number.isNaN(start) || point.x < start - 24 || point.x > finish + 24) return null;
  const type = typeOfEnds(fromFinish, point.x > (start + finish) / 2);
  const { ports } = chart.options;
  const circle = ports.wouldCircle?.(from, row) ?? false;
  return { row, type, circle, refused: circle || ports.canLink?.(from, row) === false };
}

/** Draws a link from one end of a bar to an end of another; says before the drop whether it would close a circle. */
export function holdLink(chart: Chart, from: number, fromFinish: boolean): Gesture {
  const { model, view, frame } = chart;
  let aim: Aim | null = null;
  return {
    scrolls: 'both',
    move: (point) => {
      aim = aimAt(chart, from, fromFinish, point);
      const x = endOf(frame, from, fromFinish);
      const y = yOf(view, model.visible.indexOf[from]) + frame.bar.top + frame.bar.height / 2;
      const colour = aim?.refused ? COLOUR['drop-refused'] : COLOUR.drop;
      const shown = aim;
      chart.ghost = (scene) => {
        openZone(scene, view.gridWidth, 0, view.width - view.gridWidth, view.height);
        const steps = Math.max(1, Math.ceil(Math.hypot(point.x - x, point.y - y) / 3));
        for (let step = 0; step <= steps; step += 2) {
          drawRect(scene, LAYER.line, colour, x + ((point.x - x) * step) / steps - 1, y + ((point.y - y) * step) / steps - 1, 3, 3);
        }
        drawRound(scene, LAYER.top, colour, x - 4, y - 4, 8, 8, 4);
        if (!shown) return;
        const start = endOf(frame, shown.row, false);
        const finish = endOf(frame, shown.row, true);
        const top = yOf(view, model.visible.indexOf[shown.row]) + frame.bar.top;
        drawFrame(scene, LAYER.top, colour, start - 3, top - 3, finish - start + 6, frame.bar.height + 6, 2);
        const end = shown.type[1] === 'f' ? finish : start;
        drawRound(scene, LAYER.top, colour, end - 5, top + frame.bar.height / 2 - 5, 10, 10, 5);
      };
      tip(chart, aim ? chart.options.labels.linkHint(aim.type, aim.circle) : '', point);
      invalidate(chart, DIRTY.overlay);
    },
    drop: () => {
      clearGhost(chart);
      if (aim && !aim.refused) chart.options.events.createLink?.(from, aim.row, aim.type);
    },
    cancel: () => clearGhost(chart),
  };
}

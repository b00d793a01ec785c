import { COLOUR, drawRect, drawRound, endOf, LAYER, LINK_HANDLE, openZone, TYPE_SUM, yOf } from '@gantry/scene';
import type { Chart } from '../chart.ts';

/** What the hovered bar offers to the hand: circles for links at both ends, grips at the edges, the progress mark. */
export function drawHandles(chart: Chart): void {
  const { hover, model, view, frame, scenes, options } = chart;
  if (hover.row < 0 || hover.part === 'none' || options.readOnly || !options.events.createLink) return;
  const place = model.visible.indexOf[hover.row];
  const start = endOf(frame, hover.row, false);
  const finish = endOf(frame, hover.row, true);
  if (place < 0 || Number.isNaN(start)) return;
  const scene = scenes.overlay;
  openZone(scene, view.gridWidth, 0, view.width - view.gridWidth, view.height);
  const middle = yOf(view, place) + frame.bar.top + frame.bar.height / 2;
  for (const [x, part] of [
    [start - LINK_HANDLE, 'link-start'],
    [finish + LINK_HANDLE, 'link-finish'],
  ] as const) {
    const half = hover.part === part ? 5 : 4;
    drawRound(scene, LAYER.mark, COLOUR.accent, x - half, middle - half, half * 2, half * 2, half);
    drawRound(scene, LAYER.text, COLOUR.surface, x - half + 1.5, middle - half + 1.5, half * 2 - 3, half * 2 - 3, half);
  }
  if (model.rows.type[hover.row] === TYPE_SUM) return;
  const top = yOf(view, place) + frame.bar.top;
  if (hover.part === 'start') drawRect(scene, LAYER.mark, COLOUR.accent, start, top, 2, frame.bar.height);
  if (hover.part === 'finish') drawRect(scene, LAYER.mark, COLOUR.accent, finish - 2, top, 2, frame.bar.height);
  if (hover.part === 'progress') {
    drawRect(
      scene,
      LAYER.mark,
      COLOUR.accent,
      start + (finish - start) * model.rows.progress[hover.row] - 1,
      top - 2,
      2,
      frame.bar.height + 4,
    );
  }
}

import { drawDiamond, drawLine, drawRect, drawText, type Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { CHART_COLOUR, CHART_LAYER } from './chart-colours.ts';

/** Events on an axis of days: where each stands, where it was promised, and what it is called. */
export type Timeline = {
  from: number;
  to: number;
  /** The day of the data date; null where none is known. */
  today: number | null;
  marks: readonly { day: number; target: number | null; name: string; state: 'done' | 'ahead' | 'late' }[];
  /** A day as text. */
  tick(day: number): string;
};

const LANE = 22;
const TOP = 18;
const HALF = 5;
const STATE = { done: 'fact', ahead: 'plan', late: 'error' } as const;

/** The height that a timeline needs to name all that stands on it. */
export const timelineHeight = ({ marks }: Timeline): number => TOP + Math.max(1, marks.length) * LANE + 4;

/** Draws events one below the other over the days, each with a line from where it was promised. */
export function drawTimeline(
  scene: Scene,
  { from, to, today, marks, tick }: Timeline,
  box: { x: number; y: number; width: number; height: number },
  fitter: TextFitter,
  at = -1,
): void {
  const names = Math.min(box.width * 0.4, 260);
  const [left, width] = [box.x + names, box.width - names - 12];
  const x = (day: number): number => left + ((day - from) / Math.max(1, to - from)) * width;
  const bottom = box.y + Math.min(box.height, TOP + marks.length * LANE);
  const text = (align: 'left' | 'right' | 'center', place: number, y: number, words: string, muted = true) =>
    drawText(scene, CHART_LAYER.text, CHART_COLOUR[muted ? 'text-muted' : 'text'], muted ? 'caption' : 'regular', align, place, y, words);
  text('left', left, box.y + TOP / 2, tick(from));
  text('right', left + width, box.y + TOP / 2, tick(to));
  drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.zero, left, box.y + TOP - 1, width, 1);
  if (today !== null && today >= from && today <= to)
    drawLine(scene, CHART_LAYER.rule, CHART_COLOUR['data-date'], [x(today), box.y + TOP, x(today), bottom], 1, 'dotted');
  for (const [index, { day, target, name, state }] of marks.entries()) {
    const y = box.y + TOP + (index + 0.5) * LANE;
    if (y + LANE / 2 > box.y + box.height + 1) break;
    if (index === at) drawRect(scene, CHART_LAYER.ground, CHART_COLOUR.header, box.x, y - LANE / 2, box.width, LANE);
    drawText(scene, CHART_LAYER.text, CHART_COLOUR.text, 'regular', 'left', box.x, y, fitter.fit(name, names - 10, 'regular'));
    drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.rule, box.x, y + LANE / 2 - 1, box.width, 1);
    if (target !== null && target !== day) {
      drawLine(scene, CHART_LAYER.line, CHART_COLOUR.target, [x(target), y, x(day), y], 1.5, 'dashed');
      drawRect(scene, CHART_LAYER.mark, CHART_COLOUR.target, x(target) - 1, y - HALF, 2, 2 * HALF);
    }
    drawDiamond(scene, CHART_LAYER.mark, CHART_COLOUR[STATE[state]], x(day), y, HALF);
  }
}

import { NO_DATE } from '@gantry/domain';
import { drawRect, drawText } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { BarLabel, Decoration, Frame } from '../frame.ts';
import { barEnd, xOf } from '../frame.ts';
import type { Dates } from '../rows.ts';
import { isMilestone } from '../rows.ts';
import { float } from './float.ts';
import { MILESTONE_HALF } from './milestone.ts';

const GAP = 8;
const WIDEST = 320;

/** Texts at the sides of bars, each from any column. */
export const label: Decoration = {
  draw(frame, row, top) {
    const { labels, rows } = frame.model;
    const start = rows.start[row] === NO_DATE ? rows.finish[row] : rows.start[row];
    if (labels.length === 0 || start === NO_DATE) return;
    const { view } = frame;
    const finish = rows.finish[row] === NO_DATE ? start : rows.finish[row];
    const point = isMilestone(rows, row);
    const half = point ? MILESTONE_HALF : 0;
    const x = xOf(view, start) - half;
    const end = point ? x + 2 * half : barEnd(view, start, finish);
    if (x > view.width + WIDEST || end < view.gridWidth - WIDEST) return;
    for (const { side, text } of labels) {
      const content = text(row);
      if (content !== '') drawSide(frame, row, side, content, x, end, top);
    }
  },
};

/** A text over whatever lines run there: they are covered by the ground's colour. */
function drawOver(frame: Frame, row: number, align: 'left' | 'right', x: number, y: number, text: string): void {
  const { scene, model, fitter } = frame;
  const width = Math.ceil(fitter.width(text, 'caption')) + 6;
  const ground = model.selected[row] === 1 ? COLOUR.selection : COLOUR.surface;
  drawRect(scene, LAYER.overBar, ground, align === 'left' ? x - 3 : x - width + 3, Math.round(y - 7), width, 13);
  drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', align, x, y, text);
}

function drawSide(frame: Frame, row: number, side: BarLabel['side'], content: string, x: number, end: number, top: number): void {
  const { scene, view, fitter, bar } = frame;
  const middle = top + bar.top + bar.height / 2 + 0.5;
  if (side === 'right') {
    const from = rightOf(frame, row, end);
    if (end > view.gridWidth && from < view.width) drawOver(frame, row, 'left', from, middle, fitter.fit(content, WIDEST, 'caption'));
  } else if (side === 'left') {
    if (x > view.gridWidth && x < view.width) drawOver(frame, row, 'right', x - GAP, middle, fitter.fit(content, WIDEST, 'caption'));
  } else if (side === 'inside') {
    const from = Math.max(x, view.gridWidth) + 6;
    const room = end - 4 - from;
    if (room > 12)
      drawText(scene, LAYER.text, COLOUR['text-on-bar'], 'caption', 'left', from, middle, fitter.fit(content, room, 'caption'));
  } else {
    const y = side === 'above' ? top + bar.top - 6 : top + bar.top + bar.height + 7;
    const from = Math.max(x, view.gridWidth + 4);
    if (from < view.width && end > view.gridWidth)
      drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'left', from, y, fitter.fit(content, WIDEST, 'caption'));
  }
}

/** Marks so near to the bar's end push the label behind themselves; farther ones stay under its ground. */
const NEAR = 120;

/** Right of the bar, of the place where a link leaves, of a short float's line and of the marks of limits and deadlines beside it. */
function rightOf(frame: Frame, row: number, end: number): number {
  const { rows, decorations } = frame.model;
  const { lateFinish, finishLimitDate, deadline } = rows;
  let right = end + 6;
  const behind = (dates: Dates | null, shown: boolean, half: number): void => {
    if (!dates || !shown || dates[row] === NO_DATE) return;
    const x = xOf(frame.view, dates[row]) + half;
    if (x > end && x < end + NEAR) right = Math.max(right, x);
  };
  behind(lateFinish, decorations.includes(float), 0);
  behind(finishLimitDate, (rows.finishLimit?.[row] ?? 0) > 0, 2);
  behind(deadline, true, 5);
  return right + GAP;
}

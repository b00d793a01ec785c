import { NO_DATE } from '@gantry/domain';
import { drawText } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Frame } from '../frame.ts';
import { barEnd, xOf } from '../frame.ts';
import { isMilestone, ROW_FLAGS } from '../rows.ts';
import type { Decoration } from './decoration.ts';
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

function drawSide(frame: Frame, row: number, side: string, content: string, x: number, end: number, top: number): void {
  const { scene, view, fitter, bar } = frame;
  const middle = top + bar.top + bar.height / 2 + 0.5;
  const { lateFinish, flags } = frame.model.rows;
  if (side === 'right') {
    // The float's line runs here; the text stands after it where it is short, else above the line's start.
    const late = lateFinish && frame.model.decorations.includes('float') && lateFinish[row] !== NO_DATE ? xOf(view, lateFinish[row]) : end;
    const from = (late > end && late < end + 60 ? late : end) + (flags[row] & ROW_FLAGS.late ? GAP + 6 : GAP);
    if (from < view.width) drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'left', from, middle, fitter.fit(content, WIDEST, 'caption'));
  } else if (side === 'left') {
    if (x > view.gridWidth) drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'right', x - GAP, middle, fitter.fit(content, WIDEST, 'caption'));
  } else if (side === 'inside') {
    const from = Math.max(x, view.gridWidth) + 6;
    const room = end - 4 - from;
    if (room > 12) drawText(scene, LAYER.text, COLOUR['text-on-bar'], 'caption', 'left', from, middle, fitter.fit(content, room, 'caption'));
  } else {
    const y = side === 'above' ? top + bar.top - 6 : top + bar.top + bar.height + 7;
    const from = Math.max(x, view.gridWidth + 4);
    if (from < view.width && end > view.gridWidth) drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'left', from, y, fitter.fit(content, WIDEST, 'caption'));
  }
}

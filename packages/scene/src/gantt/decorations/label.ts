import { NO_DATE } from '@gantry/domain';
import { drawText } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import { drawGround } from '../draw/ground.ts';
import type { BarLabel, Decoration, Frame } from '../frame.ts';
import { barEnd, xOf } from '../frame.ts';
import { EXTERNAL_ENDS, isMilestone } from '../rows.ts';
import { external, STUB } from './external.ts';
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

/** A text over whatever lines run there: they are covered by the row's ground. */
function drawOver(frame: Frame, row: number, align: 'left' | 'right', x: number, y: number, text: string): void {
  const { scene, fitter } = frame;
  const width = Math.ceil(fitter.width(text, 'caption')) + 6;
  drawGround(frame, row, LAYER.overBar, align === 'left' ? x - 3 : x - width + 3, Math.round(y - 7), width, 13);
  drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', align, x, y, text);
}

function drawSide(frame: Frame, row: number, side: BarLabel['side'], content: string, x: number, end: number, top: number): void {
  const { scene, view, fitter, bar } = frame;
  const middle = top + bar.top + bar.height / 2 + 0.5;
  if (side === 'right') {
    if (end <= view.gridWidth || end > view.width) return;
    const text = fitter.fit(content, WIDEST, 'caption');
    const from = rightOf(frame, row, end, fitter.width(text, 'caption'));
    if (from < view.width) drawOver(frame, row, 'left', from, middle, text);
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

/** The end of a float so near pushes the label behind itself; a farther one goes on under its ground. */
const NEAR = 120;
/** A line of the time axis is passed where it would run through the beginning of the text. */
const BEGINNING = 16;

const RIGHT_ENDS = EXTERNAL_ENDS.intoFinish | EXTERNAL_ENDS.outOfFinish;

/** Where a label right of a bar begins: behind the place where a link leaves, a short float, and every mark that would lie in the text. */
function rightOf(frame: Frame, row: number, end: number, width: number): number {
  const { view, model } = frame;
  const { rows, decorations, marks } = model;
  const { lateFinish, finishLimitDate, deadline } = rows;
  const stub = model.showLinks && decorations.includes(external) && ((rows.external?.[row] ?? 0) & RIGHT_ENDS) !== 0;
  let right = end + (stub ? STUB : 6);
  if (lateFinish && lateFinish[row] !== NO_DATE && decorations.includes(float)) {
    const x = xOf(view, lateFinish[row]);
    if (x > end && x < end + NEAR) right = Math.max(right, x);
  }
  const pass = (x: number, half: number, room: number): void => {
    if (x + half > right && x - half < right + GAP + room) right = x + half;
  };
  // Twice: behind the one the other may stand.
  for (let again = 0; again < 2; again++) {
    if (finishLimitDate && (rows.finishLimit?.[row] ?? 0) > 0 && finishLimitDate[row] !== NO_DATE)
      pass(xOf(view, finishLimitDate[row]), 4, width);
    if (deadline && deadline[row] !== NO_DATE) pass(xOf(view, deadline[row]), 5, width);
    for (const mark of marks) pass(xOf(view, mark.minute), 2, BEGINNING);
  }
  return right + GAP;
}

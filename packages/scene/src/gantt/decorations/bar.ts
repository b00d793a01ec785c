import { NO_DATE } from '@gantry/domain';
import { drawRect, drawRound } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Decoration, Frame, GanttView } from '../frame.ts';
import { barEnd, xOf } from '../frame.ts';
import { ROW_FLAGS, TYPE_DRAFT, TYPE_TASK, TYPE_WORK } from '../rows.ts';

const RADIUS = 2;

function colours(frame: Frame, row: number): { body: number; done: number } {
  const { rows } = frame.model;
  const flags = rows.flags[row];
  if (flags & ROW_FLAGS.critical) return CRITICAL;
  if (flags & ROW_FLAGS.near) return NEAR;
  const tint = rows.tint ? rows.tint[row] : 0;
  if (tint > 0) return TINTS[tint];
  return rows.type[row] === TYPE_WORK ? WORK : TASK;
}

const CRITICAL = { body: COLOUR.critical, done: COLOUR['critical-done'] };
const NEAR = { body: COLOUR.near, done: COLOUR['near-done'] };
const TASK = { body: COLOUR.task, done: COLOUR['task-done'] };
const WORK = { body: COLOUR.work, done: COLOUR['work-done'] };
const TINTS = Array.from({ length: 9 }, (_, tint) => ({ body: COLOUR['tint-1'] + tint - 1, done: COLOUR['mark'] }));

/** The body of tasks, works and drafts with its done part; critical and near ones also carry a stripe, so that colour is not alone. */
export const bar: Decoration = {
  draw(frame, row, top) {
    const { rows } = frame.model;
    const type = rows.type[row];
    const start = rows.start[row];
    const finish = rows.finish[row];
    if ((type !== TYPE_TASK && type !== TYPE_WORK && type !== TYPE_DRAFT) || start === NO_DATE || finish === NO_DATE) return;
    const { scene, view } = frame;
    const x = xOf(view, start);
    const width = barEnd(view, start, finish) - x;
    if (x > view.width || x + width < view.gridWidth) return;
    const inset = type === TYPE_WORK ? 1 : 0;
    const y = top + frame.bar.top + inset;
    const height = frame.bar.height - 2 * inset;
    if (type === TYPE_DRAFT) {
      drawDraft(frame, x, y, width, height);
      return;
    }
    const { body, done } = colours(frame, row);
    drawRound(scene, LAYER.bar, body, x, y, width, height, RADIUS);
    const part = Math.round(width * Math.min(1, rows.progress[row]));
    if (part > 0) {
      const tinted = done === COLOUR.mark;
      if (tinted) drawRect(scene, LAYER.overBar, done, x, y + height - 4, part, 4);
      else drawRound(scene, LAYER.overBar, done, x, y, part, height, RADIUS);
    }
    const flags = rows.flags[row];
    if (flags & ROW_FLAGS.critical) drawRect(scene, LAYER.mark, COLOUR['critical-text'], x, y + height - 2, width, 2);
    else if (flags & ROW_FLAGS.near) {
      const end = Math.min(x + width, view.width);
      for (let at = firstDash(view, x, 8); at < end; at += 8)
        drawRect(scene, LAYER.mark, COLOUR['near-text'], at, y + height - 2, Math.min(4, x + width - at), 2);
    }
  },
};

/** Where the first dash in sight begins: what a bar has left of the window, thousands of pixels perhaps, is not drawn. */
function firstDash(view: GanttView, x: number, step: number): number {
  return x >= view.gridWidth ? x : x + Math.floor((view.gridWidth - x) / step) * step;
}

function drawDraft(frame: Frame, x: number, y: number, width: number, height: number): void {
  const { scene, view } = frame;
  drawRect(scene, LAYER.bar, COLOUR.surface, x, y, width, height);
  const end = Math.min(x + width, view.width);
  for (let at = firstDash(view, x, 7); at < end; at += 7) {
    const dash = Math.min(4, x + width - at);
    drawRect(scene, LAYER.bar, COLOUR.draft, at, y, dash, 1);
    drawRect(scene, LAYER.bar, COLOUR.draft, at, y + height - 1, dash, 1);
  }
  drawRect(scene, LAYER.bar, COLOUR.draft, x, y, 1, height);
  drawRect(scene, LAYER.bar, COLOUR.draft, x + width - 1, y, 1, height);
}

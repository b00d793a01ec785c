import { drawRect, openZone } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import { drawBands, drawGrid } from './grid.ts';
import { drawDaysOff, drawSteps } from './ground.ts';
import { drawLinks } from './links.ts';
import type { Decoration, Frame, GanttModel } from '../frame.ts';
import { barBox, barRowOf, xOf } from '../frame.ts';
import type { Scene } from '../../drawing/scene.ts';
import type { TextFitter } from '../../drawing/text-fitter.ts';
import type { GanttView } from '../frame.ts';

/** A frame over a model and a window; call `frameRows` after either changed. */
export function newFrame(scene: Scene, model: GanttModel, view: GanttView, fitter: TextFitter): Frame {
  return {
    scene,
    model,
    view,
    fitter,
    first: 0,
    last: -1,
    bar: barBox(view.rowHeight, false),
    linksDrawn: 0,
    linksVisited: 0,
    linksHit: 0,
  };
}

/** Finds the rows in sight. */
export function frameRows(frame: Frame): void {
  const { model, view } = frame;
  const { rowTops, rowHeight } = view;
  const bottom = view.top + view.height;
  frame.first = Math.max(0, rowTops ? placeAt(rowTops, view.top) : Math.floor(view.top / rowHeight));
  frame.last = Math.min(model.visible.count - 1, rowTops ? placeAt(rowTops, bottom - 0.01) : Math.ceil(bottom / rowHeight) - 1);
  frame.bar = barBox(
    view.rowHeight,
    model.decorations.some((each) => each.takesRoomBelow?.(model.rows)),
  );
}

/** The place of the list that holds a height, where rows differ in theirs. */
function placeAt(tops: Float64Array, y: number): number {
  let [from, to] = [0, tops.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (tops[middle + 1] <= y) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Draws grid and chart into the frame's scene; the scene has been begun. */
export function drawChart(frame: Frame): void {
  const { scene, view, model } = frame;
  frameRows(frame);
  openZone(scene, 0, 0, view.width, view.height);
  drawRect(scene, LAYER.ground, COLOUR.surface, 0, 0, view.width, view.height);
  drawGrid(frame);
  openZone(scene, view.gridWidth, 0, view.width - view.gridWidth, view.height);
  drawDaysOff(frame);
  drawBands(frame, view.gridWidth, view.width);
  drawSteps(frame);
  drawLinks(frame);
  for (const decoration of model.decorations) drawDecoration(frame, decoration);
  drawMarks(frame);
  openZone(scene, 0, 0, view.width, view.height);
  drawRect(scene, LAYER.top, COLOUR['line-strong'], view.gridWidth - 1, 0, 1, view.height);
}

function drawDecoration(frame: Frame, { draw }: Decoration): void {
  const { rowAt } = frame.model.visible;
  for (let place = frame.first; place <= frame.last; place++) draw(frame, rowAt[place], barRowOf(frame.view, place));
}

/** Today, the data date and other lines. */
function drawMarks(frame: Frame): void {
  const { scene, view, model } = frame;
  for (const mark of model.marks) {
    const x = xOf(view, mark.minute);
    if (x < view.gridWidth || x > view.width) continue;
    if (mark.kind === 'data-date') drawRect(scene, LAYER.line, COLOUR['data-date'], x, 0, 2, view.height);
    else if (mark.kind === 'today') for (let y = 0; y < view.height; y += 8) drawRect(scene, LAYER.line, COLOUR.today, x, y, 1, 5);
    else drawRect(scene, LAYER.line, COLOUR.mark, x, 0, 1, view.height);
  }
}

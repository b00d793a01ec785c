import { beginScene, drawRect, newScene, openZone } from '../../drawing/scene.ts';
import type { Sheet } from '../../drawing/sheet.ts';
import type { TextFitter } from '../../drawing/text-fitter.ts';
import { minuteAt } from '../../time-scale/scale.ts';
import { COLOUR, LAYER } from '../colours.ts';
import { drawChart, frameRows, newFrame } from './chart.ts';
import { drawHeader } from './header.ts';
import { drawHistogram } from './histogram.ts';
import type { Frame, GanttModel, GanttView } from '../frame.ts';

/** Heights of what stands above and below the rows, pixels; 0 leaves it out. */
export type SheetParts = { header: number; histogram: number };

/** Draws header, rows and histogram of a window as one sheet: what a page of print, an SVG or a picture is painted from. */
export function drawSheet(model: GanttModel, view: GanttView, fitter: TextFitter, { header, histogram }: SheetParts): Sheet {
  const sheet: Sheet = { width: view.width, height: header + view.height + histogram, parts: [] };
  const part = (y: number, height: number, draw: (frame: Frame) => void): void => {
    if (height <= 0) return;
    const scene = newScene();
    beginScene(scene, view.width, height);
    const frame = newFrame(scene, model, view, fitter);
    frameRows(frame);
    draw(frame);
    sheet.parts.push({ scene, x: 0, y });
  };
  part(0, header, (frame) => drawHeader(frame, header));
  part(header, view.height, drawChart);
  part(header + view.height, histogram, (frame) => drawStrip(frame, histogram));
  return sheet;
}

/** Draws the histogram below the rows on its ground; the scene has been begun. */
export function drawStrip(frame: Frame, height: number): void {
  const { scene, view } = frame;
  openZone(scene, 0, 0, view.width, height);
  drawRect(scene, LAYER.ground, COLOUR.surface, 0, 0, view.width, height);
  drawRect(scene, LAYER.top, COLOUR['line-strong'], 0, 0, view.width, 1);
  drawRect(scene, LAYER.top, COLOUR['line-strong'], view.gridWidth - 1, 0, 1, height);
  const from = minuteAt(view.scale, view.left);
  drawHistogram(frame, 0, height, from, minuteAt(view.scale, view.left + view.width - view.gridWidth));
}

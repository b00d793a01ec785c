import {
  beginScene,
  COLOUR,
  drawChart,
  drawFrame,
  drawHeader,
  drawHeldLink,
  drawLinksOf,
  drawRect,
  drawStrip,
  LAYER,
  openZone,
  yOf,
} from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { HEADER_HEIGHT } from '../dom.ts';
import { drawHandles } from '../gestures/handles.ts';
import { writeTitles } from './titles.ts';

/** Asks for paint before the next frame. */
export function invalidate(chart: Chart, parts: number): void {
  chart.dirty |= parts;
  if (chart.scheduled === 0) {
    chart.scheduled = requestAnimationFrame(() => {
      chart.scheduled = 0;
      flush(chart);
    });
  }
}

/** Paints at once what waits. */
export function flush(chart: Chart): void {
  const { dirty, view } = chart;
  chart.dirty = 0;
  if (view.width <= 0 || view.height <= 0) return;
  if (dirty & DIRTY.body) paintBody(chart);
  if (dirty & DIRTY.header) paintHeader(chart);
  if (dirty & DIRTY.strip) paintStrip(chart);
  if (dirty & DIRTY.overlay) paintOverlay(chart);
}

function paintBody(chart: Chart): void {
  const { frame, view, counters } = chart;
  frame.scene = chart.scenes.body;
  beginScene(frame.scene, view.width, view.height);
  drawChart(frame);
  chart.painters.body.paint(frame.scene, chart.theme);
  counters.paints++;
  counters.texts = chart.painters.body.textCount();
  counters.cells = (frame.last - frame.first + 1) * chart.model.columns.length;
  counters.linksDrawn = frame.linksDrawn;
  counters.linksVisited = frame.linksVisited;
  counters.linksHit = frame.linksHit;
  chart.painted?.();
  chart.editing?.follow();
}

function paintHeader(chart: Chart): void {
  const { frame, view } = chart;
  frame.scene = chart.scenes.header;
  beginScene(frame.scene, view.width, HEADER_HEIGHT);
  drawHeader(frame, HEADER_HEIGHT, false);
  chart.painters.header.paint(frame.scene, chart.theme);
  writeTitles(chart);
}

function paintStrip(chart: Chart): void {
  const { frame, view, options } = chart;
  if (!options.histogram) return;
  const height = options.histogramHeight;
  frame.scene = chart.scenes.strip;
  beginScene(frame.scene, view.width, height);
  drawStrip(frame, height);
  chart.painters.strip.paint(frame.scene, chart.theme);
}

/** Hover, ranges and what a hand holds. The canvas is taken off the page while it has nothing to show: blending it costs each frame. */
function paintOverlay(chart: Chart): void {
  const { model, view, hover, scenes, dom } = chart;
  const needed = chart.ghost !== null || hover.row >= 0 || hover.link >= 0 || chart.cellRange !== null;
  dom.overlay.style.display = needed ? 'block' : 'none';
  if (!needed) return;
  const scene = scenes.overlay;
  chart.frame.scene = scene;
  beginScene(scene, view.width, view.height);
  openZone(scene, 0, 0, view.width, view.height);
  if (hover.row >= 0 && !chart.ghost) {
    const place = model.visible.indexOf[hover.row];
    if (place >= 0) drawRect(scene, LAYER.ground, COLOUR.hover, 0, yOf(view, place), view.width, view.rowHeight - 1);
  }
  if (chart.cellRange) drawRange(chart);
  if (model.showLinks && !chart.ghost) drawHoveredLinks(chart);
  if (!chart.ghost) drawHandles(chart);
  chart.ghost?.(scene);
  chart.painters.overlay.paint(scene, chart.theme);
}

/** The relation under the pointer, or all of the bar under it, in the accent over the faded rest. */
function drawHoveredLinks({ frame, hover, view }: Chart): void {
  if (hover.link < 0 && (hover.column >= 0 || hover.part === 'none')) return;
  openZone(frame.scene, view.gridWidth, 0, view.width - view.gridWidth, view.height);
  if (hover.link >= 0) drawHeldLink(frame, hover.link);
  else drawLinksOf(frame, hover.row);
}

function drawRange(chart: Chart): void {
  const { cellRange, model, view } = chart;
  if (!cellRange) return;
  const { left, width } = model.columnLayout;
  const shift = (column: number): number => (model.columns[column].frozen ? 0 : view.gridLeft);
  const x = left[cellRange.columnFrom] - shift(cellRange.columnFrom);
  const end = Math.min(view.gridWidth, left[cellRange.columnTo] + width[cellRange.columnTo] - shift(cellRange.columnTo));
  const y = yOf(view, cellRange.rowFrom);
  const bottom = yOf(view, cellRange.rowTo + 1);
  drawRect(chart.scenes.overlay, LAYER.ground, COLOUR.hover, x, y, end - x, bottom - y);
  drawFrame(chart.scenes.overlay, LAYER.top, COLOUR.accent, x, y, end - x - 1, bottom - y - 1, 1);
}

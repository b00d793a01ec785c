import { closeCell, drawRect, drawRound, drawText, drawTriangle, openCell, openZone } from '../../drawing/scene.ts';
import { minuteAt } from '../../time-scale/scale.ts';
import type { TickUnit } from '../../time-scale/ticks.ts';
import { floorTick, headerUnits, nextTick, tickText } from '../../time-scale/ticks.ts';
import { COLOUR, LAYER } from '../colours.ts';
import { CELL_PADDING } from './grid.ts';
import type { Frame, TimeMark } from '../frame.ts';
import { xOf } from '../frame.ts';

/** Draws the two rows of the time scale into a header of this height, and the column titles unless the caller shows them itself. */
export function drawHeader(frame: Frame, height: number, titles = true): void {
  const { scene, view, model } = frame;
  const { frozenWidth } = model.columnLayout;
  const frozen = Math.min(frozenWidth, view.gridWidth);
  openZone(scene, 0, 0, view.width, height);
  drawRect(scene, LAYER.ground, COLOUR.header, 0, 0, view.width, height);
  drawRect(scene, LAYER.top, COLOUR['line-strong'], 0, height - 1, view.width, 1);
  if (titles) {
    openZone(scene, 0, 0, frozen, height);
    drawTitles(frame, height, true, 0, frozen);
    openZone(scene, frozen, 0, view.gridWidth - frozen, height);
    drawTitles(frame, height, false, frozen, view.gridWidth);
  }
  openZone(scene, view.gridWidth, 0, view.width - view.gridWidth, height);
  const { upper, lower } = headerUnits(view.scale.pixelsPerDay);
  const half = Math.floor(height / 2);
  placeFlags(frame);
  drawTicks(frame, upper, 0, half, true);
  drawTicks(frame, lower, half, height - half, false);
  drawFlags(frame, height);
  openZone(scene, 0, 0, view.width, height);
  drawRect(scene, LAYER.top, COLOUR['line-strong'], view.gridWidth - 1, 0, 1, height);
}

function drawTitles(frame: Frame, height: number, frozen: boolean, from: number, to: number): void {
  const { scene, view, model, fitter } = frame;
  model.columns.forEach((column, index) => {
    if (Boolean(column.frozen) !== frozen) return;
    const x = model.columnLayout.left[index] - (frozen ? 0 : view.gridLeft);
    const width = model.columnLayout.width[index];
    if (x + width <= from || x >= to) return;
    const middle = height / 2 + 0.5;
    const sorted = model.sort?.columnId === column.id;
    const room = width - 2 * CELL_PADDING - (sorted ? 12 : 0);
    const text = fitter.fit(column.title, room, 'strong');
    const right = x + width - CELL_PADDING;
    openCell(scene, -1, index, column.title);
    if (column.align === 'right')
      drawText(scene, LAYER.text, COLOUR['text-muted'], 'strong', 'right', right - (sorted ? 12 : 0), middle, text);
    else if (column.align === 'center') drawText(scene, LAYER.text, COLOUR['text-muted'], 'strong', 'center', x + width / 2, middle, text);
    else drawText(scene, LAYER.text, COLOUR['text-muted'], 'strong', 'left', x + CELL_PADDING, middle, text);
    closeCell(scene);
    if (sorted) {
      const up = model.sort?.descending ? -1 : 1;
      drawTriangle(scene, LAYER.mark, COLOUR.accent, right - 8, middle + 2 * up, right, middle + 2 * up, right - 4, middle - 3 * up);
    }
    drawRect(scene, LAYER.rowLine, COLOUR['line-strong'], x + width - 1, 8, 1, height - 16);
  });
}

function drawTicks(frame: Frame, unit: TickUnit, top: number, height: number, upper: boolean): void {
  const { scene, view, model, fitter } = frame;
  const from = minuteAt(view.scale, view.left);
  const to = minuteAt(view.scale, view.left + view.width - view.gridWidth);
  const middle = top + height / 2 + 0.5;
  for (let tick = floorTick(unit, from); tick <= to;) {
    const next = nextTick(unit, tick);
    const x = xOf(view, tick);
    const end = xOf(view, next);
    drawRect(scene, LAYER.rowLine, COLOUR['line-strong'], x, upper ? top + 4 : top, 1, height - (upper ? 4 : 0));
    const text = tickText(unit, tick, model.words, upper, end - x);
    if (upper) {
      // The name stays in sight while its step is.
      const left = Math.max(x, view.gridWidth) + CELL_PADDING;
      const fitted = fitter.fit(text, Math.min(end, view.width) - 6 - left, 'strong');
      drawText(scene, LAYER.text, COLOUR.text, 'strong', 'left', left, middle, fitted);
    } else {
      const fitted = fitter.fit(text, end - x - 2, 'caption');
      const center = Math.round((x + end) / 2);
      if (!underFlag(center, fitter.width(fitted, 'caption')))
        drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'center', center, middle, fitted);
    }
    tick = next;
  }
  if (upper) drawRect(scene, LAYER.rowLine, COLOUR.line, view.gridWidth, top + height - 1, view.width - view.gridWidth, 1);
}

/** Flags with the names of today and the data date, left to right; one object, filled anew for each drawing. */
const flags: { mark: TimeMark; x: number; left: number; width: number }[] = [];

/** Finds places for the flags: at their lines, later ones make room to the right. */
function placeFlags({ view, model, fitter }: Frame): void {
  flags.length = 0;
  let free = -Infinity;
  for (const mark of [...model.marks].sort((a, b) => a.minute - b.minute)) {
    const x = xOf(view, mark.minute);
    if (x < view.gridWidth || x > view.width) continue;
    const width = Math.ceil(fitter.width(mark.label, 'caption')) + 12;
    const left = Math.max(free, Math.min(x, view.width - width));
    flags.push({ mark, x, left, width });
    free = left + width + 4;
  }
}

/** True where a text around `center` would lie under a flag. */
function underFlag(center: number, width: number): boolean {
  return flags.some((flag) => center + width / 2 > flag.left - 2 && center - width / 2 < flag.left + flag.width + 2);
}

function drawFlags({ scene }: Frame, height: number): void {
  for (const { mark, x, left, width } of flags) {
    const colour = mark.kind === 'today' ? COLOUR.today : mark.kind === 'data-date' ? COLOUR['data-date'] : COLOUR.mark;
    drawRound(scene, LAYER.top, colour, left, height - 18, width, 16, 3);
    drawRect(scene, LAYER.top, colour, x, height - 6, mark.kind === 'data-date' ? 2 : 1, 6);
    drawText(scene, LAYER.top, COLOUR['mark-text'], 'caption', 'center', left + width / 2, height - 9.5, mark.label);
  }
}

import { drawLine, drawRect, drawText, type LineDash, type Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { floorTick, nextTick, TICK_UNITS } from '../time-scale/ticks.ts';
import { CHART_COLOUR, CHART_LAYER, flowColour, type LineColour } from './chart-colours.ts';
import { MOST_NAMED, placedLabels } from './flow-labels.ts';

/** Works over places and time, as the screen and paper show them; moments are minutes. */
export type FlowPicture = {
  /** From the lowest up. */
  places: readonly string[];
  lines: readonly { name: string; tint: number | null }[];
  segments: readonly {
    line: number;
    place: number;
    start: number;
    finish: number;
    clash: { from: number; to: number } | null;
    /** The share that is done, and the dates that were promised. */
    done: number;
    target: { start: number; finish: number } | null;
  }[];
  from: number;
  to: number;
  today: number | null;
  tick(minute: number): string;
};

/** Where the parts of a cyclogram lie. */
export type FlowLayout = { left: number; top: number; width: number; height: number; step: number };

const [TOP, BOTTOM, RIGHT] = [8, 24, 16];
const LABEL = 84;
const PLACE = 120;
const NARROW = 560;
const LEAST_PLACE = 14;
const MINUTES_A_DAY = 1440;
const COLOURS = 8;
/** A second and a third round of the colours differ by dashes. */
const DASHES: readonly LineDash[] = ['solid', 'dashed', 'dotted'];

/** Lays a cyclogram out in a box; with many places it becomes higher than the box. */
export function layOutFlow(places: number, width: number, height: number): FlowLayout {
  const left = width < NARROW ? PLACE / 2 : PLACE;
  const step = Math.max(LEAST_PLACE, Math.floor((height - TOP - BOTTOM) / Math.max(1, places)));
  return { left, top: TOP, width: Math.max(120, width - left - RIGHT), height: step * places, step };
}

/** How high a cyclogram is with what stands around it. */
export const flowHeight = ({ height }: FlowLayout): number => height + TOP + BOTTOM;

/** The colour and dash of a line by its place, or the colour that was chosen for it. */
export const flowStyle = (line: number, tint: number | null): { colour: LineColour; dash: LineDash } => ({
  colour: flowColour(tint ?? (line % COLOURS) + 1),
  dash: tint === null ? DASHES[Math.floor(line / COLOURS) % DASHES.length] : 'solid',
});

/** First days of the finest periods whose names fit beside each other. */
function ticksOf(from: number, to: number, width: number): number[] {
  const wide = (LABEL / width) * (to - from);
  const unit =
    TICK_UNITS.find((one) => nextTick(one, floorTick(one, from)) - floorTick(one, from) >= Math.max(wide, MINUTES_A_DAY)) ?? 'decade';
  const ticks: number[] = [];
  for (let tick = nextTick(unit, floorTick(unit, from)); tick < to; tick = nextTick(unit, tick)) ticks.push(tick);
  return ticks;
}

/** Draws a cyclogram: places upwards, time to the right; behind the plan what was promised, over it what is done. */
export function drawFlow(
  scene: Scene,
  picture: FlowPicture,
  box: { x: number; y: number; width: number; height: number },
  fitter: TextFitter,
): void {
  const { places, lines, segments, from, to, today, tick } = picture;
  const { left, top, width, height, step } = layOutFlow(places.length, box.width, box.height);
  const [x0, y0] = [box.x + left, box.y + top];
  const x = (minute: number): number => x0 + ((minute - from) / (to - from || 1)) * width;
  const bottom = (place: number): number => y0 + height - place * step;
  for (const [index, place] of places.entries()) {
    drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.rule, box.x, bottom(index) - 0.5, left + width, 1);
    const name = fitter.fit(place, left - 14, 'caption');
    drawText(scene, CHART_LAYER.text, CHART_COLOUR['text-muted'], 'caption', 'left', box.x + 8, bottom(index) - step / 2, name);
  }
  for (const minute of ticksOf(from, to, width)) {
    drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.rule, x(minute) - 0.5, y0, 1, height);
    if (x(minute) + LABEL <= x0 + width + RIGHT)
      drawText(scene, CHART_LAYER.text, CHART_COLOUR['text-muted'], 'caption', 'left', x(minute) + 2, y0 + height + 12, tick(minute));
  }
  if (today !== null && today >= from && today <= to)
    drawRect(scene, CHART_LAYER.mark, CHART_COLOUR['data-date'], x(today) - 1, y0, 2, height);
  const last = new Map<number, FlowPicture['segments'][number]>();
  for (const segment of segments) {
    const { line, place, start, finish, clash, done, target } = segment;
    const y = bottom(place);
    const { colour, dash } = flowStyle(line, lines[line].tint);
    if (clash)
      drawRect(scene, CHART_LAYER.ground, CHART_COLOUR.clash, x(clash.from), y - step, Math.max(2, x(clash.to) - x(clash.from)), step);
    if (target) drawLine(scene, CHART_LAYER.band, CHART_COLOUR.target, [x(target.start), y, x(target.finish), y - step], 1.5);
    drawLine(scene, CHART_LAYER.line, CHART_COLOUR[colour], [x(start), y, x(finish), y - step], 2, dash);
    const share = Math.min(1, done);
    if (share > 0)
      drawLine(scene, CHART_LAYER.line, CHART_COLOUR[colour], [x(start), y, x(start + (finish - start) * share), y - step * share], 5);
    if (finish >= (last.get(line)?.finish ?? 0)) last.set(line, segment);
  }
  // Names of hundreds of lines hide the lines.
  if (last.size > MOST_NAMED) return;
  const labels = [...last.values()].map(({ line, place, finish }) => {
    const text = fitter.fit(lines[line].name, width / 3, 'caption');
    return { line, text, x: x(finish) - x0 + 8, y: height - (place + 0.5) * step, width: fitter.width(text, 'caption') };
  });
  for (const { line, text, x: beside, y } of placedLabels(labels, { width: width + RIGHT / 2, height })) {
    const role = CHART_COLOUR[flowStyle(line, lines[line].tint).colour];
    drawText(scene, CHART_LAYER.text, role, 'caption', 'left', x0 + beside, y0 + y, text);
  }
}

import { drawLine, drawRect, drawText, type LineDash, openZone, type Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { floorTick, nextTick, TICK_UNITS } from '../time-scale/ticks.ts';
import { CHART_COLOUR, CHART_LAYER, flowColour, type LineColour } from './chart-colours.ts';
import { MOST_NAMED, placedLabels } from './flow-labels.ts';

/** Works over places and time, as the screen and paper show them; moments are minutes. */
export type FlowPicture = {
  /** From the lowest up. */
  places: readonly string[];
  /** Real distance in the place of equal places. */
  axis: FlowDistance | null;
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

/** An axis of distance: from where to where it is shown, the stretch of each place, and about so many round positions at most with their names. */
export type FlowDistance = {
  low: number;
  high: number;
  stretches: readonly FlowSpan[];
  ticks(most: number): readonly { at: number; text: string }[];
};

/** Where a work begins and ends on the axis; a block occupies it all from its start to its finish. */
export type FlowSpan = { from: number; to: number; block: boolean };

/** Where the parts of a cyclogram lie, and what stands at the foot and at the head of its axis; `step` is the height of a place. */
export type FlowLayout = { left: number; top: number; width: number; height: number; step: number; low: number; high: number };

const [TOP, BOTTOM, RIGHT] = [8, 24, 16];
const LABEL = 84;
const PLACE = 120;
const NARROW = 560;
const LEAST_PLACE = 14;
/** Room for "12+350", the least height of an axis of distance, and that of a name on it. */
const [CHAINAGE, LEAST_AXIS, LEAST_TICK] = [72, 200, 28];
/** A mark of a moment, and how far strokes reach over the area. */
const [MOMENT, OVER] = [5, 3];
const MINUTES_A_DAY = 1440;
const COLOURS = 8;
/** A second and a third round of the colours differ by dashes. */
const DASHES: readonly LineDash[] = ['solid', 'dashed', 'dotted'];

/** Lays a cyclogram out in a box; with many places it becomes higher than the box. */
export function layOutFlow(
  { places, axis }: { places: readonly string[]; axis: Pick<FlowDistance, 'low' | 'high'> | null },
  width: number,
  height: number,
): FlowLayout {
  const left = axis ? CHAINAGE : width < NARROW ? PLACE / 2 : PLACE;
  const around = { left, top: TOP, width: Math.max(120, width - left - RIGHT) };
  const room = height - TOP - BOTTOM;
  if (axis) return { ...around, height: Math.max(LEAST_AXIS, room), step: 0, low: axis.low, high: axis.high };
  const step = Math.max(LEAST_PLACE, Math.floor(room / Math.max(1, places.length)));
  return { ...around, height: step * places.length, step, low: 0, high: places.length };
}

/** How far below the top of the area a position of the axis lies. */
export const flowY = ({ height, low, high }: FlowLayout, position: number): number =>
  height - ((position - low) / (high - low || 1)) * height;

/** Where a place lies on its axis; equal places lie one above another. */
export const flowSpan = (axis: Pick<FlowDistance, 'stretches'> | null, place: number): FlowSpan =>
  axis ? axis.stretches[place] : { from: place, to: place + 1, block: false };

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
  const { lines, segments, from, to, today, tick, axis } = picture;
  const layout = layOutFlow(picture, box.width, box.height);
  const { left, top, width, height } = layout;
  const [x0, y0] = [box.x + left, box.y + top];
  const x = (minute: number): number => x0 + ((minute - from) / (to - from || 1)) * width;
  const y = (position: number): number => y0 + flowY(layout, position);
  for (const { at, name, text } of rowsOf(picture, layout)) {
    drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.rule, box.x, y(at) - 0.5, left + width, 1);
    const fitted = fitter.fit(text, left - 14, 'caption');
    drawText(scene, CHART_LAYER.text, CHART_COLOUR['text-muted'], 'caption', 'left', box.x + 8, y(name), fitted);
  }
  for (const minute of ticksOf(from, to, width)) {
    drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.rule, x(minute) - 0.5, y0, 1, height);
    if (x(minute) + LABEL <= x0 + width + RIGHT)
      drawText(scene, CHART_LAYER.text, CHART_COLOUR['text-muted'], 'caption', 'left', x(minute) + 2, y0 + height + 12, tick(minute));
  }
  const whole = { ...scene.zone };
  // What is promised before the first work, and what a part of the axis leaves out, does not lie over the names.
  openZone(scene, x0 - OVER, y0 - OVER, width + 2 * OVER, height + 2 * OVER);
  if (today !== null && today >= from && today <= to)
    drawRect(scene, CHART_LAYER.mark, CHART_COLOUR['data-date'], x(today) - 1, y0, 2, height);
  const last = new Map<number, FlowPicture['segments'][number]>();
  for (const segment of segments) {
    const span = flowSpan(axis, segment.place);
    drawWork(scene, segment, span, flowStyle(segment.line, lines[segment.line].tint), { x, y }, axis === null || span.block);
    if (segment.finish >= (last.get(segment.line)?.finish ?? 0)) last.set(segment.line, segment);
  }
  openZone(scene, whole.x, whole.y, whole.width, whole.height);
  // Names of hundreds of lines hide the lines.
  if (last.size > MOST_NAMED) return;
  const labels = [...last.values()].flatMap(({ line, place, finish }) => {
    const span = flowSpan(axis, place);
    const end = axis && !span.block ? span.to : (span.from + span.to) / 2;
    // A name stands at an end that is shown.
    if (finish > to || finish < from || end < layout.low || end > layout.high) return [];
    const text = fitter.fit(lines[line].name, width / 3, 'caption');
    return [{ line, text, x: x(finish) - x0 + 8, y: y(end) - y0, width: fitter.width(text, 'caption') }];
  });
  for (const { line, text, x: beside, y: at } of placedLabels(labels, { width: width + RIGHT / 2, height })) {
    const role = CHART_COLOUR[flowStyle(line, lines[line].tint).colour];
    drawText(scene, CHART_LAYER.text, role, 'caption', 'left', x0 + beside, y0 + at, text);
  }
}

/** Rules across the area with their names: the foot of each place and its name in its middle, or round positions of the axis. */
function rowsOf({ places, axis }: FlowPicture, { height }: FlowLayout): { at: number; name: number; text: string }[] {
  if (axis) return axis.ticks(Math.floor(height / LEAST_TICK)).map(({ at, text }) => ({ at, name: at, text }));
  return places.map((text, place) => ({ at: place, name: place + 0.5, text }));
}

type Scales = { x(minute: number): number; y(position: number): number };

/** Draws a work: a line along its stretch, or a box where it is a block; what is promised behind it, what is done over it. `occupies`: clashes take all of its stretch. */
function drawWork(
  scene: Scene,
  { start, finish, clash, done, target }: FlowPicture['segments'][number],
  span: FlowSpan,
  { colour, dash }: ReturnType<typeof flowStyle>,
  { x, y }: Scales,
  occupies: boolean,
): void {
  const { from, to, block } = span;
  const share = Math.min(1, done);
  const at = (minute: number): number => from + (to - from) * ((minute - start) / (finish - start));
  const pathOf = (begin: number, end: number): number[] =>
    block ? [x(begin), y(from), x(end), y(from), x(end), y(to), x(begin), y(to), x(begin), y(from)] : [x(begin), y(from), x(end), y(to)];
  if (clash) drawClash(scene, clash, occupies ? [from, to] : [at(clash.from), at(clash.to)], { x, y });
  if (block)
    drawRect(
      scene,
      CHART_LAYER.ground,
      CHART_COLOUR.band,
      x(start),
      y(Math.max(from, to)),
      x(finish) - x(start),
      Math.abs(y(from) - y(to)),
    );
  if (target) drawLine(scene, CHART_LAYER.band, CHART_COLOUR.target, pathOf(target.start, target.finish), 1.5);
  drawLine(scene, CHART_LAYER.line, CHART_COLOUR[colour], pathOf(start, finish), 2, dash);
  if (share <= 0) return;
  const until = start + (finish - start) * share;
  drawLine(scene, CHART_LAYER.line, CHART_COLOUR[colour], [x(start), y(from), x(until), y(block ? from : at(until))], 5);
}

/** Draws where two lines are in one place: the time and the part of the axis, a moment as a mark that can be seen. */
function drawClash(scene: Scene, clash: { from: number; to: number }, [from, to]: [number, number], { x, y }: Scales): void {
  const [left, right] = [x(clash.from), Math.max(x(clash.to), x(clash.from) + 2)];
  const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
  const isMoment = bottom - top < 2 * MOMENT;
  const [wide, high] = isMoment ? [Math.max(0, MOMENT - (right - left) / 2), MOMENT - (bottom - top) / 2] : [0, 0];
  drawRect(scene, CHART_LAYER.band, CHART_COLOUR.clash, left - wide, top - high, right - left + 2 * wide, bottom - top + 2 * high);
}

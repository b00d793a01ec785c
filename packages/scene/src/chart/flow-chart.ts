import { drawLine, drawRect, drawText, type LineDash, openZone, type Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { floorTick, nextTick, TICK_UNITS } from '../time-scale/ticks.ts';
import { CHART_COLOUR, CHART_LAYER, flowColour, type LineColour } from './chart-colours.ts';
import { BESIDE, type FlowLabel, MOST_NAMED, placedLabels, type Stroke } from './flow-labels.ts';

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
  /** The data date and its name. */
  today: number | null;
  todayName: string;
  tick(minute: number): string;
};

/** An axis of distance: from where to where it is shown, the stretch of each place, and about so many round positions at most with their names. */
export type FlowDistance = {
  low: number;
  high: number;
  /** Distance lies across and time runs down; else distance goes up and time to the right. */
  down: boolean;
  stretches: readonly FlowSpan[];
  ticks(most: number): readonly { at: number; text: string }[];
};

/** Where a work begins and ends on the axis; a block occupies it all from its start to its finish. */
export type FlowSpan = { from: number; to: number; block: boolean };

/** Where the parts of a cyclogram lie, and what stands at the foot and at the head of its axis; `step` is the height of a place. */
export type FlowLayout = {
  left: number;
  top: number;
  width: number;
  height: number;
  step: number;
  low: number;
  high: number;
  down: boolean;
};

/** From when to when a cyclogram is shown. */
type Shown = Pick<FlowPicture, 'from' | 'to'>;

const [TOP, BOTTOM, RIGHT] = [8, 24, 16];
const LABEL = 84;
const PLACE = 120;
const NARROW = 560;
const LEAST_PLACE = 14;
/** Room for "12+350", the least height of an axis of distance, and that of a name on it. */
const [CHAINAGE, LEAST_AXIS, LEAST_TICK] = [72, 200, 28];
/** A mark of a moment, how far strokes reach over the area, and half of the hand at the end of a line. */
const [MOMENT, OVER, HANDLE] = [5, 3, 4];
const MINUTES_A_DAY = 1440;
const COLOURS = 8;
/** The name of the data date among those of lines, and how high the ground behind a name is. */
const [DATA_DATE, PLATE] = [-1, 13];
/** A second and a third round of the colours differ by dashes. */
const DASHES: readonly LineDash[] = ['solid', 'dashed', 'dotted'];

/** Lays a cyclogram out in a box; with many places it becomes higher than the box. */
export function layOutFlow(
  { places, axis }: { places: readonly string[]; axis: Pick<FlowDistance, 'low' | 'high' | 'down'> | null },
  width: number,
  height: number,
): FlowLayout {
  const left = axis ? (axis.down ? LABEL : CHAINAGE) : width < NARROW ? PLACE / 2 : PLACE;
  const around = { left, top: TOP, width: Math.max(120, width - left - RIGHT) };
  const room = height - TOP - BOTTOM;
  if (axis) return { ...around, height: Math.max(LEAST_AXIS, room), step: 0, low: axis.low, high: axis.high, down: axis.down };
  const step = Math.max(LEAST_PLACE, Math.floor(room / Math.max(1, places.length)));
  return { ...around, height: step * places.length, step, low: 0, high: places.length, down: false };
}

/** Where a moment at a position of the axis lies, from the left and from the top of the area. */
export function flowPoint({ width, height, low, high, down }: FlowLayout, { from, to }: Shown, minute: number, position: number): Point {
  const [along, up] = [(minute - from) / (to - from || 1), (position - low) / (high - low || 1)];
  return down ? [up * width, along * height] : [along * width, height - up * height];
}

type Point = [x: number, y: number];

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

/** First days of the finest periods whose names, each so long, fit one after another. */
function ticksOf({ from, to }: Shown, length: number, each: number): number[] {
  const wide = (each / length) * (to - from);
  const unit =
    TICK_UNITS.find((one) => nextTick(one, floorTick(one, from)) - floorTick(one, from) >= Math.max(wide, MINUTES_A_DAY)) ?? 'decade';
  const ticks: number[] = [];
  for (let tick = nextTick(unit, floorTick(unit, from)); tick < to; tick = nextTick(unit, tick)) ticks.push(tick);
  return ticks;
}

/**
 * Draws a cyclogram: places upwards and time to the right, or over distance the other way round; behind the plan what was promised, over
 * it what is done.
 */
export function drawFlow(
  scene: Scene,
  picture: FlowPicture,
  box: { x: number; y: number; width: number; height: number },
  fitter: TextFitter,
): void {
  const { lines, segments, from, to, today, todayName, tick, axis } = picture;
  const layout = layOutFlow(picture, box.width, box.height);
  const { left, top, width, height, down } = layout;
  const [x0, y0] = [box.x + left, box.y + top];
  const at = (minute: number, position: number): Point => {
    const [x, y] = flowPoint(layout, picture, minute, position);
    return [x0 + x, y0 + y];
  };
  const name = (x: number, y: number, text: string): void =>
    drawText(scene, CHART_LAYER.text, CHART_COLOUR['text-muted'], 'caption', 'left', x, y, text);
  /** A rule from the left edge with its name there, and one from the head of the area with its name below the foot. */
  const across = (rule: number, middle: number, text: string): void => {
    drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.rule, box.x, rule - 0.5, left + width, 1);
    name(box.x + 8, middle, fitter.fit(text, left - 14, 'caption'));
  };
  const upright = (rule: number, text: string): void => {
    drawRect(scene, CHART_LAYER.rule, CHART_COLOUR.rule, rule - 0.5, y0, 1, height);
    if (rule + LABEL <= x0 + width + RIGHT) name(rule + 2, y0 + height + 12, text);
  };
  for (const { position, middle, text } of rowsOf(picture, layout))
    if (down) upright(at(from, position)[0], text);
    else across(at(from, position)[1], at(from, middle)[1], text);
  for (const minute of ticksOf(picture, down ? height : width, down ? LEAST_TICK : LABEL)) {
    const [x, y] = at(minute, layout.low);
    if (down) across(y, y, tick(minute));
    else upright(x, tick(minute));
  }
  const whole = { ...scene.zone };
  // What is promised before the first work, and what a part of the axis leaves out, does not lie over the names.
  openZone(scene, x0 - OVER, y0 - OVER, width + 2 * OVER, height + 2 * OVER);
  if (today !== null && today >= from && today <= to) {
    const [x, y] = at(today, layout.low);
    const rule = down ? { x: x0, y: y - 1, width, height: 2 } : { x: x - 1, y: y0, width: 2, height };
    drawBox(scene, CHART_LAYER.mark, CHART_COLOUR['data-date'], rule);
  }
  const [last, works] = [new Map<number, FlowPicture['segments'][number]>(), new Map<number, number>()];
  for (const segment of segments) {
    const span = flowSpan(axis, segment.place);
    const style = flowStyle(segment.line, lines[segment.line].tint);
    drawWork(scene, segment, span, style, { at, down, occupies: axis === null || span.block });
    if (segment.finish >= (last.get(segment.line)?.finish ?? 0)) last.set(segment.line, segment);
    works.set(segment.line, (works.get(segment.line) ?? 0) + 1);
  }
  openZone(scene, whole.x, whole.y, whole.width, whole.height);
  // Names of hundreds of lines hide the lines. Where there is no room for all, lines of many works have theirs.
  const countOf = ({ line }: { line: number }): number => works.get(line) ?? 0;
  const named = last.size > MOST_NAMED ? [] : [...last.values()].sort((one, other) => countOf(other) - countOf(one));
  const labels = named.flatMap(({ line, place, finish }) => {
    const span = flowSpan(axis, place);
    const end = axis && !span.block ? span.to : (span.from + span.to) / 2;
    // A name stands at an end that is shown.
    if (finish > to || finish < from || end < layout.low || end > layout.high) return [];
    const text = fitter.fit(lines[line].name, width / 3, 'caption');
    const [x, y] = flowPoint(layout, picture, finish, end);
    return [{ line, text, x: x + BESIDE, y, width: fitter.width(text, 'caption') }];
  });
  const strokes = named.length
    ? [
        ...segments.flatMap((work) =>
          [work, ...(work.target ? [{ ...work, ...work.target }] : [])].flatMap((one) => strokesOf(one, picture, layout)),
        ),
        ...named.flatMap((work) => handleOf(flowPoint(layout, picture, work.finish, flowSpan(axis, work.place).to))),
      ]
    : [];
  if (today !== null && today >= from && today <= to) {
    const [x, y] = flowPoint(layout, picture, today, layout.low);
    labels.unshift(dataDateLabel([x, y], layout, { text: todayName, width: fitter.width(todayName, 'caption') }));
    strokes.push(down ? [0, y, width, y] : [x, 0, x, height]);
  }
  for (const { line, text, x, y, width: long, over } of placedLabels(labels, { width: width + RIGHT / 2, height }, strokes)) {
    // Where works leave no room for it, a name lies over them.
    if (over) drawRect(scene, CHART_LAYER.text, CHART_COLOUR.surface, x0 + x - 2, y0 + y - PLATE / 2, long + 4, PLATE);
    const role = CHART_COLOUR[line === DATA_DATE ? 'text-muted' : flowStyle(line, lines[line].tint).colour];
    drawText(scene, CHART_LAYER.text, role, 'caption', 'left', x0 + x, y0 + y, text);
  }
}

/** The name of the data date before it is placed: beside the head of its line, on the side that has room. */
function dataDateLabel([x, y]: Point, { width, down }: FlowLayout, { text, width: long }: { text: string; width: number }): FlowLabel {
  const beside = down ? { x: width - long - 4, y: y - 12 } : { x: x + 6 + long <= width ? x + 6 : x - 6 - long, y: 8 };
  return { ...beside, line: DATA_DATE, text, width: long, upright: !down };
}

/** What the hand at the end of a line takes up. */
const handleOf = ([x, y]: Point): Stroke[] => [
  [x - HANDLE, y - HANDLE, x + HANDLE, y + HANDLE],
  [x - HANDLE, y + HANDLE, x + HANDLE, y - HANDLE],
];

/** What the line or the box of a work passes in the area. */
function strokesOf(
  { place, start, finish }: Pick<FlowPicture['segments'][number], 'place' | 'start' | 'finish'>,
  picture: FlowPicture,
  layout: FlowLayout,
): Stroke[] {
  const { from: foot, to: head, block } = flowSpan(picture.axis, place);
  const [[x, y], [right, bottom]] = [flowPoint(layout, picture, start, foot), flowPoint(layout, picture, finish, head)];
  if (!block) return [[x, y, right, bottom]];
  return [
    [x, y, right, y],
    [right, y, right, bottom],
    [right, bottom, x, bottom],
    [x, bottom, x, y],
  ];
}

/** Rules of the axis with the middles of their names: the foot of each place, or round positions. */
function rowsOf({ places, axis }: FlowPicture, { width, height, down }: FlowLayout): { position: number; middle: number; text: string }[] {
  if (!axis) return places.map((text, place) => ({ position: place, middle: place + 0.5, text }));
  return axis.ticks(Math.floor(down ? width / LABEL : height / LEAST_TICK)).map(({ at, text }) => ({ position: at, middle: at, text }));
}

type Scales = {
  at(minute: number, position: number): Point;
  down: boolean;
  /** A clash takes all of the stretch. */
  occupies: boolean;
};

/** Draws a work: a line along its stretch, or a box where it is a block; what is promised behind it, what is done over it. */
function drawWork(
  scene: Scene,
  { start, finish, clash, done, target }: FlowPicture['segments'][number],
  { from, to, block }: FlowSpan,
  { colour, dash }: ReturnType<typeof flowStyle>,
  { at, down, occupies }: Scales,
): void {
  const share = Math.min(1, done);
  const positionAt = (minute: number): number => from + (to - from) * ((minute - start) / (finish - start));
  const pathOf = (begin: number, end: number): number[] =>
    block ? [at(begin, from), at(end, from), at(end, to), at(begin, to), at(begin, from)].flat() : [...at(begin, from), ...at(end, to)];
  if (clash) {
    const [low, high] = occupies ? [from, to] : [positionAt(clash.from), positionAt(clash.to)];
    drawClash(scene, boxOf(at(clash.from, low), at(clash.to, high)), down);
  }
  if (block) {
    drawBox(scene, CHART_LAYER.ground, CHART_COLOUR.band, boxOf(at(start, from), at(finish, to)));
  }
  if (target) drawLine(scene, CHART_LAYER.band, CHART_COLOUR.target, pathOf(target.start, target.finish), 1.5);
  drawLine(scene, CHART_LAYER.line, CHART_COLOUR[colour], pathOf(start, finish), 2, dash);
  if (share <= 0) return;
  const until = start + (finish - start) * share;
  drawLine(scene, CHART_LAYER.line, CHART_COLOUR[colour], [...at(start, from), ...at(until, block ? from : positionAt(until))], 5);
}

type Box = { x: number; y: number; width: number; height: number };

const boxOf = ([x0, y0]: Point, [x1, y1]: Point): Box => ({
  x: Math.min(x0, x1),
  y: Math.min(y0, y1),
  width: Math.abs(x1 - x0),
  height: Math.abs(y1 - y0),
});

const drawBox = (scene: Scene, layer: number, colour: number, { x, y, width, height }: Box): void =>
  drawRect(scene, layer, colour, x, y, width, height);

/** Draws where two lines are in one place: the time and the part of the axis, a moment as a mark that can be seen. */
function drawClash(scene: Scene, { x, y, width, height }: Box, down: boolean): void {
  const [long, high] = down ? [width, Math.max(height, 2)] : [Math.max(width, 2), height];
  const isMoment = (down ? long : high) < 2 * MOMENT;
  const [wider, higher] = isMoment ? [Math.max(0, MOMENT - long / 2), Math.max(0, MOMENT - high / 2)] : [0, 0];
  drawRect(scene, CHART_LAYER.band, CHART_COLOUR.clash, x - wider, y - higher, long + 2 * wider, high + 2 * higher);
}

import { NO_DATE, RELATION_TYPES } from '@gantry/domain';
import { drawRect, drawTriangle } from '../../drawing/scene.ts';
import { COLOUR, LAYER } from '../colours.ts';
import { MILESTONE_HALF } from '../decorations/milestone.ts';
import type { Frame } from '../frame.ts';
import { xOf, barRowOf, yOf } from '../frame.ts';
import { firstOf, LANE, laneOf, pieces, STROKE_KINDS, uncovered } from './lanes.ts';
import type { Stroke } from './strokes.ts';
import { LINK_FLAGS } from './links.ts';
import { isMilestone, TYPE_MILESTONE_START, TYPE_SUM } from '../rows.ts';

/** How far a link leaves the bar before it turns. */
export const STUB = 8;
const ARROW = 4;

export const FROM_FINISH = RELATION_TYPES.map((type) => type[0] === 'f');
export const TO_FINISH = RELATION_TYPES.map((type) => type[1] === 'f');

let columns = new Uint8Array(0);

/** Forgets which pixel columns hold a line that only passes through. */
export function clearColumns(width: number): void {
  const size = (Math.ceil(width) + 1) * STROKE_KINDS;
  if (columns.length < size) columns = new Uint8Array(size);
  else columns.fill(0);
}

/** x of one end of a row's bar; NaN without dates. */
export function endOf(frame: Frame, row: number, finish: boolean): number {
  const { rows } = frame.model;
  const start = rows.start[row];
  const end = rows.finish[row];
  if (isMilestone(rows, row)) {
    const minute = rows.type[row] === TYPE_MILESTONE_START || end === NO_DATE ? start : end;
    return minute === NO_DATE ? NaN : xOf(frame.view, minute) + (finish ? MILESTONE_HALF : -MILESTONE_HALF);
  }
  if (start === NO_DATE || end === NO_DATE) return NaN;
  const x = xOf(frame.view, start);
  return finish ? Math.max(x + 2, xOf(frame.view, end)) : x;
}

/**
 * The way of a link between two ends, as horizontal and vertical runs. Forward links drop straight onto the successor's end;
 * backward ones leave and enter by stubs and change rows at the successor's edge. Links that share an end share its lanes.
 */
export function routeLink(frame: Frame, link: number, stroke: Stroke, x1: number, x2: number): void {
  const { view, model, bar } = frame;
  const { links, visible } = model;
  const type = links.type[link];
  const successor = links.successor[link];
  const from = visible.indexOf[links.predecessor[link]];
  const to = visible.indexOf[successor];
  const fromFinish = FROM_FINISH[type];
  const toFinish = TO_FINISH[type];
  const out = fromFinish ? 1 : -1;
  const into = toFinish ? -1 : 1;
  const { kind } = stroke;
  const hollow = (links.flags[link] & LINK_FLAGS.driving) === 0;
  const middle = bar.top + Math.floor(bar.height / 2);
  const y1 = barRowOf(view, from) + middle;
  const y2 = barRowOf(view, to) + middle;
  const fromInSight = from >= frame.first && from <= frame.last;
  const toInSight = to >= frame.first && to <= frame.last;
  const passing = !fromInSight && !toInSight;
  const down = to > from ? 1 : -1;
  const leaving = laneOf(from, LANE.middle, fromFinish, kind);
  const head = laneOf(to, LANE.head, toFinish, kind);
  const x = uprightAt(frame, successor, out, into, x1, x2);
  if (out === into && (x2 - x1) * out >= 0) {
    if (fromInSight) horizontal(frame, stroke, leaving, x1, x, y1);
    const edge = barRowOf(view, to) + bar.top + (down > 0 ? 0 : bar.height);
    const target = edge + (model.rows.type[successor] === TYPE_SUM ? 1 : 0);
    vertical(frame, stroke, laneOf(to, LANE.drop, toFinish, kind), x, y1, target, passing);
    if (toInSight && firstOf(head)) drop(frame, stroke, hollow, x, target, down);
    return;
  }
  if (out !== into) {
    if (fromInSight) horizontal(frame, stroke, leaving, x1, x, y1);
    vertical(frame, stroke, -1, x, y1, y2, passing);
    if (toInSight) {
      horizontal(frame, stroke, laneOf(to, LANE.middle, toFinish, kind), x, x2, y2);
      if (firstOf(head)) enter(frame, stroke, hollow, x2, y2, into);
    }
    return;
  }
  const turn = yOf(view, down > 0 ? to : to + 1) - (down > 0 ? 1 : 0);
  const leave = x;
  const arrive = x2 - into * STUB;
  if (fromInSight) horizontal(frame, stroke, leaving, x1, leave, y1);
  vertical(frame, stroke, laneOf(from, LANE.leave, fromFinish, kind), leave, y1, turn, passing);
  if (toInSight) {
    horizontal(frame, stroke, laneOf(to, down > 0 ? LANE.edgeAbove : LANE.edgeBelow, toFinish, kind), leave, arrive, turn);
    vertical(frame, stroke, laneOf(to, LANE.arrive, toFinish, kind), arrive, turn, y2, false);
    horizontal(frame, stroke, laneOf(to, LANE.middle, toFinish, kind), arrive, x2, y2);
    if (firstOf(head)) enter(frame, stroke, hollow, x2, y2, into);
  }
}

/** Where a link goes from row to row: x of its upright run. */
function uprightAt(frame: Frame, successor: number, out: number, into: number, x1: number, x2: number): number {
  if (out === into && (x2 - x1) * out >= 0) return x2 + into * dropInset(frame, successor);
  if (out !== into) return out > 0 ? Math.max(x1, x2) + STUB + 2 : Math.min(x1, x2) - STUB - 2;
  return x1 + out * STUB;
}

/** x of the run of a link that crosses the edge of a page between its ends; NaN where one of them has no dates. */
export function crossingOf(frame: Frame, link: number): number {
  const { predecessor, successor, type } = frame.model.links;
  const [fromFinish, toFinish] = [FROM_FINISH[type[link]], TO_FINISH[type[link]]];
  const x1 = endOf(frame, predecessor[link], fromFinish);
  const x2 = endOf(frame, successor[link], toFinish);
  return uprightAt(frame, successor[link], fromFinish ? 1 : -1, toFinish ? -1 : 1, x1, x2);
}

/** How far inside the successor's bar a forward link lands. */
function dropInset(frame: Frame, row: number): number {
  const { rows } = frame.model;
  if (isMilestone(rows, row)) return MILESTONE_HALF;
  const width = xOf(frame.view, rows.finish[row]) - xOf(frame.view, rows.start[row]);
  return width >= 12 ? 6 : Math.max(1, Math.floor(width / 2));
}

function horizontal(frame: Frame, stroke: Stroke, lane: number, a: number, b: number, y: number): void {
  const count = uncovered(lane, Math.min(a, b), Math.max(a, b));
  for (let i = 0; i < count; i++) {
    const x = pieces[i * 2];
    drawRect(frame.scene, stroke.layer, stroke.colour, x, y, pieces[i * 2 + 1] - x + stroke.thick, stroke.thick);
  }
}

/** Runs that only pass through share their pixel column. */
function vertical(frame: Frame, stroke: Stroke, lane: number, x: number, a: number, b: number, passing: boolean): void {
  const { view } = frame;
  if (x < view.gridWidth - STUB || x > view.width + STUB) return;
  const top = Math.max(-2, Math.min(a, b));
  const bottom = Math.min(view.height + 2, Math.max(a, b));
  if (passing && x >= 0 && x < view.width) {
    const column = x * STROKE_KINDS + stroke.kind;
    if (columns[column] === 1) return;
    columns[column] = 1;
  }
  const count = uncovered(lane, top, bottom);
  for (let i = 0; i < count; i++) {
    const y = pieces[i * 2];
    drawRect(frame.scene, stroke.layer, stroke.colour, x, y, stroke.thick, pieces[i * 2 + 1] - y + (passing ? 0 : stroke.thick));
  }
}

/** A head pointing down or up; hollow where the link does not drive. */
function drop(frame: Frame, stroke: Stroke, hollow: boolean, x: number, y: number, down: number): void {
  const center = x + stroke.thick / 2;
  const back = y - down * (ARROW + 1);
  drawTriangle(frame.scene, LAYER.mark, stroke.colour, center - ARROW, back, center + ARROW, back, center, y);
  if (hollow) drawTriangle(frame.scene, LAYER.text, COLOUR.surface, center - 2, back + down, center + 2, back + down, center, y - down * 2);
}

/** A head pointing sideways. */
function enter(frame: Frame, stroke: Stroke, hollow: boolean, x: number, y: number, into: number): void {
  const center = y + stroke.thick / 2;
  const back = x - into * (ARROW + 1);
  drawTriangle(frame.scene, LAYER.mark, stroke.colour, back, center - ARROW, back, center + ARROW, x, center);
  if (hollow) drawTriangle(frame.scene, LAYER.text, COLOUR.surface, back + into, center - 2, back + into, center + 2, x - into * 2, center);
}

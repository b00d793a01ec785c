import { NO_DATE, RELATION_TYPES } from '@gantry/domain';
import { drawRect, drawTriangle } from '../drawing/scene.ts';
import { COLOUR, LAYER } from './colours.ts';
import { MILESTONE_HALF } from './decorations/milestone.ts';
import type { Frame } from './frame.ts';
import { xOf, yOf } from './frame.ts';
import { findLinks, LINK_FLAGS } from './links.ts';
import { isMilestone, TYPE_MILESTONE_START, TYPE_SUM } from './rows.ts';

const STUB = 8;
const ARROW = 4;
/** More links than this across one window are noise; the rest is left out. */
const MOST = 20_000;

const FROM_FINISH = RELATION_TYPES.map((type) => type[0] === 'f');
const TO_FINISH = RELATION_TYPES.map((type) => type[1] === 'f');

const found = new Int32Array(MOST);
let columns = new Uint8Array(0);

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

/** Draws the relations that cross the rows in sight. */
export function drawLinks(frame: Frame): void {
  const { model, view } = frame;
  const { linkIndex, links } = model;
  frame.linksDrawn = 0;
  frame.linksVisited = 0;
  frame.linksHit = 0;
  if (!model.showLinks || frame.last < frame.first) return;
  const hits = findLinks(linkIndex, frame.first, frame.last, found);
  frame.linksVisited = linkIndex.visited;
  frame.linksHit = hits;
  const width = Math.ceil(view.width) + 1;
  if (columns.length < width * 4) columns = new Uint8Array(width * 4);
  else columns.fill(0);
  for (let i = 0; i < hits; i++) {
    const entry = found[i];
    const link = linkIndex.link[entry];
    const from = model.visible.indexOf[links.predecessor[link]];
    const to = model.visible.indexOf[links.successor[link]];
    const x1 = endOf(frame, links.predecessor[link], FROM_FINISH[links.type[link]]);
    const x2 = endOf(frame, links.successor[link], TO_FINISH[links.type[link]]);
    if (!(Math.min(x1, x2) - STUB <= view.width && Math.max(x1, x2) + STUB >= view.gridWidth)) continue;
    route(frame, link, from, to, x1, x2);
  }
}

/** Strokes of one relation's strength. */
type Stroke = { colour: number; thick: number; layer: number; kind: number };

const PLAIN: Stroke = { colour: COLOUR.link, thick: 1, layer: LAYER.link, kind: 0 };
const DRIVING: Stroke = { colour: COLOUR['link-driving'], thick: 1, layer: LAYER.link, kind: 1 };
const CRITICAL: Stroke = { colour: COLOUR['link-critical'], thick: 1, layer: LAYER.link, kind: 2 };
const SELECTED: Stroke = { colour: COLOUR['link-selected'], thick: 2, layer: LAYER.top, kind: 3 };

function strokeOf(frame: Frame, link: number): Stroke {
  if (link === frame.model.selectedLink) return SELECTED;
  const flags = frame.model.links.flags[link];
  if (flags & LINK_FLAGS.critical) return CRITICAL;
  return flags & LINK_FLAGS.driving ? DRIVING : PLAIN;
}

/**
 * The way of a link, as horizontal and vertical runs. Forward links drop straight onto the successor's end;
 * backward ones leave and enter by stubs and change rows at the successor's edge.
 */
function route(frame: Frame, link: number, from: number, to: number, x1: number, x2: number): void {
  const { view, model, bar } = frame;
  const type = model.links.type[link];
  const out = FROM_FINISH[type] ? 1 : -1;
  const into = TO_FINISH[type] ? -1 : 1;
  const stroke = strokeOf(frame, link);
  const hollow = (model.links.flags[link] & LINK_FLAGS.driving) === 0;
  const middle = bar.top + Math.floor(bar.height / 2);
  const y1 = yOf(view, from) + middle;
  const y2 = yOf(view, to) + middle;
  const above = from < frame.first;
  const below = from > frame.last;
  const toAbove = to < frame.first;
  const toBelow = to > frame.last;
  const down = to > from ? 1 : -1;
  frame.linksDrawn++;
  if (out === into && (x2 - x1) * out >= 0) {
    const x = x2 + into * dropInset(frame, model.links.successor[link], view);
    if (!above && !below) horizontal(frame, stroke, x1, x, y1);
    const target = down > 0 ? yOf(view, to) + bar.top : yOf(view, to) + bar.top + bar.height;
    const offset = model.rows.type[model.links.successor[link]] === TYPE_SUM ? 1 : 0;
    vertical(frame, stroke, x, y1, target + offset, (above && toBelow) || (below && toAbove));
    if (!toAbove && !toBelow) drop(frame, stroke, hollow, x, target + offset, down);
    return;
  }
  if (out !== into) {
    const x = out > 0 ? Math.max(x1, x2) + STUB + 2 : Math.min(x1, x2) - STUB - 2;
    if (!above && !below) horizontal(frame, stroke, x1, x, y1);
    vertical(frame, stroke, x, y1, y2, (above && toBelow) || (below && toAbove));
    if (!toAbove && !toBelow) {
      horizontal(frame, stroke, x, x2, y2);
      enter(frame, stroke, hollow, x2, y2, into);
    }
    return;
  }
  const turn = yOf(view, down > 0 ? to : to + 1) - (down > 0 ? 1 : 0);
  const leave = x1 + out * STUB;
  const arrive = x2 - into * STUB;
  if (!above && !below) horizontal(frame, stroke, x1, leave, y1);
  vertical(frame, stroke, leave, y1, turn, (above && toBelow) || (below && toAbove));
  if (!toAbove && !toBelow) {
    horizontal(frame, stroke, leave, arrive, turn);
    vertical(frame, stroke, arrive, turn, y2, false);
    horizontal(frame, stroke, arrive, x2, y2);
    enter(frame, stroke, hollow, x2, y2, into);
  }
}

/** How far inside the successor's bar a forward link lands. */
function dropInset(frame: Frame, row: number, view: Frame['view']): number {
  if (isMilestone(frame.model.rows, row)) return MILESTONE_HALF;
  const width = xOf(view, frame.model.rows.finish[row]) - xOf(view, frame.model.rows.start[row]);
  return width >= 12 ? 6 : Math.max(1, Math.floor(width / 2));
}

function horizontal(frame: Frame, stroke: Stroke, a: number, b: number, y: number): void {
  const x = Math.min(a, b);
  drawRect(frame.scene, stroke.layer, stroke.colour, x, y, Math.abs(a - b) + stroke.thick, stroke.thick);
}

/** Runs that only pass through share their pixel column. */
function vertical(frame: Frame, stroke: Stroke, x: number, a: number, b: number, passing: boolean): void {
  const { view } = frame;
  if (x < view.gridWidth - STUB || x > view.width + STUB) return;
  const top = Math.max(-2, Math.min(a, b));
  const bottom = Math.min(view.height + 2, Math.max(a, b));
  if (passing && x >= 0 && x < view.width) {
    const column = x * 4 + stroke.kind;
    if (columns[column] === 1) return;
    columns[column] = 1;
  }
  drawRect(frame.scene, stroke.layer, stroke.colour, x, top, stroke.thick, bottom - top + (passing ? 0 : stroke.thick));
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

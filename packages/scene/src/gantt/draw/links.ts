import type { Frame } from '../frame.ts';
import { clearLanes } from '../links/lanes.ts';
import { clearColumns, FROM_FINISH, STUB, TO_FINISH, endOf, routeLink } from '../links/route.ts';
import type { Stroke } from '../links/strokes.ts';
import { CROWDED, HELD, PLAIN, strokeOf } from '../links/strokes.ts';
import { findLinks } from '../links/links.ts';

/** More links than this across one window are noise; the rest is left out. */
const MOST = 20_000;
/** From so many links a row in sight on, those that neither drive nor belong to a selected row step back. */
const CROWD = 2;
/** From so many on, those that only pass by the rows in sight are left out, unless they are critical or a selected row's. */
const THRONG = 1000;

const found = new Int32Array(MOST);

/** Draws the relations that cross the rows in sight. */
export function drawLinks(frame: Frame): void {
  frame.linksDrawn = 0;
  frame.linksVisited = 0;
  frame.linksHit = 0;
  if (!frame.model.showLinks || frame.last < frame.first) return;
  const { linkIndex } = frame.model;
  const hits = findLinks(linkIndex, frame.first, frame.last, found);
  frame.linksVisited = linkIndex.visited;
  frame.linksHit = hits;
  begin(frame);
  const strokes = hits > CROWD * (frame.last - frame.first + 1) ? CROWDED : PLAIN;
  for (let i = 0; i < hits; i++) {
    const at = found[i];
    const link = linkIndex.link[at];
    const stroke = strokeOf(frame.model, link, strokes);
    const passes = hits > THRONG && linkIndex.low[at] < frame.first && linkIndex.high[at] > frame.last;
    if (passes && (stroke === strokes.plain || stroke === strokes.driving)) continue;
    if (draw(frame, link, stroke)) frame.linksDrawn++;
  }
}

/** Draws one relation the way a held or hovered one looks, over everything else. */
export function drawHeldLink(frame: Frame, link: number): void {
  begin(frame);
  draw(frame, link, HELD);
}

/** Draws all relations of one row in sight the way hovered ones look. */
export function drawLinksOf(frame: Frame, row: number): void {
  const { linkIndex, links, visible } = frame.model;
  const place = visible.indexOf[row];
  if (place < 0) return;
  begin(frame);
  const hits = findLinks(linkIndex, place, place, found);
  for (let i = 0; i < hits; i++) {
    const link = linkIndex.link[found[i]];
    if (links.predecessor[link] === row || links.successor[link] === row) draw(frame, link, HELD);
  }
}

function begin(frame: Frame): void {
  clearLanes(frame.first, frame.last);
  clearColumns(frame.view.width);
}

/** True where the link has dates and crosses the window. */
function draw(frame: Frame, link: number, stroke: Stroke): boolean {
  const { links } = frame.model;
  const { view } = frame;
  const type = links.type[link];
  const x1 = endOf(frame, links.predecessor[link], FROM_FINISH[type]);
  const x2 = endOf(frame, links.successor[link], TO_FINISH[type]);
  if (!(Math.min(x1, x2) - STUB <= view.width && Math.max(x1, x2) + STUB >= view.gridWidth)) return false;
  routeLink(frame, link, stroke, x1, x2);
  return true;
}

import type { VisibleRows } from '../visible.ts';

/** Bits of `GanttLinks.flags`. */
export const LINK_FLAGS = {
  critical: 1,
  /** Drives the successor's dates: drawn stronger. */
  driving: 2,
} as const;

/** Relations between rows, struct of arrays. */
export type GanttLinks = {
  count: number;
  id: Int32Array | Float64Array;
  /** Row numbers. */
  predecessor: Int32Array;
  successor: Int32Array;
  /** Index in `RELATION_TYPES`. */
  type: Uint8Array;
  flags: Uint8Array;
};

/** No links, with room for `count`. */
export function newLinks(count: number): GanttLinks {
  return {
    count,
    id: new Int32Array(count),
    predecessor: new Int32Array(count),
    successor: new Int32Array(count),
    type: new Uint8Array(count),
    flags: new Uint8Array(count),
  };
}

/**
 * Links whose ends are both in the list, as spans of places, sorted by the upper end, with the highest lower end of
 * every power-of-two block above them: an interval tree without nodes. It survives scroll, zoom and dates.
 */
export type LinkIndex = {
  count: number;
  link: Int32Array;
  low: Int32Array;
  high: Int32Array;
  /** `max[k][j]` = highest `high` among links j·2^(k+1) … (j+1)·2^(k+1) − 1. */
  max: Int32Array[];
  /** Link records read by the last query; never more than its hits. */
  visited: number;
};

/** Link numbers sorted by the place of their upper end; `order` as in `listVisible`. Needed again only when links or order change. */
export function sortLinks(links: GanttLinks, rowCount: number, order: Int32Array | null): Int32Array {
  const { count, predecessor, successor } = links;
  const place = order ? placesOf(order) : null;
  const at = new Int32Array(rowCount + 1);
  const sorted = new Int32Array(count);
  // The upper end is worked out twice: cheaper than a column of it, whose memory the first picture would wait for.
  if (place) {
    for (let link = 0; link < count; link++) at[Math.min(place[predecessor[link]], place[successor[link]]) + 1]++;
    for (let row = 0; row < rowCount; row++) at[row + 1] += at[row];
    for (let link = 0; link < count; link++) sorted[at[Math.min(place[predecessor[link]], place[successor[link]])]++] = link;
  } else {
    for (let link = 0; link < count; link++) at[Math.min(predecessor[link], successor[link]) + 1]++;
    for (let row = 0; row < rowCount; row++) at[row + 1] += at[row];
    for (let link = 0; link < count; link++) sorted[at[Math.min(predecessor[link], successor[link])]++] = link;
  }
  return sorted;
}

function placesOf(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) place[order[i]] = i;
  return place;
}

/** An empty index with room for `count` links. */
export function newLinkIndex(count: number): LinkIndex {
  const max: Int32Array[] = [];
  for (let size = (count + 1) >> 1; count > 1; size = (size + 1) >> 1) {
    max.push(new Int32Array(size));
    if (size === 1) break;
  }
  return { count: 0, link: new Int32Array(count), low: new Int32Array(count), high: new Int32Array(count), max, visited: 0 };
}

/** Fills the index for the rows now in the list: one pass, the order of the upper ends is that of the rows. */
export function indexLinks(links: GanttLinks, sorted: Int32Array, visible: VisibleRows, into: LinkIndex): void {
  const { link, low, high } = into;
  const { predecessor, successor } = links;
  const { indexOf } = visible;
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    const number = sorted[i];
    const a = indexOf[predecessor[number]];
    const b = indexOf[successor[number]];
    if (a < 0 || b < 0) continue;
    link[count] = number;
    low[count] = a < b ? a : b;
    high[count] = a < b ? b : a;
    count++;
  }
  into.count = count;
  let below = high;
  let size = count;
  for (const level of into.max) {
    raise(below, size, level);
    below = level;
    size = (size + 1) >> 1;
  }
}

function raise(below: Int32Array, size: number, level: Int32Array): void {
  const whole = size >> 1;
  for (let j = 0; j < whole; j++) {
    const left = below[2 * j];
    const right = below[2 * j + 1];
    level[j] = left > right ? left : right;
  }
  if (size % 2 === 1) level[whole] = below[size - 1];
}

/** Writes the links that touch places `first`…`last` into `out` (as index entries), returns how many; stops when `out` is full. */
export function findLinks(index: LinkIndex, first: number, last: number, out: Int32Array): number {
  let from = 0;
  let to = index.count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (index.low[middle] <= last) from = middle + 1;
    else to = middle;
  }
  index.visited = 0;
  let depth = 0;
  while (1 << depth < index.count) depth++;
  return from === 0 ? 0 : descend(index, depth, 0, from, first, out, 0);
}

/** Goes down where a block still reaches `first`; `limit` is the number of links that begin early enough. */
function descend(index: LinkIndex, depth: number, j: number, limit: number, first: number, out: Int32Array, found: number): number {
  if (found >= out.length || j << depth >= limit) return found;
  if (depth === 0) {
    if (index.high[j] < first) return found;
    index.visited++;
    out[found] = j;
    return found + 1;
  }
  if (index.max[depth - 1][j] < first) return found;
  const left = descend(index, depth - 1, 2 * j, limit, first, out, found);
  return descend(index, depth - 1, 2 * j + 1, limit, first, out, left);
}

/** Cycles told one by one; a plan with more has a single cause anyway. */
const MOST_RINGS = 100;

/** Links between `count` nodes, by index. */
export type Edges = { from: Int32Array; to: Int32Array };

/**
 * Puts the nodes in an order in which every link leads forward. Where links form a cycle, the link that closes it is left out and
 * the cycle is told as the nodes along it, so that everything else still gets its place. O(nodes + links).
 */
export function orderNodes(count: number, edges: Edges): { order: Int32Array; dropped: Set<number>; rings: number[][] } {
  const { offset, list } = outgoing(count, edges);
  const open = new Int32Array(count);
  for (let edge = 0; edge < edges.to.length; edge++) open[edges.to[edge]]++;
  const order = new Int32Array(count);
  let end = 0;
  for (let node = 0; node < count; node++) if (open[node] === 0) order[end++] = node;
  const placed = (from: number) => {
    for (let next = from; next < end; next++) {
      const node = order[next];
      for (let at = offset[node]; at < offset[node + 1]; at++) {
        const to = edges.to[list[at]];
        if (--open[to] === 0) order[end++] = to;
      }
    }
  };
  placed(0);
  if (end === count) return { order, dropped: new Set(), rings: [] };
  const { closing, rings } = findCycles(count, edges, offset, list, open);
  const rest = end;
  for (const edge of closing) if (--open[edges.to[edge]] === 0) order[end++] = edges.to[edge];
  placed(rest);
  return { order, dropped: new Set(closing), rings };
}

/** Outgoing links per node: `list[offset[node] … offset[node + 1])`, in the order of the links. */
export function outgoing(count: number, edges: Edges): { offset: Int32Array; list: Int32Array } {
  return grouped(count, edges.from);
}

/** Positions grouped by key, in their own order within a group. */
export function grouped(count: number, keys: Int32Array): { offset: Int32Array; list: Int32Array } {
  const offset = new Int32Array(count + 1);
  for (let at = 0; at < keys.length; at++) offset[keys[at] + 1]++;
  for (let node = 0; node < count; node++) offset[node + 1] += offset[node];
  const next = offset.slice(0, count);
  const list = new Int32Array(keys.length);
  for (let at = 0; at < keys.length; at++) list[next[keys[at]]++] = at;
  return { offset, list };
}

/** Depth-first walk over what could not be placed; a link back into the walk's own path closes a cycle. */
function findCycles(count: number, edges: Edges, offset: Int32Array, list: Int32Array, open: Int32Array) {
  const UNSEEN = 0;
  const ON_PATH = 1;
  const DONE = 2;
  const state = new Uint8Array(count);
  const next = new Int32Array(count);
  const path: number[] = [];
  const closing: number[] = [];
  const rings: number[][] = [];
  for (let root = 0; root < count; root++) {
    if (open[root] === 0 || state[root] !== UNSEEN) continue;
    path.push(root);
    state[root] = ON_PATH;
    next[root] = offset[root];
    while (path.length > 0) {
      const node = path[path.length - 1];
      if (next[node] === offset[node + 1]) {
        state[node] = DONE;
        path.pop();
        continue;
      }
      const edge = list[next[node]++];
      const to = edges.to[edge];
      if (state[to] === ON_PATH) {
        closing.push(edge);
        if (rings.length < MOST_RINGS) rings.push(path.slice(path.indexOf(to)));
      } else if (state[to] === UNSEEN && open[to] > 0) {
        path.push(to);
        state[to] = ON_PATH;
        next[to] = offset[to];
      }
    }
  }
  return { closing, rings };
}

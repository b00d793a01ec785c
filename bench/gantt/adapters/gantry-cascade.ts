import type { GanttLinks, GanttRows } from '@gantry/scene';

type Network = { out: Int32Array; at: Int32Array; order: Int32Array; place: Int32Array; parent: Int32Array };

const known = new WeakMap<GanttRows, Network>();
let buffers: { start: Int32Array; finish: Int32Array } | null = null;

/** Successors by row and an order of calculation, made when first needed. */
function networkOf(rows: GanttRows, links: GanttLinks): Network {
  const have = known.get(rows);
  if (have) return have;
  const at = new Int32Array(rows.count + 1);
  const degree = new Int32Array(rows.count);
  for (let link = 0; link < links.count; link++) {
    at[links.predecessor[link] + 1]++;
    degree[links.successor[link]]++;
  }
  for (let row = 0; row < rows.count; row++) at[row + 1] += at[row];
  const next = at.slice();
  const out = new Int32Array(links.count);
  for (let link = 0; link < links.count; link++) out[next[links.predecessor[link]]++] = link;
  const order = new Int32Array(rows.count);
  const place = new Int32Array(rows.count);
  let tail = 0;
  for (let row = 0; row < rows.count; row++) if (degree[row] === 0) order[tail++] = row;
  for (let head = 0; head < tail; head++) {
    place[order[head]] = head;
    for (let i = at[order[head]]; i < at[order[head] + 1]; i++)
      if (--degree[links.successor[out[i]]] === 0) order[tail++] = links.successor[out[i]];
  }
  const parent = new Int32Array(rows.count).fill(-1);
  for (let row = 0; row < rows.count; row++) for (let child = row + 1; child < rows.end[row]; child = rows.end[child]) parent[child] = row;
  const network = { out, at, order, place, parent };
  known.set(rows, network);
  return network;
}

/** Pushes finish-start successors of one moved row and rolls parents up: the work that a step of a drag asks of an engine on a round-the-clock calendar. */
export function cascade(
  rows: GanttRows,
  links: GanttLinks,
  lag: Int32Array,
  moved: number,
  minutes: number,
): { start: Int32Array; finish: Int32Array } {
  const { out, at, order, place, parent } = networkOf(rows, links);
  const { count } = rows;
  if (buffers?.start.length !== count) buffers = { start: new Int32Array(count), finish: new Int32Array(count) };
  const { start, finish } = buffers as { start: Int32Array; finish: Int32Array };
  start.set(rows.start);
  finish.set(rows.finish);
  start[moved] += minutes;
  finish[moved] += minutes;
  const touched = new Uint8Array(count);
  touched[moved] = 1;
  for (let i = place[moved]; i < count; i++) {
    const row = order[i];
    if (touched[row] === 0) continue;
    for (let k = at[row]; k < at[row + 1]; k++) {
      const link = out[k];
      const successor = links.successor[link];
      const earliest = finish[row] + lag[link] * 1440;
      if (earliest > start[successor]) {
        finish[successor] += earliest - start[successor];
        start[successor] = earliest;
        touched[successor] = 1;
      }
    }
  }
  for (let row = count - 1; row > 0; row--) {
    if (touched[row] === 0) continue;
    const up = parent[row];
    touched[up] = 1;
    if (finish[row] > finish[up]) finish[up] = finish[row];
  }
  return { start, finish };
}

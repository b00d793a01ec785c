import { oncePer } from '@gantry/domain';
import type { GanttLinks } from '@gantry/scene';

type Outgoing = { from: Int32Array; to: Int32Array };
/** Successors of each row, packed: those of row r stand in `to` from `from[r]` on. Made once for a set of links. */
const outgoingOf = oncePer((links: GanttLinks): Outgoing => {
  let last = 0;
  for (let link = 0; link < links.count; link += 1) last = Math.max(last, links.predecessor[link], links.successor[link]);
  const from = new Int32Array(last + 2);
  for (let link = 0; link < links.count; link += 1) from[links.predecessor[link] + 1] += 1;
  for (let row = 0; row <= last; row += 1) from[row + 1] += from[row];
  const to = new Int32Array(links.count);
  const next = from.slice();
  for (let link = 0; link < links.count; link += 1) to[next[links.predecessor[link]]++] = links.successor[link];
  return { from, to };
});

/** Whether a relation from one row to another would close a cycle: the predecessor can already be reached from the successor. */
export function wouldCloseCycle(links: GanttLinks, predecessor: number, successor: number): boolean {
  if (predecessor === successor) return true;
  const { from, to } = outgoingOf(links);
  const seen = new Set<number>([successor]);
  const stack = [successor];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (row + 1 >= from.length) continue;
    for (let at = from[row]; at < from[row + 1]; at += 1) {
      if (to[at] === predecessor) return true;
      if (!seen.has(to[at])) {
        seen.add(to[at]);
        stack.push(to[at]);
      }
    }
  }
  return false;
}

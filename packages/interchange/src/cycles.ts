import type { PlanItem, PlanRelation } from '@gantry/domain';

/** Cycles of relations, each as the codes of its items in order with the first repeated at the end; at most `limit` of them. */
export function findCycles(items: readonly PlanItem[], relations: readonly PlanRelation[], limit = 20): string[][] {
  const position = new Map(items.map((item, i) => [item.id, i]));
  const successors: number[][] = items.map(() => []);
  for (const relation of relations) {
    const from = position.get(relation.predecessorId);
    const to = position.get(relation.successorId);
    if (from !== undefined && to !== undefined) successors[from].push(to);
  }
  const rings: string[][] = [];
  // 0 unseen, 1 on the path, 2 done: depth first with a stack of its own, a cycle shows as a step back onto the path.
  const state = new Uint8Array(items.length);
  const next = new Uint32Array(items.length);
  for (let root = 0; root < items.length && rings.length < limit; root++) {
    if (state[root] !== 0) continue;
    const path = [root];
    state[root] = 1;
    while (path.length > 0) {
      const at = path[path.length - 1];
      if (next[at] === successors[at].length) {
        state[at] = 2;
        path.pop();
        continue;
      }
      const to = successors[at][next[at]++];
      if (state[to] === 0) {
        state[to] = 1;
        path.push(to);
      } else if (state[to] === 1 && rings.length < limit) {
        rings.push(
          shortened([...path.slice(path.indexOf(to)), to]).map((i) =>
            i < 0 ? '…' : items[i].code || items[i].name || String(items[i].id),
          ),
        );
      }
    }
  }
  return rings;
}

const LONGEST_PATH = 100;

/** A long way round without its middle. */
function shortened(path: number[]): number[] {
  return path.length <= LONGEST_PATH ? path : [...path.slice(0, LONGEST_PATH / 2), -1, ...path.slice(-LONGEST_PATH / 2)];
}

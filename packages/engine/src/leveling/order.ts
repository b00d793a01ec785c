import type { Network } from '../network/network.ts';

/**
 * The nodes with the smallest priority first, but never before a predecessor. Ties keep the order of the network.
 * O(n log n + links).
 */
export function orderByPriority(network: Network, priority: ArrayLike<number>): Int32Array {
  const { count } = network;
  const open = new Int32Array(count);
  for (let node = 0; node < count; node++) open[node] = network.predOffset[node + 1] - network.predOffset[node];
  const heap = new Int32Array(count);
  let size = 0;
  const isBefore = (a: number, b: number) => priority[a] < priority[b] || (priority[a] === priority[b] && a < b);
  const push = (node: number) => {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(node, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = node;
  };
  const pop = (): number => {
    const top = heap[0];
    const last = heap[--size];
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], last)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return top;
  };
  for (let node = 0; node < count; node++) if (open[node] === 0) push(node);
  const order = new Int32Array(count);
  let placed = 0;
  while (size > 0) {
    const node = pop();
    order[placed++] = node;
    for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
      const successor = network.linkTo[network.succList[at]];
      if (--open[successor] === 0) push(successor);
    }
  }
  return order;
}

/** A key of the priority list: smaller first, `descending` larger first; `custom` is a number the caller gives per item. */
export type LevelingPriority = {
  by: 'custom' | 'total_float' | 'free_float' | 'early_start' | 'early_finish' | 'late_start' | 'late_finish' | 'duration' | 'row';
  descending?: boolean;
};

/** Ranks by several keys, the first one first: one number per node for `orderByPriority`. */
export function rankByKeys(count: number, keys: readonly { value: (node: number) => number; descending: boolean }[]): Float64Array {
  const nodes = Array.from({ length: count }, (_, node) => node);
  nodes.sort((a, b) => {
    for (const { value, descending } of keys) {
      const difference = descending ? value(b) - value(a) : value(a) - value(b);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  const rank = new Float64Array(count);
  for (const [place, node] of nodes.entries()) rank[node] = place;
  return rank;
}

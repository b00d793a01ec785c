import { STATUS } from '../../network/columns.ts';
import { isGate, type Network } from '../../network/network.ts';
import { workBefore } from '../../time/work.ts';
import type { PassState } from '../passes/pass-state.ts';
import { createQueue, type Queue } from '../passes/queue.ts';

/** Number of the float path of each node (0 = none) and the place of the node on it, counted from its start. */
export type FloatPaths = { path: Uint16Array; order: Uint32Array };

/**
 * Finds float paths by free float, as P6 numbers them. Path 1 runs from the end back through the links that drive; each further path
 * branches off the paths so far at the link with the least room and runs back in the same way. Ties: the later finish while tracing,
 * then the longer remaining duration, then the code.
 */
export function floatPathsByFree(network: Network, state: PassState, end: number, count: number): FloatPaths {
  const path = new Uint16Array(network.count);
  const order = new Uint32Array(network.count);
  const search: Search = {
    network,
    state,
    path,
    branches: createQueue((a, b) => compareBranches(search, a, b)),
  };
  for (let number = 1, start = end; number <= Math.min(count, 0xffff) && start >= 0; number++) {
    traceBack(search, start, number, order);
    start = nextBranch(search);
  }
  return { path, order };
}

type Search = { network: Network; state: PassState; path: Uint16Array; branches: Queue<number> };

function traceBack(search: Search, start: number, number: number, order: Uint32Array): void {
  const nodes: number[] = [];
  for (let node = start; node >= 0; node = bestDriver(search, node)) {
    search.path[node] = number;
    nodes.push(node);
  }
  let place = 0;
  for (const node of nodes.toReversed()) if (!isGate(search.network.kind[node])) order[node] = ++place;
  for (const node of nodes) {
    for (let link = search.network.predOffset[node]; link < search.network.predOffset[node + 1]; link++) {
      if (isOpen(search, search.network.linkFrom[link])) search.branches.push(link);
    }
  }
}

function isOpen(search: Search, node: number): boolean {
  return search.path[node] === 0 && search.network.status[node] !== STATUS.completed;
}

function nextBranch(search: Search): number {
  for (let link = search.branches.pop(); link !== undefined; link = search.branches.pop()) {
    const node = search.network.linkFrom[link];
    if (isOpen(search, node)) return node;
  }
  return -1;
}

function bestDriver(search: Search, node: number): number {
  const { network, state } = search;
  let best = -1;
  for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
    const from = network.linkFrom[link];
    if (!isOpen(search, from) || linkFloat(network, state, link) > 0) continue;
    if (best < 0 || compareDrivers(search, from, best) < 0) best = from;
  }
  return best;
}

function compareDrivers(search: Search, a: number, b: number): number {
  const { earlyFinish } = search.state;
  return earlyFinish[b] - earlyFinish[a] || compareTies(search, a, b);
}

function compareBranches(search: Search, a: number, b: number): number {
  const { network, state } = search;
  const from = network.linkFrom;
  return (
    linkFloat(network, state, a) - linkFloat(network, state, b) ||
    compareTies(search, from[a], from[b]) ||
    network.columns.relationId[network.linkRelation[a]] - network.columns.relationId[network.linkRelation[b]]
  );
}

function compareTies(search: Search, a: number, b: number): number {
  const { network, state } = search;
  const rank = network.columns.codeRank;
  return state.remaining[b] - state.remaining[a] || rank[network.itemOf[a]] - rank[network.itemOf[b]];
}

/** Work of the successor's calendar between the start that a link asks for and the early start that it got. */
export function linkFloat(network: Network, state: PassState, link: number): number {
  const to = network.linkTo[link];
  const calendar = network.calendars[network.calendar[to]];
  return workBefore(calendar, state.earlyStart[to]) - workBefore(calendar, state.linkStart[link]);
}

import type { Network } from '../network/network.ts';
import { backwardNode, backwardPass } from './passes/backward.ts';
import { forwardNode } from './passes/forward.ts';
import type { PassState } from './passes/pass-state.ts';
import { createQueue } from './passes/queue.ts';

/** Share of the nodes beyond which visiting them one by one costs more than a whole pass. */
const MOST_DIRTY = 0.05;
const ALWAYS_ALLOWED = 32;

/** Whether whole passes over all nodes are faster than visiting so many nodes one by one. */
export function isTooMany({ count }: Network, nodes: number): boolean {
  return nodes > Math.max(ALWAYS_ALLOWED, MOST_DIRTY * count);
}

/** Nodes that a pass visited and changed. `whole`: it gave up and ran over everything after the first of them. */
export type Changes = { nodes: number[]; whole: boolean };

/** Forward pass over the seeds and whatever they move, in rank order. */
export function forwardDirty(network: Network, state: PassState, seeds: Iterable<number>): Changes {
  state.found = null;
  const queue = nodeQueue(network, seeds, (a, b) => a - b);
  const changes: Changes = { nodes: [], whole: false };
  for (let node = queue.pop(), visited = 0; node !== undefined; node = queue.pop(), visited++) {
    if (isTooMany(network, visited)) {
      network.marks.fill(0);
      for (let rest = node; rest < network.count; rest++) if (moveForward(network, state, rest)) changes.nodes.push(rest);
      return { nodes: changes.nodes, whole: true };
    }
    if (!moveForward(network, state, node)) continue;
    changes.nodes.push(node);
    for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) queue.push(network.linkTo[network.succList[at]]);
  }
  return changes;
}

/** Backward pass over the seeds and whatever they move, against the rank order. */
export function backwardDirty(network: Network, state: PassState, seeds: Iterable<number>): Changes {
  const queue = nodeQueue(network, seeds, (a, b) => b - a);
  const changes: Changes = { nodes: [], whole: false };
  for (let node = queue.pop(), visited = 0; node !== undefined; node = queue.pop(), visited++) {
    if (isTooMany(network, visited)) {
      network.marks.fill(0);
      for (let rest = node; rest >= 0; rest--) if (moveBackward(network, state, rest)) changes.nodes.push(rest);
      return { nodes: changes.nodes, whole: true };
    }
    if (!moveBackward(network, state, node)) continue;
    changes.nodes.push(node);
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) queue.push(network.linkFrom[link]);
  }
  return changes;
}

/** Late dates of all nodes anew, after the finish line has moved. */
export function backwardWhole(network: Network, state: PassState): Changes {
  const before = { start: state.lateStart.slice(), finish: state.lateFinish.slice() };
  backwardPass(network, state);
  const nodes: number[] = [];
  for (let node = 0; node < network.count; node++) {
    if (before.start[node] !== state.lateStart[node] || before.finish[node] !== state.lateFinish[node]) nodes.push(node);
  }
  return { nodes, whole: true };
}

function moveForward(network: Network, state: PassState, node: number): boolean {
  const [start, finish, remaining] = [state.earlyStart[node], state.earlyFinish[node], state.remaining[node]];
  forwardNode(network, state, node);
  return start !== state.earlyStart[node] || finish !== state.earlyFinish[node] || remaining !== state.remaining[node];
}

function moveBackward(network: Network, state: PassState, node: number): boolean {
  const [start, finish] = [state.lateStart[node], state.lateFinish[node]];
  backwardNode(network, state, node);
  return start !== state.lateStart[node] || finish !== state.lateFinish[node];
}

/** A queue in which each node waits at most once. */
function nodeQueue(network: Network, seeds: Iterable<number>, compare: (a: number, b: number) => number) {
  const waiting = network.marks;
  const queue = createQueue(compare);
  const push = (node: number) => {
    if (waiting[node]) return;
    waiting[node] = 1;
    queue.push(node);
  };
  for (const seed of seeds) push(seed);
  return {
    push,
    pop: (): number | undefined => {
      const node = queue.pop();
      if (node !== undefined) waiting[node] = 0;
      return node;
    },
  };
}

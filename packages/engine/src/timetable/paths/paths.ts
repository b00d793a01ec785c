import { STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { isDriving } from './floats.ts';
import type { PassState } from '../passes/pass-state.ts';

/** Marks the longest path: from the nodes that finish last back through the links that drive them; in `marked` where one is given. */
export function markLongestPath(
  network: Network,
  state: PassState,
  projectFinish: number,
  marked: Uint8Array = new Uint8Array(network.count),
): Uint8Array {
  marked.fill(0);
  walkLongestPath(network, state, projectFinish, marked);
  return marked;
}

/** Adds one to the counts of the nodes of the longest path; no node is marked before or after. */
export function countLongestPath(network: Network, state: PassState, projectFinish: number, marked: Uint8Array, counts: Int32Array): void {
  walkLongestPath(network, state, projectFinish, marked, (node) => {
    counts[node]++;
    marked[node] = 0;
  });
}

function walkLongestPath(
  network: Network,
  state: PassState,
  projectFinish: number,
  marked: Uint8Array,
  left?: (node: number) => void,
): void {
  for (let node = network.count - 1; node >= 0; node--) {
    if (state.earlyFinish[node] === projectFinish && network.status[node] !== STATUS.completed) marked[node] = 1;
    if (marked[node] === 0) continue;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
      if (isDriving(network, state, link)) marked[network.linkFrom[link]] = 1;
    }
    left?.(node);
  }
}

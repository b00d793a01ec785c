import { type Minute, NO_DATE } from '@gantry/domain';
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
  for (let node = network.count - 1; node >= 0; node--) {
    if (state.earlyFinish[node] === projectFinish && network.status[node] !== STATUS.completed) marked[node] = 1;
    if (marked[node] === 0) continue;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
      if (isDriving(network, state, link)) marked[network.linkFrom[link]] = 1;
    }
  }
  return marked;
}

/** Room for the nodes of a longest path, as many as the network has; no node is marked before or after a count. */
export type PathTrail = { marked: Uint8Array; nodes: Int32Array };

/**
 * Adds one to the counts of the nodes of the longest path and answers when the project finishes. They are few: only these are followed back,
 * the others are not looked at.
 */
export function countLongestPath(network: Network, state: PassState, { marked, nodes }: PathTrail, counts: Int32Array): Minute {
  const { earlyFinish } = state;
  const { predOffset, linkFrom, status } = network;
  let finish = NO_DATE;
  let last = 0;
  for (let node = 0; node < earlyFinish.length; node++) {
    const at = earlyFinish[node];
    if (at < finish) continue;
    if (at > finish) last = 0;
    finish = at;
    nodes[last++] = node;
  }
  let end = 0;
  for (let at = 0; at < last; at++) {
    const node = nodes[at];
    if (status[node] === STATUS.completed) continue;
    marked[node] = 1;
    nodes[end++] = node;
  }
  for (let at = 0; at < end; at++) {
    const node = nodes[at];
    counts[node]++;
    for (let link = predOffset[node]; link < predOffset[node + 1]; link++) {
      const from = linkFrom[link];
      if (marked[from] === 1 || !isDriving(network, state, link)) continue;
      marked[from] = 1;
      nodes[end++] = from;
    }
  }
  for (let at = 0; at < end; at++) marked[nodes[at]] = 0;
  return finish;
}

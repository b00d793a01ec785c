import { LINK, STATUS } from '../../network/columns.ts';
import { isGate, type Network } from '../../network/network.ts';
import { workBefore } from '../../time/work.ts';
import { freeFloatOf, totalFloatOf } from './floats.ts';
import type { FloatPaths } from './float-paths.ts';
import { carriedBackward } from '../passes/link-law.ts';
import type { PassState } from '../passes/pass-state.ts';

type Search = {
  network: Network;
  state: PassState;
  /** 1 for unfinished nodes from which links lead to the end. */
  takesPart: Uint8Array;
  totalFloat: Int32Array;
  /** Total float of each link; see linkTotalFloat. */
  linkFloat: Float64Array;
  /** Of the chain of tight links that leads to a node: where it begins, and how many nodes it has. */
  chainStart: Int32Array;
  chainLength: Int32Array;
  path: Uint16Array;
};

/**
 * Float paths by total float, as P6 numbers them. Path 1 ends in the end item; each further path grows in both directions from the
 * item with the least total float that is on no path yet (then least free float, then latest finish), over links that have no more
 * total float than it. Where links are equal: the longer remaining work, the chain that begins first, the shorter chain, the code.
 */
export function floatPathsByTotal(network: Network, state: PassState, end: number, count: number, projectFinish: number): FloatPaths {
  const order = new Uint32Array(network.count);
  const search = prepare(network, state, end);
  const seeds = seedsOf(search, projectFinish);
  let next = 0;
  for (let number = 1, seed = end; number <= Math.min(count, 0xffff) && seed >= 0; number++) {
    const float = search.totalFloat[seed];
    search.path[seed] = number;
    const nodes = [seed];
    if (number > 1)
      for (let node = following(search, seed, float); node >= 0; node = following(search, node, float)) {
        search.path[node] = number;
        nodes.push(node);
      }
    for (let node = leading(search, seed, float); node >= 0; node = leading(search, node, float)) {
      search.path[node] = number;
      nodes.unshift(node);
    }
    nodes.forEach((node, place) => (order[node] = place + 1));
    while (next < seeds.length && search.path[seeds[next]] !== 0) next++;
    seed = next < seeds.length ? seeds[next] : -1;
  }
  return { path: search.path, order };
}

function prepare(network: Network, state: PassState, end: number): Search {
  const search: Search = {
    network,
    state,
    takesPart: leadingTo(network, end),
    totalFloat: Int32Array.from({ length: network.count }, (_, node) => totalFloatOf(network, state, node)),
    linkFloat: Float64Array.from({ length: network.linkFrom.length }, (_, link) => linkTotalFloat(network, state, link)),
    chainStart: state.earlyStart.slice(),
    chainLength: new Int32Array(network.count).fill(1),
    path: new Uint16Array(network.count),
  };
  for (let node = 0; node < network.count; node++) {
    if (search.takesPart[node] === 0) continue;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
      const from = network.linkFrom[link];
      if (search.takesPart[from] === 0 || search.linkFloat[link] > search.totalFloat[node]) continue;
      search.chainStart[node] = Math.min(search.chainStart[node], search.chainStart[from]);
      search.chainLength[node] = Math.max(search.chainLength[node], search.chainLength[from] + 1);
    }
  }
  return search;
}

/** Unfinished nodes from which links lead to the end, through whatever lies between. */
function leadingTo(network: Network, end: number): Uint8Array {
  const reached = new Uint8Array(network.count);
  reached[end] = 1;
  for (let node = end; node >= 0; node--) {
    if (reached[node] === 0) continue;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) reached[network.linkFrom[link]] = 1;
  }
  for (let node = 0; node <= end; node++) if (network.status[node] === STATUS.completed || isGate(network.kind[node])) reached[node] = 0;
  return reached;
}

/** How far the predecessor could slip before the link moves the late date of the successor, in work of the predecessor's calendar. */
function linkTotalFloat(network: Network, state: PassState, link: number): number {
  const from = network.linkFrom[link];
  const calendar = network.calendars[network.calendar[from]];
  const type = network.linkType[link];
  const early = type === LINK.fs || type === LINK.ff ? state.earlyFinish[from] : state.earlyStart[from];
  const late = carriedBackward(network, link, state.late);
  return workBefore(calendar, late) - workBefore(calendar, early);
}

function seedsOf(search: Search, projectFinish: number): number[] {
  const { network, state, totalFloat } = search;
  const freeFloat = Int32Array.from({ length: network.count }, (_, node) => freeFloatOf(network, state, node, projectFinish));
  const finish = state.earlyFinish;
  return Array.from(search.takesPart.keys())
    .filter((node) => search.takesPart[node] === 1)
    .sort((a, b) => totalFloat[a] - totalFloat[b] || freeFloat[a] - freeFloat[b] || finish[b] - finish[a] || compareChains(search, a, b));
}

function compareChains(search: Search, a: number, b: number): number {
  const { columns, itemOf } = search.network;
  return (
    search.chainStart[a] - search.chainStart[b] ||
    search.chainLength[a] - search.chainLength[b] ||
    columns.codeRank[itemOf[a]] - columns.codeRank[itemOf[b]]
  );
}

function isFree(search: Search, node: number): boolean {
  return search.takesPart[node] === 1 && search.path[node] === 0;
}

/** The next node of a path towards the end: as little float as the path has, the earliest finish. */
function following(search: Search, node: number, float: number): number {
  const { network, state } = search;
  let best = -1;
  for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
    const link = network.succList[at];
    const to = network.linkTo[link];
    if (!isFree(search, to) || search.totalFloat[to] !== float || search.linkFloat[link] > float) continue;
    if (best < 0 || (state.earlyFinish[to] - state.earlyFinish[best] || compareChains(search, to, best)) < 0) best = to;
  }
  return best;
}

/** The next node of a path towards its start. */
function leading(search: Search, node: number, float: number): number {
  const { network, state } = search;
  const links: number[] = [];
  for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
    const from = network.linkFrom[link];
    if (isFree(search, from) && search.totalFloat[from] <= float && search.linkFloat[link] <= float) links.push(link);
  }
  const candidates = links.filter((link) => !leadsIntoAnother(search, link, links, float));
  const compare = (a: number, b: number) => {
    const [x, y] = [network.linkFrom[a], network.linkFrom[b]];
    return search.linkFloat[a] - search.linkFloat[b] || state.remaining[y] - state.remaining[x] || compareChains(search, x, y);
  };
  const best = candidates.reduce((least, link) => (least < 0 || compare(link, least) < 0 ? link : least), -1);
  return best < 0 ? -1 : network.linkFrom[best];
}

/** Whether a candidate also leads straight into another one that has work to do: then it comes after that one. */
function leadsIntoAnother(search: Search, link: number, links: number[], float: number): boolean {
  const { network, state } = search;
  const from = network.linkFrom[link];
  for (let at = network.succOffset[from]; at < network.succOffset[from + 1]; at++) {
    const other = network.succList[at];
    const to = network.linkTo[other];
    if (search.linkFloat[other] > float || state.remaining[to] === 0) continue;
    if (links.some((candidate) => network.linkFrom[candidate] === to)) return true;
  }
  return false;
}

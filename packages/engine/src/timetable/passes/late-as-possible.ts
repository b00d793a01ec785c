import { FLAG, KIND, LINK, STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { endOfWork, startOfWork, workBefore } from '../../time/work.ts';
import { hasAssignments, spanFrom, spanUntil } from './assigned.ts';
import { startToEnd } from './forward.ts';
import { carriedBackward, carriedForward } from './link-law.ts';
import type { PassState } from './pass-state.ts';

/**
 * Moves the early dates of items marked "as late as possible" as far as their successors' early dates allow (no free float left),
 * those without successors to the finish of the project. Runs after the backward pass, successors first.
 */
export function slideLate(network: Network, state: PassState, projectFinish: number): void {
  for (let node = network.count - 1; node >= 0; node--) {
    const flags = network.flags[node];
    if ((flags & FLAG.asLateAsPossible) === 0 || (flags & FLAG.notLater) !== 0 || network.status[node] !== STATUS.notStarted) continue;
    slideNode(network, state, node, projectFinish);
  }
}

function slideNode(network: Network, state: PassState, node: number, projectFinish: number): void {
  const calendar = network.calendars[network.calendar[node]];
  const remaining = state.remaining[node];
  let bound = projectFinish;
  for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
    const moment = latestFinishFor(network, state, network.succList[at]);
    if (moment < bound) bound = moment;
  }
  if (hasAssignments(network, node)) {
    const span = spanUntil(network, node, bound, network.remaining[node]);
    if (span.finish <= state.earlyFinish[node]) return;
    state.earlyStart[node] = span.start;
    state.earlyFinish[node] = span.finish;
    state.remaining[node] = Math.max(0, workBefore(calendar, span.finish) - workBefore(calendar, span.start));
  } else {
    const work = workBefore(calendar, bound);
    if (work <= workBefore(calendar, state.earlyFinish[node])) return;
    // What takes no time stands where work begins; only a finish milestone stands where it has ended.
    const isPoint = remaining === 0 && network.kind[node] !== KIND.finishMilestone;
    state.earlyFinish[node] = isPoint ? startOfWork(calendar, work) : endOfWork(calendar, work);
    state.earlyStart[node] = remaining > 0 ? startOfWork(calendar, work - remaining) : state.earlyFinish[node];
  }
  for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) refreshLink(network, state, network.succList[at]);
}

/** The latest finish of the predecessor that leaves the early date of the successor as it is. */
function latestFinishFor(network: Network, state: PassState, link: number): number {
  const type = network.linkType[link];
  const from = network.linkFrom[link];
  const moment = carriedBackward(network, link, state.early);
  if (type === LINK.fs || type === LINK.ff) return moment;
  if (hasAssignments(network, from)) return spanFrom(network, from, moment, network.remaining[from]).finish;
  if (state.remaining[from] === 0) return moment;
  const own = network.calendars[network.calendar[from]];
  return endOfWork(own, workBefore(own, moment) + state.remaining[from]);
}

/** The start that the link asks for, after its predecessor has moved. */
function refreshLink(network: Network, state: PassState, link: number): void {
  const moment = carriedForward(network, state, link);
  const type = network.linkType[link];
  const to = network.linkTo[link];
  state.linkStart[link] = type === LINK.ff || type === LINK.sf ? startToEnd(network, to, moment, state.remaining[to]) : moment;
}

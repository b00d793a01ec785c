import { NO_DATE } from '@gantry/domain';
import { STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { isSameWork, workBefore } from '../../time/work.ts';
import { carriedBackward, leavesFinish } from '../passes/link-law.ts';
import type { PassState } from '../passes/pass-state.ts';
import { NO_FLOAT } from '../result.ts';

/** Later than any date and more than any float. */
export const NO_BOUND = 2 ** 31 - 1;
// A constant of this module: an imported one is read from memory each time.
const NOT_BOUND = NO_BOUND;
const { completed } = STATUS;

/** Whether a node holds the free float of its predecessors: by MS Project's rules completed work does not. */
function bindsBefore(network: Network, node: number): boolean {
  return !network.byProject || network.status[node] !== completed;
}

/** Total float of a node by the float type of the options, in work minutes of its calendar; NO_FLOAT where it is completed. */
export function totalFloatOf(network: Network, state: PassState, node: number): number {
  if (network.status[node] === completed) return NO_FLOAT;
  const calendar = network.calendars[network.calendar[node]];
  // By MS Project work that has begun has the room of its finish alone.
  const ofProject = network.status[node] === STATUS.notStarted ? 'smallest' : 'finish';
  const floatType = network.byProject ? ofProject : network.options.floatType;
  const ofFinish = workToLateFinish(network, state, node) - workToFinish(network, state, node);
  if (floatType === 'finish') return ofFinish;
  const ofStart = workBefore(calendar, state.lateStart[node]) - workBefore(calendar, state.earlyStart[node]);
  return floatType === 'start' ? ofStart : Math.min(ofStart, ofFinish);
}

/** Work before the early and before the late finish of a node: of ordinary ones the passes keep it. */
function workToFinish({ ordinary, calendars, calendar }: Network, { finishWork, earlyFinish }: PassState, node: number): number {
  return ordinary[node] === 1 ? finishWork[node] : workBefore(calendars[calendar[node]], earlyFinish[node]);
}

function workToLateFinish({ ordinary, calendars, calendar }: Network, { lateWork, lateFinish }: PassState, node: number): number {
  return ordinary[node] === 1 ? lateWork[node] : workBefore(calendars[calendar[node]], lateFinish[node]);
}

/**
 * Free float of a node: the least room that a link leaves before it would move the early date of its successor, in work minutes of
 * the node's calendar, never below 0; without successors the room to the project's finish.
 */
export function freeFloatOf(network: Network, state: PassState, node: number, projectFinish: number): number {
  let startBound = NOT_BOUND;
  let finishBound = NOT_BOUND;
  for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
    const link = network.succList[at];
    if (!bindsBefore(network, network.linkTo[link])) continue;
    const bound = carriedBackward(network, link, state.early);
    if (leavesFinish(network.linkType[link])) {
      if (bound < finishBound) finishBound = bound;
    } else if (bound < startBound) startBound = bound;
  }
  return freeFloatWithin(network, state, node, startBound, finishBound, projectFinish);
}

/** The free float that the bounds leave a node. */
export function freeFloatWithin(
  network: Network,
  state: PassState,
  node: number,
  startBound: number,
  lastFinish: number,
  projectFinish: number,
): number {
  if (network.status[node] === completed) return NO_FLOAT;
  if (network.expectedFinish[node] !== NO_DATE && network.options.useExpectedFinish) return 0;
  const { earlyStart, earlyFinish } = state;
  const calendar = network.calendars[network.calendar[node]];
  const finishBound = startBound === NOT_BOUND && lastFinish === NOT_BOUND ? projectFinish : lastFinish;
  // Where the nearest date is its own there is no room, whatever the other end has.
  if (finishBound <= earlyFinish[node] || startBound <= earlyStart[node]) return 0;
  const atFinish = finishBound === NOT_BOUND ? NOT_BOUND : workBefore(calendar, finishBound) - workToFinish(network, state, node);
  const atStart = startBound === NOT_BOUND ? NOT_BOUND : workBefore(calendar, startBound) - workBefore(calendar, earlyStart[node]);
  return Math.max(0, Math.min(atFinish, atStart));
}

/** Whether a link sets the early start of its successor: no work of the successor's calendar lies between the two. */
export function isDriving(network: Network, state: PassState, link: number): boolean {
  const to = network.linkTo[link];
  return isSameWork(network.calendars[network.calendar[to]], state.linkStart[link], state.earlyStart[to]);
}

import { NO_DATE } from '@gantry/domain';
import { LINK, STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { workBefore } from '../../time/work.ts';
import { carriedBackward } from '../passes/link-law.ts';
import type { PassState } from '../passes/pass-state.ts';
import { NO_FLOAT } from '../result.ts';

/** Total float of a node by the float type of the options, in work minutes of its calendar; NO_FLOAT where it is completed. */
export function totalFloatOf(network: Network, state: PassState, node: number): number {
  if (network.status[node] === STATUS.completed) return NO_FLOAT;
  const calendar = network.calendars[network.calendar[node]];
  // By MS Project work that has begun has the room of its finish alone.
  const ofProject = network.status[node] === STATUS.notStarted ? 'smallest' : 'finish';
  const floatType = network.byProject ? ofProject : network.options.floatType;
  const ofFinish = workBefore(calendar, state.lateFinish[node]) - workBefore(calendar, state.earlyFinish[node]);
  if (floatType === 'finish') return ofFinish;
  const ofStart = workBefore(calendar, state.lateStart[node]) - workBefore(calendar, state.earlyStart[node]);
  return floatType === 'start' ? ofStart : Math.min(ofStart, ofFinish);
}

/**
 * Free float of a node: the least room that a link leaves before it would move the early date of its successor, in work minutes of
 * the node's calendar, never below 0; without successors the room to the project's finish.
 */
export function freeFloatOf(network: Network, state: PassState, node: number, projectFinish: number): number {
  if (network.status[node] === STATUS.completed) return NO_FLOAT;
  const calendar = network.calendars[network.calendar[node]];
  if (network.expectedFinish[node] !== NO_DATE && network.options.useExpectedFinish) return 0;
  const from = network.succOffset[node];
  const to = network.succOffset[node + 1];
  const toEnd = () => Math.max(0, workBefore(calendar, projectFinish) - workBefore(calendar, state.earlyFinish[node]));
  if (from === to) return toEnd();
  let startBound = Infinity;
  let finishBound = Infinity;
  for (let at = from; at < to; at++) {
    const link = network.succList[at];
    if (network.byProject && network.status[network.linkTo[link]] === STATUS.completed) continue;
    const bound = carriedBackward(network, link, state.earlyStart, state.earlyFinish);
    const type = network.linkType[link];
    if (type === LINK.fs || type === LINK.ff) finishBound = Math.min(finishBound, bound);
    else startBound = Math.min(startBound, bound);
  }
  const atFinish = finishBound === Infinity ? Infinity : workBefore(calendar, finishBound) - workBefore(calendar, state.earlyFinish[node]);
  const atStart = startBound === Infinity ? Infinity : workBefore(calendar, startBound) - workBefore(calendar, state.earlyStart[node]);
  const least = Math.min(atFinish, atStart);
  return Number.isFinite(least) ? Math.max(0, least) : toEnd();
}

/** Whether a link sets the early start of its successor: no work of the successor's calendar lies between the two. */
export function isDriving(network: Network, state: PassState, link: number): boolean {
  const to = network.linkTo[link];
  const calendar = network.calendars[network.calendar[to]];
  return workBefore(calendar, state.linkStart[link]) === workBefore(calendar, state.earlyStart[to]);
}

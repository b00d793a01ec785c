import { NO_DATE } from '@gantry/domain';
import type { Network } from '../../network/network.ts';
import { endOfWork, startOfWork, workBefore } from '../../time/work.ts';

/** Whether assignments rule the dates of the node, each in the calendar of its resource; where no work is left none does. */
export function hasAssignments(network: Network, node: number): boolean {
  return network.assignmentOffset[node] < network.assignmentOffset[node + 1] && network.remaining[node] > 0;
}

/** From the first start to the last finish of the assignments, when none starts before the moment. */
export function spanFrom(network: Network, node: number, moment: number, remaining: number): { start: number; finish: number } {
  let start = NO_DATE;
  let finish = NO_DATE;
  for (let at = network.assignmentOffset[node]; at < network.assignmentOffset[node + 1]; at++) {
    const calendar = network.calendars[network.assignmentCalendar[at]];
    const work = workBefore(calendar, moment) + network.assignmentLag[at];
    const minutes = minutesOf(network, at, remaining);
    const first = startOfWork(calendar, work);
    const last = minutes > 0 ? endOfWork(calendar, work + minutes) : first;
    if (start === NO_DATE || first < start) start = first;
    if (last > finish) finish = last;
  }
  return { start, finish };
}

/** From the first late start to the last late finish of the assignments, when none ends after the moment. */
export function spanUntil(network: Network, node: number, moment: number, remaining: number): { start: number; finish: number } {
  let start = NO_DATE;
  let finish = NO_DATE;
  for (let at = network.assignmentOffset[node]; at < network.assignmentOffset[node + 1]; at++) {
    const calendar = network.calendars[network.assignmentCalendar[at]];
    const work = workBefore(calendar, moment);
    const minutes = minutesOf(network, at, remaining) + network.assignmentLag[at];
    const last = endOfWork(calendar, work);
    const first = minutes > 0 ? startOfWork(calendar, work - minutes) : last;
    if (start === NO_DATE || first < start) start = first;
    if (last > finish) finish = last;
  }
  return { start, finish };
}

/** Files state work in other units than durations: a minute more or less is rounding. */
function minutesOf(network: Network, at: number, remaining: number): number {
  const own = network.assignmentRemaining[at];
  return own < 0 || Math.abs(own - remaining) <= 1 ? remaining : own;
}

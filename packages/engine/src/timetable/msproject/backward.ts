import { NO_DATE } from '@gantry/domain';
import { FLAG, KIND, LINK, STATUS } from '../../network/columns.ts';
import { isGate, type Network } from '../../network/network.ts';
import { endOfWork, startOfWork, workBefore } from '../../time/work.ts';
import { hasAssignments, spanUntil } from '../passes/assigned.ts';
import { carriedBackward, withoutLag } from '../passes/link-law.ts';
import type { PassState } from '../passes/pass-state.ts';
import { resumeOf } from './forward.ts';

/** Late dates of one node by MS Project's rules. */
export function backwardByProject(network: Network, state: PassState, node: number): void {
  const latest = latestFinish(network, state, node);
  const remaining = network.remaining[node];
  const calendar = network.calendars[network.calendar[node]];
  if (network.status[node] === STATUS.completed) set(state, node, state.earlyStart[node], state.earlyFinish[node]);
  else if (network.status[node] === STATUS.inProgress)
    set(state, node, state.earlyStart[node], remaining > 0 ? endOfWork(calendar, workBefore(calendar, latest)) : latest);
  else if (remaining === 0) set(state, node, latest, latest);
  else if ((network.flags[node] & FLAG.manual) !== 0)
    set(state, node, startOfWork(calendar, workBefore(calendar, latest) - remaining), latest);
  else if (hasAssignments(network, node)) {
    const span = spanUntil(network, node, latest, remaining);
    set(state, node, span.start, span.finish);
  } else {
    const work = workBefore(calendar, latest);
    set(state, node, startOfWork(calendar, work - remaining), endOfWork(calendar, work));
  }
}

function set(state: PassState, node: number, start: number, finish: number): void {
  state.lateStart[node] = start;
  state.lateFinish[node] = finish;
}

function latestFinish(network: Network, state: PassState, node: number): number {
  const calendar = network.calendars[network.calendar[node]];
  const remaining = network.remaining[node];
  const finishOf = (start: number) => (remaining > 0 ? endOfWork(calendar, workBefore(calendar, start) + remaining) : start);
  let latest = state.finishLine;
  for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++) {
    const link = network.succList[at];
    if (!binds(network, state, link)) continue;
    const type = network.linkType[link];
    const moment = boundOf(network, state, link);
    const finish = type === LINK.ss || type === LINK.sf ? finishOf(moment) : moment;
    if (finish < latest) latest = finish;
  }
  const ceilings = [network.finishCeiling[node]];
  if (!isGate(network.kind[node])) ceilings.push(network.columns.deadline[network.itemOf[node]]);
  const startCeiling = network.startCeiling[node];
  if (startCeiling !== NO_DATE) ceilings.push(finishOf(startCeiling));
  for (const ceiling of ceilings) if (ceiling !== NO_DATE && ceiling < latest) latest = ceiling;
  if (network.options.msproject?.honorConstraints === false) return latest;
  if (network.mandatoryFinish[node] !== NO_DATE) return network.mandatoryFinish[node];
  return network.mandatoryStart[node] === NO_DATE ? latest : finishOf(network.mandatoryStart[node]);
}

/** Ended work holds nobody back; a gate at the start of a row only the item that starts first below it. */
function binds(network: Network, state: PassState, link: number): boolean {
  const to = network.linkTo[link];
  if (network.status[to] === STATUS.completed) return false;
  return network.kind[to] !== KIND.startGate || state.linkStart[link] === state.earlyStart[to];
}

/** Started work limits its predecessors by its resume date, not its start. */
function boundOf(network: Network, state: PassState, link: number): number {
  const to = network.linkTo[link];
  const type = network.linkType[link];
  const isStarted = network.status[to] === STATUS.inProgress && (type === LINK.fs || type === LINK.ss);
  const goesOn = network.remaining[to] > 0 ? resumeOf(network, to, state.earlyStart[to]) : state.lateFinish[to];
  return isStarted ? withoutLag(network, link, goesOn) : carriedBackward(network, link, state.late);
}

import { NO_DATE } from '@gantry/domain';
import { KIND, STATUS } from './columns.ts';
import type { LimitedNodes } from './limits.ts';

/** Nodes with their limits, links and assignments. */
type LinkedNodes = LimitedNodes & {
  byProject: boolean;
  expectedFinish: Int32Array;
  assignmentOffset: Int32Array;
  linkFrom: Int32Array;
  linkTo: Int32Array;
  linkFromDataDate: Uint8Array;
  ordinary: Uint8Array;
};

/**
 * Marks the ordinary nodes, most of any plan: by P6's rules, not begun, with nothing but a calendar, work and links. The passes over
 * all nodes take a short way for them; it gives the same dates as the law for any node.
 */
export function ordinaryNodes(network: LinkedNodes): Uint8Array {
  const ordinary = new Uint8Array(network.count);
  if (network.byProject || network.columns.options.progressMode === 'actual_dates') return ordinary;
  for (let node = 0; node < network.count; node++) if (isUnbound(network, node)) ordinary[node] = 1;
  for (let link = 0; link < network.linkFrom.length; link++) {
    if (network.linkFromDataDate[link] === 1) ordinary[network.linkTo[link]] = 0;
    if (network.kind[network.linkTo[link]] === KIND.startGate) ordinary[network.linkFrom[link]] = 0;
  }
  return ordinary;
}

/** Marks one node anew after its limits or dates were edited; its links are as they were. */
export function markOrdinary(network: LinkedNodes, node: number): void {
  if (!isUnbound(network, node)) network.ordinary[node] = 0;
}

/** Work that has not begun, without limits, assignments that rule it, or dates of its own. */
function isUnbound(network: LinkedNodes, node: number): boolean {
  return (
    (network.kind[node] === KIND.task || network.kind[node] === KIND.resource) &&
    network.status[node] === STATUS.notStarted &&
    network.flags[node] === 0 &&
    network.expectedFinish[node] === NO_DATE &&
    network.startFloor[node] === NO_DATE &&
    network.finishFloor[node] === NO_DATE &&
    network.startCeiling[node] === NO_DATE &&
    network.finishCeiling[node] === NO_DATE &&
    network.mandatoryStart[node] === NO_DATE &&
    network.mandatoryFinish[node] === NO_DATE &&
    network.assignmentOffset[node] === network.assignmentOffset[node + 1]
  );
}

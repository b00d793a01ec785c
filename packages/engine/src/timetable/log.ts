import { NO_DATE } from '@gantry/domain';
import { STATUS } from '../network/columns.ts';
import type { Network } from '../network/network.ts';
import type { CriticalCounts } from './items.ts';
import type { PassState } from './passes/pass-state.ts';
import type { CalculationLog } from './result.ts';

// Constants of this module: imported ones are read from memory each time.
const UNSET = NO_DATE;
const { completed } = STATUS;

/** The log of a calculation: what is known of the plan, its constraints and those that the dates violate. */
export function logOf(network: Network, state: PassState, counts: CriticalCounts): CalculationLog {
  return {
    ...network.facts,
    options: network.options,
    criticalCount: counts.critical,
    nearCriticalCount: counts.nearCritical,
    constrainedIds: constrainedIds(network),
    violatedIds: violatedIds(network, state),
  };
}

function constrainedIds({ columns, nodeOf }: Network): number[] {
  const { id, startLimit, finishLimit, itemCount } = columns;
  const ids: number[] = [];
  for (let item = 0; item < itemCount; item++) if ((startLimit[item] | finishLimit[item]) !== 0 && nodeOf[item] >= 0) ids.push(id[item]);
  return ids.sort((a, b) => a - b);
}

function violatedIds({ columns, itemOf, status, startCeiling, finishCeiling, count }: Network, state: PassState): number[] {
  const ids: number[] = [];
  for (let node = 0; node < count; node++) {
    const [first, last] = [startCeiling[node], finishCeiling[node]];
    if ((first === UNSET && last === UNSET) || status[node] === completed) continue;
    const isViolated = (first !== UNSET && state.earlyStart[node] > first) || (last !== UNSET && state.earlyFinish[node] > last);
    if (isViolated) ids.push(columns.id[itemOf[node]]);
  }
  return ids.sort((a, b) => a - b);
}

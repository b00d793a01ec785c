import { NO_DATE } from '@gantry/domain';
import { FLAG, STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { workBefore } from '../../time/work.ts';
import { isDriving } from './floats.ts';
import type { PassState } from '../passes/pass-state.ts';
import { DRIVER } from '../result.ts';

/** What sets the early start of each node, which relations drive, and the start that each relation asks for. */
export function driversOf(network: Network, state: PassState) {
  const { columns } = network;
  const driver = new Int32Array(network.count);
  const driving = new Uint8Array(columns.relationCount);
  const relationStart = new Int32Array(columns.relationCount).fill(NO_DATE);
  for (let node = 0; node < network.count; node++) {
    let chosen: number = DRIVER.none;
    let latest = NO_DATE;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) {
      let relation = network.linkRelation[link];
      if (relation >= 0) relationStart[relation] = state.linkStart[link];
      if (!isDriving(network, state, link)) continue;
      if (relation >= 0) driving[relation] = 1;
      else relation = driver[network.linkFrom[link]];
      if (relation < 0) continue;
      const asked = state.linkStart[link];
      if (asked > latest || (asked === latest && chosen >= 0 && columns.relationId[relation] < columns.relationId[chosen])) {
        chosen = relation;
        latest = asked;
      }
    }
    driver[node] = chosen === DRIVER.none ? withoutRelation(network, state, node) : chosen;
  }
  return { driver, driving, relationStart };
}

function withoutRelation(network: Network, state: PassState, node: number): number {
  const { dataDate, projectStart } = network.options;
  if (network.status[node] !== STATUS.notStarted && network.resume[node] > dataDate) return DRIVER.resume;
  if (isHeldInScope(network, state, node)) return DRIVER.scope;
  if ((network.flags[node] & FLAG.asLateAsPossible) !== 0 && state.earlyStart[node] > dataDate && !network.byProject)
    return DRIVER.asLateAsPossible;
  const start = state.earlyStart[node];
  if (network.mandatoryStart[node] !== NO_DATE || network.mandatoryFinish[node] !== NO_DATE) return DRIVER.mandatory;
  const floor = network.startFloor[node];
  if (floor !== NO_DATE && floor > dataDate && floor <= start) return floorOf(network, node, floor);
  if (network.finishFloor[node] !== NO_DATE && network.finishFloor[node] > dataDate) return DRIVER.finishLimit;
  return projectStart !== null && projectStart > dataDate ? DRIVER.projectStart : DRIVER.dataDate;
}

/** An item that stands where it stood because it may not be moved further that way. */
function isHeldInScope(network: Network, state: PassState, node: number): boolean {
  if ((network.flags[node] & (FLAG.notEarlier | FLAG.notLater)) === 0 || network.status[node] !== STATUS.notStarted) return false;
  const stood = network.columns.plannedStart[network.itemOf[node]];
  if (stood === NO_DATE || stood <= network.options.dataDate) return false;
  const calendar = network.calendars[network.calendar[node]];
  return workBefore(calendar, stood) === workBefore(calendar, state.earlyStart[node]);
}

/** Whose floor it is that holds a start. */
function floorOf({ columns, itemOf, status }: Network, node: number, floor: number): number {
  const item = itemOf[node];
  if (columns.externalStartFloor[item] === floor) return DRIVER.external;
  const isLeveled = columns.levelingFloor[item] === floor && status[node] === STATUS.notStarted && columns.startLimitDate[item] !== floor;
  return isLeveled ? DRIVER.leveling : DRIVER.startLimit;
}

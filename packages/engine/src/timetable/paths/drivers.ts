import { NO_DATE } from '@gantry/domain';
import { FLAG, STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { isSameWork, workBefore } from '../../time/work.ts';
import { inStretches } from '../stretches.ts';
import type { Findings, PassState } from '../passes/pass-state.ts';
import { DRIVER } from '../result.ts';

// A constant of this module: an imported one is read from memory each time.
const { none } = DRIVER;

/** The driver of a node before it is found. */
export const DRIVER_NOT_FOUND = -100;
const NOT_FOUND = DRIVER_NOT_FOUND;

/** Finds the drivers of the nodes for which the passes have found none. */
export function findDrivers(network: Network, state: PassState, findings: Findings): void {
  if (state.found !== findings) {
    findings.driver.fill(NOT_FOUND);
    findings.driving.fill(0);
  }
  inStretches(network.count, (from, end) => driversBetween(network, state, findings, from, end));
}

function driversBetween(network: Network, state: PassState, { driver, driving }: Findings, from: number, end: number): void {
  const { columns, calendars, calendar: calendarOf, predOffset, linkFrom, linkRelation } = network;
  const { earlyStart, linkStart } = state;
  const { relationId } = columns;
  for (let node = from; node < end; node++) {
    if (driver[node] !== NOT_FOUND) continue;
    const start = earlyStart[node];
    const calendar = calendars[calendarOf[node]];
    let chosen: number = none;
    let latest = NO_DATE;
    for (let link = predOffset[node]; link < predOffset[node + 1]; link++) {
      const asked = linkStart[link];
      if (asked !== start && !isSameWork(calendar, asked, start)) continue;
      let relation = linkRelation[link];
      if (relation >= 0) driving[relation] = 1;
      else relation = driver[linkFrom[link]];
      if (relation < 0) continue;
      if (asked > latest || (asked === latest && chosen >= 0 && relationId[relation] < relationId[chosen])) {
        chosen = relation;
        latest = asked;
      }
    }
    driver[node] = chosen === none ? withoutRelation(network, state, node) : chosen;
  }
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

import { NO_DATE } from '@gantry/domain';
import { FLAG, STATUS } from '../../network/columns.ts';
import type { Network } from '../../network/network.ts';
import { workBefore } from '../../time/work.ts';
import { bindsBefore, noBounds } from './floats.ts';
import { entersStart, leavesFinish, withoutLag } from '../passes/link-law.ts';
import type { PassState } from '../passes/pass-state.ts';
import { DRIVER } from '../result.ts';

// A constant of this module: an imported one is read from memory each time.
const { none } = DRIVER;

/**
 * One walk over the links after the passes: what sets the early start of each node, which relations drive, the start that each relation
 * asks for, and how late each node could start and finish before a link moved an early date.
 */
export function walkLinks(network: Network, state: PassState) {
  const { columns, count, calendars, calendar: calendarOf, predOffset, linkFrom, linkType, linkLag, linkRelation } = network;
  const { earlyStart, earlyFinish, linkStart } = state;
  const { relationId } = columns;
  const driver = new Int32Array(count);
  const driving = new Uint8Array(columns.relationCount);
  const relationStart = new Int32Array(columns.relationCount).fill(NO_DATE);
  const bounds = noBounds(count);
  for (let node = 0; node < count; node++) {
    const start = earlyStart[node];
    const finish = earlyFinish[node];
    const calendar = calendars[calendarOf[node]];
    const work = workBefore(calendar, start);
    const binds = bindsBefore(network, node);
    let chosen: number = none;
    let latest = NO_DATE;
    for (let link = predOffset[node]; link < predOffset[node + 1]; link++) {
      if (binds) {
        const type = linkType[link];
        const date = entersStart(type) ? start : finish;
        keepBound(
          leavesFinish(type) ? bounds.finish : bounds.start,
          linkFrom[link],
          linkLag[link] === 0 ? date : withoutLag(network, link, date),
        );
      }
      const asked = linkStart[link];
      let relation = linkRelation[link];
      if (relation >= 0) relationStart[relation] = asked;
      if (asked !== start && workBefore(calendar, asked) !== work) continue;
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
  return { driver, driving, relationStart, bounds };
}

function keepBound(bounds: Int32Array, node: number, date: number): void {
  if (date < bounds[node]) bounds[node] = date;
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

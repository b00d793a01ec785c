import { NO_DATE, type Plan } from '@gantry/domain';
import { columnsOf, KIND, LINK, STATUS } from '../network/columns.ts';
import { compileNetwork } from '../network/network.ts';
import { startOfWork, workBefore } from '../time/work.ts';
import { carriedBackward, carriedForward } from './passes/link-law.ts';
import { emptyState } from './passes/pass-state.ts';

/** Given dates of a plan's items to be checked; NO_DATE where missing. */
export type GivenDates = { earlyStart: Int32Array; earlyFinish: Int32Array; lateStart: Int32Array; lateFinish: Int32Array };

/**
 * What each relation of the plan implies when the given dates are taken for true: the early start of its successor and the late
 * date of its predecessor, as P6 stores them per relation. A start milestone passes on the start of work, whatever was stored for it. NO_DATE for relations that take no part. It tests the law of links
 * without the errors of a whole calculation adding up.
 */
export function impliedByRelations(plan: Plan, given: GivenDates): { start: Int32Array; late: Int32Array } {
  const network = compileNetwork(columnsOf(plan));
  const state = emptyState(network);
  for (let node = 0; node < network.count; node++) {
    const item = network.itemOf[node];
    state.earlyStart[node] = given.earlyStart[item];
    state.earlyFinish[node] = given.earlyFinish[item];
    if (network.kind[node] === KIND.startMilestone && network.status[node] === STATUS.notStarted) {
      const calendar = network.calendars[network.calendar[node]];
      state.earlyFinish[node] = startOfWork(calendar, workBefore(calendar, given.earlyFinish[item]));
    }
    state.lateStart[node] = given.lateStart[item];
    state.lateFinish[node] = given.lateFinish[item];
  }
  const start = new Int32Array(plan.relations.length).fill(NO_DATE);
  const late = new Int32Array(plan.relations.length).fill(NO_DATE);
  const back = (node: number, moment: number) => {
    const calendar = network.calendars[network.calendar[node]];
    return network.remaining[node] > 0 ? startOfWork(calendar, workBefore(calendar, moment) - network.remaining[node]) : moment;
  };
  for (let link = 0; link < network.linkFrom.length; link++) {
    const relation = network.linkRelation[link];
    const [from, to, type] = [network.linkFrom[link], network.linkTo[link], network.linkType[link]];
    if (state.earlyStart[from] !== NO_DATE) {
      const moment = carriedForward(network, state, link);
      start[relation] = type === LINK.ff || type === LINK.sf ? back(to, moment) : moment;
    }
    if (state.lateStart[to] === NO_DATE) continue;
    const moment = carriedBackward(network, link, state.late);
    late[relation] = type === LINK.ss || type === LINK.sf ? back(from, moment) : moment;
  }
  return { start, late };
}

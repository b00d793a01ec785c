import type { NetworkColumns } from '../network/columns.ts';
import { compileNetwork, isGate, type Network } from '../network/network.ts';
import type { CalendarPool } from '../time/calendar.ts';
import { finishLineOf, latestFinish, resultMemory, resultOf, runPasses, shownDates, type ResultMemory } from './calculate.ts';
import { backwardDirty, backwardWhole, forwardDirty, isTooMany } from './dirty.ts';
import { applyEdit, type Edit, type ValueEdit } from './edits.ts';
import { freeFloatOf, totalFloatOf } from './paths/floats.ts';
import { emptyState, type PassState } from './passes/pass-state.ts';
import type { CalculationResult } from './result.ts';

/** A calculated plan that stays open for edits: its network, the dates of its nodes, and the result once somebody asked for it. */
export type Timetable = {
  network: Network;
  state: PassState;
  projectFinish: number;
  pool: CalendarPool;
  result: CalculationResult | null;
  /** The memory that holds its results. */
  memory: ResultMemory;
};

/** What a recalculation changed: items by their index whose early or late dates moved; rows with children are not listed. */
export type Recalculation = { items: number[]; projectFinish: number; whole: boolean };

/** Compiles and calculates columns once, for many edits after. */
export function openTimetable(columns: NetworkColumns, pool: CalendarPool = new Map()): Timetable {
  const network = compileNetwork(columns, pool);
  const [state, memory] = [emptyState(network), resultMemory(network)];
  runPasses(network, state, memory.findings);
  return { network, state, projectFinish: latestFinish(state), pool, result: null, memory };
}

/**
 * Applies edits and brings the dates up to date, equal in every bit to calculating anew. Only what the edits move is visited; where
 * that is more than a twentieth of the plan, or where items slide late, all of it is.
 */
export function recalculate(timetable: Timetable, edits: Edit[]): Recalculation {
  const { nodes, whole } = advance(timetable, edits);
  const { network, projectFinish } = timetable;
  const items = nodes ? itemsOf(network, nodes) : Array.from({ length: network.columns.itemCount }, (_, item) => item);
  return { items, projectFinish, whole };
}

/** The same for whoever asks for the result alone: it lists no items. */
export function bringUpToDate(timetable: Timetable, edits: Edit[]): void {
  advance(timetable, edits);
}

/** Nodes whose dates moved, null where the network is another one. */
type Advance = { nodes: number[] | null; whole: boolean };

function advance(timetable: Timetable, edits: Edit[]): Advance {
  timetable.result = null;
  let columns = timetable.network.columns;
  if (edits.some((edit) => 'rebuild' in edit)) {
    for (const edit of edits) {
      if ('rebuild' in edit) columns = edit.rebuild(columns);
      else applyEdit(timetable.network, edit);
    }
    Object.assign(timetable, openTimetable(columns, timetable.pool));
    return { nodes: null, whole: true };
  }
  const dirty = (edits as ValueEdit[]).flatMap((edit) => applyEdit(timetable.network, edit));
  const { network } = timetable;
  return network.asLateAsPossible || isTooMany(network, dirty.length) ? everything(timetable) : onlyDirty(timetable, dirty);
}

/** The result for all items, derived at the first question after an edit. The next edit overwrites its columns. */
export function timetableResult(timetable: Timetable): CalculationResult {
  timetable.result ??= resultOf(timetable.network, timetable.state, timetable.memory);
  return timetable.result;
}

/** Calculates the whole plan anew in the memory that the timetable has; its network is that of before. */
export function recalculateWhole(timetable: Timetable): void {
  const { network, state, memory } = timetable;
  runPasses(network, state, memory.findings);
  timetable.projectFinish = latestFinish(state);
  timetable.result = null;
}

/**
 * Start and finish of every item after edits, for a dragged bar: if no item depends on late dates, only the forward pass runs. Late dates
 * and floats are then stale, so use the timetable for nothing else.
 */
export function shownDatesAfter(timetable: Timetable, edits: ValueEdit[]): { start: Int32Array; finish: Int32Array } {
  const { network, state } = timetable;
  if (network.asLateAsPossible || network.options.msproject?.scheduleFrom === 'finish') {
    recalculate(timetable, edits);
    return timetableResult(timetable);
  }
  timetable.result = null;
  forwardDirty(
    network,
    state,
    edits.flatMap((edit) => applyEdit(network, edit)),
  );
  return shownDates(network, state, timetable.memory);
}

/** Dates and floats of one item without deriving all others; null for rows with children and items that are not scheduled. */
export function timetableItem(timetable: Timetable, item: number) {
  const { network, state } = timetable;
  const node = network.nodeOf[item];
  if (node < 0) return null;
  return {
    earlyStart: state.earlyStart[node],
    earlyFinish: state.earlyFinish[node],
    lateStart: state.lateStart[node],
    lateFinish: state.lateFinish[node],
    totalFloat: totalFloatOf(network, state, node),
    freeFloat: freeFloatOf(network, state, node, timetable.projectFinish),
  };
}

function everything(timetable: Timetable): Advance {
  recalculateWhole(timetable);
  const { network } = timetable;
  return { nodes: Array.from({ length: network.count }, (_, node) => node), whole: true };
}

function onlyDirty(timetable: Timetable, dirty: number[]): Advance {
  const { network, state } = timetable;
  const finishBefore = timetable.projectFinish;
  const forward = forwardDirty(network, state, dirty);
  timetable.projectFinish = latestFinish(state);
  const line = finishLineOf(network, timetable.projectFinish);
  const isLineMoved = line !== state.finishLine;
  state.finishLine = line;
  const backward = isLineMoved
    ? backwardWhole(network, state)
    : backwardDirty(network, state, withPredecessors(network, [...dirty, ...forward.nodes]));
  const whole = forward.whole || backward.whole || finishBefore !== timetable.projectFinish;
  return { nodes: [...forward.nodes, ...backward.nodes], whole };
}

/** Late dates hang on the early dates of the node and of its successors where work has begun or a gate picks the first below it. */
function withPredecessors(network: Network, nodes: number[]): number[] {
  const seeds = nodes.slice();
  for (const node of nodes)
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) seeds.push(network.linkFrom[link]);
  return seeds;
}

function itemsOf(network: Network, nodes: number[]): number[] {
  const items = new Set<number>();
  for (const node of nodes) if (!isGate(network.kind[node])) items.add(network.itemOf[node]);
  return [...items];
}

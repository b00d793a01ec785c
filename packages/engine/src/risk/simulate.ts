import { NO_DATE } from '@gantry/domain';
import type { Minute, Plan } from '@gantry/domain';
import { columnsOf } from '../network/columns.ts';
import { compileNetwork, isGate } from '../network/network.ts';
import type { Network } from '../network/network.ts';
import { forwardPass } from '../timetable/passes/forward.ts';
import { countLongestPath } from '../timetable/paths/paths.ts';
import { emptyState } from '../timetable/passes/pass-state.ts';
import type { PassState } from '../timetable/passes/pass-state.ts';
import { costCounter, type CostRates, type CostSpread, costSpread, swingsOf } from './costs.ts';
import { correlationWith, meanAndDeviation, percentile, ranksOf, shareUpTo } from './statistics.ts';
import { drawsOf, minutesOf, openDurations, openRanks, plannedDurations } from './variables.ts';
import type { EventColumn, IgnoredRisk, RiskDraws, RiskSources, Variable } from './variables.ts';

/** A simulation to run. */
export type RiskOptions = RiskSources & {
  iterations: number;
  /** Items whose finish is reported beside the project's, mostly milestones. */
  watchedItemIds: readonly number[];
  /** What goes with time: money a remaining minute of an item. */
  costRates?: CostRates;
  /** Called after every iteration; true ends the run with the results so far. */
  isCancelled?: () => boolean;
};

/** Finish dates over all iterations. */
export type DateSpread = {
  /** Finish of the plan as it stands, and the share of iterations that keep it. */
  planned: Minute;
  plannedShare: number;
  mean: Minute;
  deviationMinutes: number;
  p10: Minute;
  p50: Minute;
  p80: Minute;
  p90: Minute;
  /** All of them, ascending. */
  sorted: Int32Array;
};

/** What an item means for the end of the project. */
export type ItemRisk = {
  itemId: number;
  /** Share of iterations in which it lies on the longest path. */
  criticality: number;
  /** Correlation of its duration with the project's finish: of ranks, and of the values. 0 where the duration is certain. */
  spearman: number;
  pearson: number;
  /** |spearman| · criticality: what is both uncertain and critical. */
  cruciality: number;
};

/** What an uncertain item moves: minutes and money between the tenth of the iterations where it is longest and the one where it is shortest. */
export type RiskDriver = { itemId: number; swingMinutes: number; swingCost: number };
type VariableOfNode = (Variable | undefined)[];
/** The most crucial items whose swing is counted. */
const MOST_DRIVERS = 50;
/** The most critical items whose correlations are counted. */
const MOST_CORRELATED = 500;

/** Result of a simulation; equal plans, options and seeds give equal results on every machine. */
export type RiskResult = {
  iterations: number;
  finish: DateSpread;
  /** The finishes in the order of the iterations, as the money is. */
  finishes: Int32Array;
  cost: CostSpread;
  watched: (DateSpread & { itemId: number })[];
  items: ItemRisk[];
  drivers: RiskDriver[];
  /** Share of iterations in which each event happened, and what it costs the mean finish, minutes. */
  events: { id: number; share: number; meanDelayMinutes: number }[];
  ignored: IgnoredRisk[];
};

/** Runs a Monte Carlo simulation of the plan on its own calendars, relations and options. It never throws. */
export function simulateRisk(plan: Plan, options: RiskOptions): RiskResult {
  const network = compileNetwork(columnsOf(plan));
  const state = emptyState(network);
  const wanted = Math.max(1, Math.trunc(options.iterations));
  const nodeOfItem = new Map(plan.items.map((item, index) => [item.id, network.nodeOf[index]]));
  const ignored: IgnoredRisk[] = [];
  forwardPass(network, state);
  const base = plannedDurations(network, state);
  const draws = drawsOf(network, base, nodeOfItem, options, wanted, ignored);
  const { variables, events } = draws;
  const setDurations = openDurations(network, draws);
  for (const { node } of variables) network.expectedFinish[node] = NO_DATE;
  for (const { nodes } of events) for (const node of nodes) network.expectedFinish[node] = NO_DATE;
  const watched = options.watchedItemIds
    .map((itemId) => ({ itemId, node: nodeOfItem.get(itemId) ?? -1 }))
    .filter((entry) => entry.node >= 0);
  const planned = { finish: latest(state), watched: watched.map(({ node }) => state.earlyFinish[node]) };
  const costOf = costCounter(network, nodeOfItem, options.costRates ?? new Map());
  const plannedCost = costOf();
  const costs = new Float64Array(wanted);
  const finishes = new Int32Array(wanted);
  const watchedFinishes = watched.map(() => new Int32Array(wanted));
  const onPath = new Int32Array(network.count);
  const trail = { marked: new Uint8Array(network.count), nodes: new Int32Array(network.count) };
  let done = 0;
  while (done < wanted && !(done > 0 && options.isCancelled?.())) {
    setDurations(done);
    forwardPass(network, state);
    finishes[done] = countLongestPath(network, state, trail, onPath);
    costs[done] = costOf();
    for (const [i, { node }] of watched.entries()) watchedFinishes[i][done] = state.earlyFinish[node];
    done++;
  }
  const reached = finishes.subarray(0, done);
  const variableOf: VariableOfNode = Array.from({ length: network.count }, () => undefined);
  for (const variable of variables) variableOf[variable.node] = variable;
  const items = itemRisks(network, draws, variableOf, onPath, reached);
  return {
    iterations: done,
    finish: dateSpread(reached, planned.finish),
    finishes: reached,
    cost: costSpread(costs.subarray(0, done), plannedCost),
    watched: watched.map(({ itemId }, i) => ({ itemId, ...dateSpread(watchedFinishes[i].subarray(0, done), planned.watched[i]) })),
    items,
    drivers: driversOf(items, (itemId) => variableOf[nodeOfItem.get(itemId) ?? -1], draws, reached, costs.subarray(0, done)),
    events: events.map((event) => eventRisk(event, reached)),
    ignored,
  };
}

function latest(state: PassState): Minute {
  let finish = NO_DATE;
  const { earlyFinish } = state;
  for (let node = 0; node < earlyFinish.length; node++) if (earlyFinish[node] > finish) finish = earlyFinish[node];
  return finish;
}

function dateSpread(finishes: Int32Array, planned: Minute): DateSpread {
  const sorted = finishes.slice().sort();
  const { mean, deviation } = meanAndDeviation(sorted);
  const [p10, p50, p80, p90] = [0.1, 0.5, 0.8, 0.9].map((share) => percentile(sorted, share));
  return {
    planned,
    plannedShare: shareUpTo(sorted, planned),
    mean: Math.round(mean),
    deviationMinutes: deviation,
    p10,
    p50,
    p80,
    p90,
    sorted,
  };
}

/** Every item that was ever critical or is uncertain; the most crucial first. */
function itemRisks(network: Network, draws: RiskDraws, variableOf: VariableOfNode, onPath: Int32Array, finishes: Int32Array): ItemRisk[] {
  const [withFinish, withFinishRanks] = [correlationWith(finishes), correlationWith(ranksOf(finishes))];
  const ranks = openRanks(draws);
  const drawn = new Int32Array(finishes.length);
  const leastRuns = leastRunsOf(draws, onPath);
  const critical: ItemRisk[] = [];
  const others: ItemRisk[] = [];
  for (let node = 0; node < network.count; node++) {
    const variable = variableOf[node];
    if (isGate(network.kind[node]) || (!variable && onPath[node] === 0)) continue;
    const minutes = variable && onPath[node] > leastRuns ? minutesOf(draws, variable, drawn) : null;
    const criticality = onPath[node] / finishes.length;
    const spearman = variable && minutes ? withFinishRanks(ranks(variable, minutes)) : 0;
    const pearson = minutes ? withFinish(minutes) : 0;
    const cruciality = Math.abs(spearman) * criticality;
    (criticality > 0 ? critical : others).push({
      itemId: network.columns.id[network.itemOf[node]],
      criticality,
      spearman,
      pearson,
      cruciality,
    });
  }
  critical.sort((a, b) => b.cruciality - a.cruciality || b.criticality - a.criticality || a.itemId - b.itemId);
  // Nothing tells the others apart but their numbers, by which most of them stand already.
  return critical.concat(others.sort((a, b) => a.itemId - b.itemId));
}

/** What is hardly ever critical drives nothing: correlations are counted of items that are so in more runs than these. */
function leastRunsOf({ variables }: RiskDraws, onPath: Int32Array): number {
  const runs = new Int32Array(variables.length);
  for (const [at, { node }] of variables.entries()) runs[at] = onPath[node];
  return runs.sort().at(-1 - MOST_CORRELATED) ?? -1;
}

function driversOf(
  items: readonly ItemRisk[],
  uncertain: (itemId: number) => Variable | undefined,
  draws: RiskDraws,
  finishes: Int32Array,
  costs: Float64Array,
): RiskDriver[] {
  const drawn = new Int32Array(finishes.length);
  const drivers: RiskDriver[] = [];
  for (const { itemId } of items) {
    const variable = uncertain(itemId);
    if (!variable) continue;
    const [swingMinutes, swingCost] = swingsOf(minutesOf(draws, variable, drawn), [finishes, costs]);
    drivers.push({ itemId, swingMinutes, swingCost });
    if (drivers.length === MOST_DRIVERS) break;
  }
  return drivers;
}

/** The mean finish with the event against that without it. */
function eventRisk(event: EventColumn, finishes: Int32Array): RiskResult['events'][number] {
  const sums = [0, 0];
  const counts = [0, 0];
  for (const [i, finish] of finishes.entries()) {
    sums[event.happens[i]] += finish;
    counts[event.happens[i]]++;
  }
  const meanDelayMinutes = counts[0] && counts[1] ? sums[1] / counts[1] - sums[0] / counts[0] : 0;
  return { id: event.id, share: counts[1] / finishes.length, meanDelayMinutes };
}

import { NO_DATE } from '@gantry/domain';
import type { Minute, Plan } from '@gantry/domain';
import { KIND, STATUS, columnsOf } from '../network/columns.ts';
import { compileNetwork } from '../network/network.ts';
import type { Network } from '../network/network.ts';
import { forwardPass } from '../timetable/forward.ts';
import { markLongestPath } from '../timetable/paths.ts';
import { emptyState } from '../timetable/pass-state.ts';
import type { PassState } from '../timetable/pass-state.ts';
import { quantileOf } from './distributions/index.ts';
import type { Distribution } from './distributions/distribution.ts';
import { correlatedShares, seedFor, stratifiedShares } from './sampling.ts';
import { correlation, meanAndDeviation, percentile, ranksOf, shareUpTo } from './statistics.ts';

/** How uncertain the remaining duration of an item is. */
export type DurationRisk = { itemId: number; unit: 'share' | 'minutes'; distribution: Distribution };

/** Something that may happen and then makes items longer. */
export type RiskEvent = { id: number; probability: number; itemIds: readonly number[]; unit: 'share' | 'minutes'; impact: Distribution };

/** Items whose durations go up and down together; an item belongs to the first group that names it. */
export type RiskCorrelation = { itemIds: readonly number[]; coefficient: number };

/** A simulation to run. */
export type RiskOptions = {
  iterations: number;
  seed: number;
  durations: readonly DurationRisk[];
  events: readonly RiskEvent[];
  correlations: readonly RiskCorrelation[];
  /** Items whose own finish is to be told besides the project's: milestones, mostly. */
  watchedItemIds: readonly number[];
  /** Asked after every iteration; true ends the run with what there is. */
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

/** Result of a simulation; the same plan, options and seed give the same result on every machine. */
export type RiskResult = {
  iterations: number;
  finish: DateSpread;
  watched: (DateSpread & { itemId: number })[];
  items: ItemRisk[];
  /** Share of iterations in which each event happened, and what it costs the mean finish, minutes. */
  events: { id: number; share: number; meanDelayMinutes: number }[];
  /** Items and events whose distribution makes no sense or that are not scheduled; they stay as planned. */
  ignored: { itemId: number | null; eventId: number | null }[];
};

type Variable = { node: number; minutes: Float64Array };
type EventColumn = { id: number; happens: Uint8Array; nodes: number[]; minutes: Float64Array[] };

/** Runs a Monte Carlo simulation of the plan on its own calendars, relations and options. It never throws. */
export function simulateRisk(plan: Plan, options: RiskOptions): RiskResult {
  const network = compileNetwork(columnsOf(plan));
  const state = emptyState(network);
  const wanted = Math.max(1, Math.trunc(options.iterations));
  const nodeOfItem = new Map(plan.items.map((item, index) => [item.id, network.nodeOf[index]]));
  const ignored: RiskResult['ignored'] = [];
  const base = network.remaining.slice();
  const variables = variablesOf(network, base, nodeOfItem, options, wanted, ignored);
  const events = eventsOf(network, base, nodeOfItem, options, wanted, ignored);
  for (const node of [...variables.map((variable) => variable.node), ...events.flatMap((event) => event.nodes)]) network.expectedFinish[node] = NO_DATE;
  const watched = options.watchedItemIds.map((itemId) => ({ itemId, node: nodeOfItem.get(itemId) ?? -1 })).filter((entry) => entry.node >= 0);
  forwardPass(network, state);
  const planned = { finish: latest(state), watched: watched.map(({ node }) => state.earlyFinish[node]) };
  const finishes = new Int32Array(wanted);
  const watchedFinishes = watched.map(() => new Int32Array(wanted));
  const onPath = new Int32Array(network.count);
  let done = 0;
  while (done < wanted && !(done > 0 && options.isCancelled?.())) {
    setDurations(network, base, variables, events, done);
    forwardPass(network, state);
    finishes[done] = latest(state);
    for (const [i, { node }] of watched.entries()) watchedFinishes[i][done] = state.earlyFinish[node];
    const marked = markLongestPath(network, state, finishes[done]);
    for (let node = 0; node < marked.length; node++) onPath[node] += marked[node];
    done++;
  }
  const reached = finishes.subarray(0, done);
  return {
    iterations: done,
    finish: dateSpread(reached, planned.finish),
    watched: watched.map(({ itemId }, i) => ({ itemId, ...dateSpread(watchedFinishes[i].subarray(0, done), planned.watched[i]) })),
    items: itemRisks(network, variables, onPath, reached),
    events: events.map((event) => eventRisk(event, reached)),
    ignored,
  };
}

function canVary(network: Network, node: number | undefined): node is number {
  if (node === undefined || node < 0 || network.status[node] === STATUS.completed) return false;
  return network.kind[node] !== KIND.startMilestone && network.kind[node] !== KIND.finishMilestone;
}

function variablesOf(
  network: Network,
  base: Int32Array,
  nodeOfItem: ReadonlyMap<number, number>,
  options: RiskOptions,
  count: number,
  ignored: RiskResult['ignored'],
): Variable[] {
  const group = new Map<number, number>();
  for (const [index, { itemIds }] of options.correlations.entries()) for (const id of itemIds) if (!group.has(id)) group.set(id, index);
  // Seeds of groups and events stand apart from those of items, whose identifiers may be the same numbers.
  const factors = options.correlations.map((_, index) => stratifiedShares(count, seedFor(options.seed ^ 0x5bd1e995, index)));
  const variables: Variable[] = [];
  const seen = new Set<number>();
  for (const { itemId, unit, distribution } of options.durations) {
    const node = nodeOfItem.get(itemId);
    const quantile = quantileOf(distribution);
    if (!canVary(network, node) || !quantile || seen.has(itemId)) {
      ignored.push({ itemId, eventId: null });
      continue;
    }
    seen.add(itemId);
    const own = stratifiedShares(count, seedFor(options.seed, itemId));
    const index = group.get(itemId);
    const shares = index === undefined ? own : correlatedShares(own, factors[index], options.correlations[index].coefficient);
    const scale = unit === 'share' ? base[node] : 1;
    variables.push({ node, minutes: shares.map((share) => Math.max(0, Math.round(quantile(share) * scale))) });
  }
  return variables;
}

function eventsOf(
  network: Network,
  base: Int32Array,
  nodeOfItem: ReadonlyMap<number, number>,
  options: RiskOptions,
  count: number,
  ignored: RiskResult['ignored'],
): EventColumn[] {
  const columns: EventColumn[] = [];
  for (const { id, probability, itemIds, unit, impact } of options.events) {
    const quantile = quantileOf(impact);
    const nodes = itemIds.map((itemId) => nodeOfItem.get(itemId)).filter((node) => canVary(network, node));
    if (!quantile || nodes.length === 0 || !(probability >= 0 && probability <= 1)) {
      ignored.push({ itemId: null, eventId: id });
      continue;
    }
    const seed = seedFor(options.seed ^ 0x27d4eb2f, id);
    const happens = Uint8Array.from(stratifiedShares(count, seed), (share) => (share < probability ? 1 : 0));
    const size = stratifiedShares(count, seedFor(seed, id));
    const minutes = nodes.map((node) => size.map((share) => Math.round(quantile(share) * (unit === 'share' ? base[node] : 1))));
    columns.push({ id, happens, nodes, minutes });
  }
  return columns;
}

function setDurations(network: Network, base: Int32Array, variables: readonly Variable[], events: readonly EventColumn[], iteration: number): void {
  for (const event of events) for (const node of event.nodes) network.remaining[node] = base[node];
  for (const { node, minutes } of variables) network.remaining[node] = minutes[iteration];
  for (const event of events) {
    if (!event.happens[iteration]) continue;
    for (const [i, node] of event.nodes.entries()) network.remaining[node] += event.minutes[i][iteration];
  }
}

function latest(state: PassState): Minute {
  let finish = NO_DATE;
  for (const moment of state.earlyFinish) if (moment > finish) finish = moment;
  return finish;
}

function dateSpread(finishes: Int32Array, planned: Minute): DateSpread {
  const sorted = finishes.slice().sort();
  const { mean, deviation } = meanAndDeviation(sorted);
  const [p10, p50, p80, p90] = [0.1, 0.5, 0.8, 0.9].map((share) => percentile(sorted, share));
  return { planned, plannedShare: shareUpTo(sorted, planned), mean: Math.round(mean), deviationMinutes: deviation, p10, p50, p80, p90, sorted };
}

/** Every item that was ever critical or is uncertain; the most crucial first. */
function itemRisks(network: Network, variables: readonly Variable[], onPath: Int32Array, finishes: Int32Array): ItemRisk[] {
  const variableOf = new Map(variables.map((variable) => [variable.node, variable]));
  const finishRanks = ranksOf(finishes);
  const items: ItemRisk[] = [];
  for (let node = 0; node < network.count; node++) {
    const variable = variableOf.get(node);
    if (!variable && onPath[node] === 0) continue;
    const minutes = variable?.minutes.subarray(0, finishes.length);
    const criticality = onPath[node] / finishes.length;
    const spearman = minutes ? correlation(ranksOf(minutes), finishRanks) : 0;
    const pearson = minutes ? correlation(minutes, finishes) : 0;
    items.push({ itemId: network.columns.id[network.itemOf[node]], criticality, spearman, pearson, cruciality: Math.abs(spearman) * criticality });
  }
  return items.sort((a, b) => b.cruciality - a.cruciality || b.criticality - a.criticality || a.itemId - b.itemId);
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

import { NO_DATE } from '@gantry/domain';
import { KIND, STATUS } from '../network/columns.ts';
import { isGate } from '../network/network.ts';
import type { Network } from '../network/network.ts';
import type { PassState } from '../timetable/passes/pass-state.ts';
import { quantileOf } from './distributions/index.ts';
import type { Distribution } from './distributions/distribution.ts';
import { correlatedShares, seedFor, stratifiedShares } from './sampling.ts';

/** How uncertain the remaining duration of an item is. */
export type DurationRisk = { itemId: number; unit: 'share' | 'minutes'; distribution: Distribution };

/** Something that may happen and then makes items longer. */
export type RiskEvent = { id: number; probability: number; itemIds: readonly number[]; unit: 'share' | 'minutes'; impact: Distribution };

/** Items whose durations go up and down together; an item belongs to the first group that names it. */
export type RiskCorrelation = { itemIds: readonly number[]; coefficient: number };

/** What is uncertain in a plan; the seed decides all numbers. */
export type RiskSources = {
  seed: number;
  durations: readonly DurationRisk[];
  events: readonly RiskEvent[];
  correlations: readonly RiskCorrelation[];
};

/** An item or event that stays as planned: it is not scheduled, or its distribution makes no sense. */
export type IgnoredRisk = { itemId: number | null; eventId: number | null };

/** Remaining minutes of a node, by iteration. */
export type Variable = { node: number; minutes: Int32Array };
/** An event by iteration, and the minutes it adds to each of its nodes. */
export type EventColumn = { id: number; happens: Uint8Array; nodes: number[]; minutes: Float64Array[] };

function canVary(network: Network, node: number | undefined): node is number {
  if (node === undefined || node < 0 || network.status[node] === STATUS.completed) return false;
  return !isGate(network.kind[node]) && network.kind[node] !== KIND.startMilestone && network.kind[node] !== KIND.finishMilestone;
}

/** Draws the durations of every uncertain item for all iterations. */
export function variablesOf(
  network: Network,
  base: Int32Array,
  nodeOfItem: ReadonlyMap<number, number>,
  options: RiskSources,
  count: number,
  ignored: IgnoredRisk[],
): Variable[] {
  const group = new Map<number, number>();
  for (const [index, { itemIds }] of options.correlations.entries()) for (const id of itemIds) if (!group.has(id)) group.set(id, index);
  // Seeds of groups and events use a separate range, because their ids may equal those of items.
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
    variables.push({ node, minutes: Int32Array.from(shares, (share) => Math.max(0, Math.round(quantile(share) * scale))) });
  }
  return variables;
}

/** Draws for every event whether it happens, and what it costs, for all iterations. */
export function eventsOf(
  network: Network,
  base: Int32Array,
  nodeOfItem: ReadonlyMap<number, number>,
  options: RiskSources,
  count: number,
  ignored: IgnoredRisk[],
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

/** All that is drawn, and the planned durations that it starts from. */
export type RiskDraws = { base: Int32Array; assignments: Int32Array; variables: Variable[]; events: EventColumn[] };

/** Gives the network the durations of one iteration; assignments with a span of their own grow and shrink with their item. */
export function setDurations(network: Network, draws: RiskDraws, iteration: number): void {
  const { base, variables, events } = draws;
  for (const event of events) for (const node of event.nodes) setRemaining(network, draws, node, base[node]);
  for (const { node, minutes } of variables) setRemaining(network, draws, node, minutes[iteration]);
  for (const event of events) {
    if (!event.happens[iteration]) continue;
    for (const [i, node] of event.nodes.entries())
      setRemaining(network, draws, node, network.remaining[node] + event.minutes[i][iteration]);
  }
}

function setRemaining(network: Network, { base, assignments }: RiskDraws, node: number, minutes: number): void {
  network.remaining[node] = minutes;
  for (let at = network.assignmentOffset[node]; at < network.assignmentOffset[node + 1]; at++) {
    const own = assignments[at];
    if (own >= 0 && base[node] > 0) network.assignmentRemaining[at] = Math.round((own * minutes) / base[node]);
  }
}

/** Remaining minutes as the calculation has them: an expected finish replaces the entered ones. */
export function plannedDurations(network: Network, state: PassState): Int32Array {
  const isExpected = (node: number) => network.options.useExpectedFinish && network.expectedFinish[node] !== NO_DATE;
  return network.remaining.map((minutes, node) => (isExpected(node) ? state.remaining[node] : minutes));
}

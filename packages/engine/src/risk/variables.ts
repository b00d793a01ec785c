import { NO_DATE, oncePer } from '@gantry/domain';
import { KIND, STATUS } from '../network/columns.ts';
import { isGate } from '../network/network.ts';
import type { Network } from '../network/network.ts';
import type { PassState } from '../timetable/passes/pass-state.ts';
import { quantileOf } from './distributions/index.ts';
import type { Distribution } from './distributions/distribution.ts';
import { normalQuantile } from './normal-curve.ts';
import { ranksOf } from './statistics.ts';
import { seedFor, sliceAt, type Strata, strataOf, type StratumWalk, stratifiedShares, tieBy, walkOf } from './sampling.ts';

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

/** An uncertain duration: what it comes to in an iteration is worked out there, so that a plan of any size keeps no list for each. */
export type Variable = {
  node: number;
  walk: StratumWalk;
  quantile(share: number): number;
  /** The minutes of each slice, shared by all that are alike; null where there are more kinds of them than are kept. */
  minutes: Int32Array | null;
  /** Minutes in one unit of the distribution. */
  scale: number;
  /** For a member of a correlated group: its factor, and how it follows it. */
  tie: { group: number; share(own: number, factor: number): number } | null;
};
/** Whether an event happens in each iteration, and the share or minutes that it adds. */
export type EventColumn = { id: number; happens: Uint8Array; nodes: number[]; unit: RiskEvent['unit']; impact: Float64Array };

/** All that is drawn, and the planned durations that it starts from. */
export type RiskDraws = {
  base: Int32Array;
  assignments: Int32Array;
  strata: Strata;
  /** Factors of the groups by iteration, and the slices' shares, as values of the standard normal curve. */
  factors: Float64Array[];
  normal: Float64Array | null;
  variables: Variable[];
  events: EventColumn[];
};

function canVary(network: Network, node: number | undefined): node is number {
  if (node === undefined || node < 0 || network.status[node] === STATUS.completed) return false;
  return !isGate(network.kind[node]) && network.kind[node] !== KIND.startMilestone && network.kind[node] !== KIND.finishMilestone;
}

/** The most kinds of variables whose minutes are kept slice by slice. */
const MOST_TABLES = 512;

/** What is uncertain, ready to be drawn in any iteration. */
export function drawsOf(
  network: Network,
  base: Int32Array,
  nodeOfItem: ReadonlyMap<number, number>,
  options: RiskSources,
  count: number,
  ignored: IgnoredRisk[],
): RiskDraws {
  const strata = strataOf(count, options.seed);
  const group = new Map<number, number>();
  for (const [index, { itemIds }] of options.correlations.entries()) for (const id of itemIds) if (!group.has(id)) group.set(id, index);
  // Seeds of groups and events use a separate range, because their ids may equal those of items.
  const factors = options.correlations.map((_, index) =>
    stratifiedShares(count, seedFor(options.seed ^ 0x5bd1e995, index)).map(normalQuantile),
  );
  const ties = options.correlations.map(({ coefficient }, index) => ({ group: index, share: tieBy(coefficient) }));
  const kinds = openKinds(strata);
  const variables: Variable[] = [];
  const seen = new Uint8Array(network.count);
  for (const { itemId, unit, distribution } of options.durations) {
    const node = nodeOfItem.get(itemId);
    const kind = kinds(distribution);
    if (!canVary(network, node) || !kind || seen[node]) {
      ignored.push({ itemId, eventId: null });
      continue;
    }
    seen[node] = 1;
    const tie = ties[group.get(itemId) ?? -1] ?? null;
    const scale = unit === 'share' ? base[node] : 1;
    variables.push({
      node,
      walk: walkOf(strata, seedFor(options.seed, itemId)),
      quantile: kind.quantile,
      minutes: tie ? null : kind.tableOf(scale),
      scale,
      tie,
    });
  }
  const normal = factors.length ? strata.shares.map(normalQuantile) : null;
  const events = eventsOf(network, nodeOfItem, options, count, ignored);
  return { base, assignments: network.assignmentRemaining.slice(), strata, factors, normal, variables, events };
}

/** Finds the quantiles of a distribution, and the minutes of its slices at a scale; equal distributions share them. Null where it makes no sense. */
function openKinds({ shares }: Strata) {
  let count = 0;
  const make = (distribution: Distribution) => {
    const quantile = quantileOf(distribution);
    const tables = new Map<number, Int32Array>();
    const tableOf = (scale: number): Int32Array | null => {
      const known = tables.get(scale);
      if (known || count === MOST_TABLES || !quantile) return known ?? null;
      const made = Int32Array.from(shares, (share) => wholeMinutes(quantile(share) * scale));
      count++;
      tables.set(scale, made);
      return made;
    };
    return quantile && { quantile, tableOf };
  };
  const made = new Map<string, ReturnType<typeof make>>();
  return oncePer((distribution: Distribution) => {
    const name = JSON.stringify(distribution);
    const kind = made.has(name) ? (made.get(name) ?? null) : make(distribution);
    made.set(name, kind);
    return kind;
  });
}

/** The duration of a variable in an iteration, in minutes. */
function minutesAt({ strata, factors, normal }: RiskDraws, { walk, quantile, minutes, scale, tie }: Variable, iteration: number): number {
  const slice = sliceAt(strata, walk, iteration);
  if (minutes) return minutes[slice];
  const share = tie && normal ? tie.share(normal[slice], factors[tie.group][iteration]) : strata.shares[slice];
  return wholeMinutes(quantile(share) * scale);
}

const wholeMinutes = (minutes: number): number => Math.max(0, Math.round(minutes));

/** The minutes of a variable in the first iterations, drawn once more into a list that takes them. */
export function minutesOf(draws: RiskDraws, variable: Variable, drawn: Int32Array): Int32Array {
  for (let iteration = 0; iteration < drawn.length; iteration++) drawn[iteration] = minutesAt(draws, variable, iteration);
  return drawn;
}

/**
 * Ranks the minutes that variables took in the first iterations; the next call overwrites the list. Over all iterations a plain variable takes
 * each slice once, so its draws have the ranks of its table, and a table is sorted once for all variables that share it.
 */
export function openRanks({ strata }: RiskDraws): (variable: Variable, drawn: Int32Array) => Float64Array {
  const ranked = new Float64Array(strata.count);
  const ofTable = oncePer((minutes: Int32Array) => ranksOf(minutes));
  return ({ minutes, walk }, drawn) => {
    if (!minutes || drawn.length < strata.count) return ranksOf(drawn);
    const ranks = ofTable(minutes);
    for (let iteration = 0; iteration < ranked.length; iteration++) ranked[iteration] = ranks[sliceAt(strata, walk, iteration)];
    return ranked;
  };
}

/** Draws for every event whether it happens, and what it costs, for all iterations. */
function eventsOf(
  network: Network,
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
    columns.push({ id, happens, nodes, unit, impact: stratifiedShares(count, seedFor(seed, id)).map(quantile) });
  }
  return columns;
}

/** Iterations that are drawn at once: what leads to the draws of a variable is looked up once for all of them. */
const AT_ONCE = 32;

/**
 * Gives the network the durations of one iteration after another; assignments with a span of their own grow and shrink with their item.
 * The plain ones, which take the values of a table and have no such assignments, are most of all: they are drawn some iterations ahead, into
 * durations that the network takes as they lie.
 */
export function openDurations(network: Network, draws: RiskDraws): (iteration: number) => void {
  const { base, strata, variables, events } = draws;
  const { assignmentOffset, remaining } = network;
  const isPlain = (variable: Variable): variable is PlainVariable =>
    variable.minutes !== null && assignmentOffset[variable.node] === assignmentOffset[variable.node + 1];
  const width = remaining.length;
  const plainOf = Array.from<PlainVariable | undefined>({ length: width });
  const others: Variable[] = [];
  for (const variable of variables) {
    if (isPlain(variable)) plainOf[variable.node] = variable;
    else others.push(variable);
  }
  const plain = plainOf.filter((variable) => variable !== undefined);
  const resets = [...new Set(events.flatMap(({ nodes }) => nodes))].filter((node) => !plainOf[node]);
  const ahead = new Int32Array(AT_ONCE * width);
  const runs = Array.from({ length: AT_ONCE }, (_, run) => ahead.subarray(run * width, (run + 1) * width));
  for (const run of runs) run.set(remaining);
  const drawAhead = drawerOf(plain, strata, ahead, width);
  return (iteration) => {
    if (iteration % AT_ONCE === 0) drawAhead(iteration);
    network.remaining = runs[iteration % AT_ONCE];
    for (const node of resets) setRemaining(network, draws, node, base[node]);
    for (const variable of others) setRemaining(network, draws, variable.node, minutesAt(draws, variable, iteration));
    for (const { happens, nodes, unit, impact } of events) {
      if (!happens[iteration]) continue;
      for (const node of nodes) {
        const added = Math.round(impact[iteration] * (unit === 'share' ? base[node] : 1));
        setRemaining(network, draws, node, network.remaining[node] + added);
      }
    }
  };
}

type PlainVariable = Variable & { minutes: Int32Array };

/** Draws plain variables for some iterations from the first one on, each of which has `width` durations of its own in `ahead`. */
function drawerOf(plain: readonly PlainVariable[], { orders, count }: Strata, ahead: Int32Array, width: number): (first: number) => void {
  const tables = new Map<Int32Array, number>();
  for (const { minutes } of plain) if (!tables.has(minutes)) tables.set(minutes, tables.size * count);
  const values = new Int32Array(tables.size * count);
  for (const [minutes, at] of tables) values.set(minutes, at);
  // What a draw needs of a variable lies in a row: objects would be looked up all over the memory.
  const rows = new Int32Array(plain.length * 5);
  let end = 0;
  for (const { node, walk, minutes } of plain) {
    rows[end++] = node;
    rows[end++] = walk.inner;
    rows[end++] = walk.shift;
    rows[end++] = walk.outer;
    rows[end++] = tables.get(minutes) ?? 0;
  }
  return (first) => {
    const runs = Math.min(AT_ONCE, count - first);
    for (let row = 0; row < rows.length; row += 5) {
      const inner = rows[row + 1] + first;
      const [shift, outer, table] = [rows[row + 2] - count, rows[row + 3], rows[row + 4]];
      for (let run = 0, put = rows[row]; run < runs; run++, put += width) {
        // As in `sliceAt`, without a branch: half of them would be guessed wrong, which takes longer than the draw.
        const at = orders[inner + run] + shift;
        ahead[put] = values[table + orders[outer + at + ((at >> 31) & count)]];
      }
    }
  };
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

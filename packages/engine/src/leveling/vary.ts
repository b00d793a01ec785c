import { NO_DATE } from '@gantry/domain';
import type { LevelingInstance } from './instance.ts';
import { orderByPriority } from './order.ts';
import type { RandomSource } from './random.ts';

/** Share of the works that a mutation moves. */
const MOVED_SHARE = 0.03;
/** How far a neighbouring order moves each work at most, as a share of the order. */
const NEIGHBOUR_RANGE = 0.2;

/** The order of rising keys, predecessors first; fixed work as early as they allow, because other work is placed around it. */
export function orderOf(instance: LevelingInstance, keys: ArrayLike<number>): Int32Array {
  const { network, fixed } = instance;
  return orderByPriority(
    network,
    Float64Array.from(keys, (key, node) => (fixed[node] ? Number.NEGATIVE_INFINITY : key)),
  );
}

/** Late finishes shaken by up to a share of their range: schedules around the best known priority rule. */
export function sampled(instance: LevelingInstance, random: RandomSource): Int32Array {
  const late = instance.calculated.lateFinish;
  let least = Number.POSITIVE_INFINITY;
  let most = NO_DATE;
  for (const value of late) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const range = (most - least) * (0.2 + 0.4 * random());
  return orderOf(
    instance,
    Float64Array.from(late, (value) => value + random() * range),
  );
}

/** Two-point crossover of lists: the outer parts in the order of one parent, the middle in that of the other. Stays predecessor-first. */
export function cross(a: Int32Array, b: Int32Array, random: RandomSource): Int32Array {
  const count = a.length;
  const cuts = [Math.floor(random() * (count + 1)), Math.floor(random() * (count + 1))].sort((x, y) => x - y);
  const child = new Int32Array(count);
  const taken = new Uint8Array(count);
  let at = 0;
  const takeFrom = (list: Int32Array, until: number) => {
    for (let i = 0; at < until; i++) {
      if (taken[list[i]]) continue;
      taken[list[i]] = 1;
      child[at++] = list[i];
    }
  };
  takeFrom(a, cuts[0]);
  takeFrom(b, cuts[1]);
  takeFrom(a, count);
  return child;
}

/**
 * Moves some works anywhere between their predecessors and their successors. Exchanging neighbours alone usually gives the same
 * schedule again, and a search that sees the same schedules stands still.
 */
export function mutated(instance: LevelingInstance, order: Int32Array, random: RandomSource): Int32Array {
  const { network } = instance;
  const place = placesIn(order);
  const keys = place.slice();
  for (let moves = Math.max(1, MOVED_SHARE * order.length); moves > 0 && random() < moves; moves--) {
    const node = order[Math.floor(random() * order.length)];
    let first = -1;
    let last = order.length;
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++)
      first = Math.max(first, place[network.linkFrom[link]]);
    for (let at = network.succOffset[node]; at < network.succOffset[node + 1]; at++)
      last = Math.min(last, place[network.linkTo[network.succList[at]]]);
    keys[node] = first + random() * (last - first);
  }
  return orderOf(instance, keys);
}

/** An order in which each work stands near its place. */
export function neighbour(instance: LevelingInstance, order: Int32Array, random: RandomSource): Int32Array {
  const range = 2 * NEIGHBOUR_RANGE * order.length;
  return orderOf(
    instance,
    placesIn(order).map((place) => place + (random() - 0.5) * range),
  );
}

function placesIn(order: Int32Array): Float64Array {
  const place = new Float64Array(order.length);
  for (const [at, node] of order.entries()) place[node] = at;
  return place;
}

import { generateSchedule, levelingWork } from './serial.ts';
import type { LevelingLimits, LevelingWork } from './place.ts';
import type { LevelingInstance } from './instance.ts';
import { justification, justifyRight } from './justify.ts';
import type { Justification } from './justify.ts';
import { orderByPriority } from './order.ts';
import type { RandomSource } from './random.ts';

/** When improvement ends: after so many schedules, or when the clock passes the time; both need no more than one schedule to react. */
export type LevelingBudget = { schedules: number; milliseconds?: number; clock?: () => number };

type Member = { order: Int32Array; finish: number; delay: number };

type Search = {
  instance: LevelingInstance;
  limits: LevelingLimits;
  work: LevelingWork;
  room: Justification;
  budget: LevelingBudget;
  startedAt: number;
  schedules: number;
};

const POPULATION = 40;
const SWAP_CHANCE = 0.05;

function isSpent(search: Search): boolean {
  const { clock, milliseconds, schedules } = search.budget;
  return search.schedules >= schedules || (clock !== undefined && milliseconds !== undefined && clock() - search.startedAt >= milliseconds);
}

function isBetter(a: Member, b: Member): boolean {
  return a.finish < b.finish || (a.finish === b.finish && a.delay < b.delay);
}

/** Sum of the working-day-agnostic delays against the calculated dates: among equal project ends the calmer schedule wins. */
function delayOf(instance: LevelingInstance, work: LevelingWork): number {
  let delay = 0;
  for (let node = 0; node < instance.network.count; node++) delay += work.state.earlyStart[node] - instance.calculated.earlyStart[node];
  return delay;
}

/** Generates a schedule and justifies it to the right and back to the left, which never ends later and often earlier. */
function evaluate(search: Search, order: Int32Array): Member {
  const { instance, work, limits } = search;
  generateSchedule(instance, order, limits, work);
  const first: Member = { order, finish: work.finish, delay: delayOf(instance, work) };
  const right = orderByPriority(instance.network, justifyRight(instance, work, search.room));
  generateSchedule(instance, right, limits, work);
  search.schedules += 2;
  const second: Member = {
    order: orderByPriority(instance.network, work.state.earlyStart),
    finish: work.finish,
    delay: delayOf(instance, work),
  };
  return isBetter(first, second) ? first : second;
}

/** Two-point crossover of lists: the outer parts in the order of one parent, the middle in that of the other. Stays predecessor-first. */
function cross(a: Int32Array, b: Int32Array, random: RandomSource): Int32Array {
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

/** Swaps neighbours that do not depend on each other. */
function mutate(instance: LevelingInstance, order: Int32Array, random: RandomSource): void {
  const { network } = instance;
  for (let at = 0; at + 1 < order.length; at++) {
    if (random() >= SWAP_CHANCE) continue;
    const [before, after] = [order[at], order[at + 1]];
    let isLinked = false;
    for (let link = network.predOffset[after]; link < network.predOffset[after + 1]; link++) isLinked ||= network.linkFrom[link] === before;
    if (isLinked) continue;
    order[at] = after;
    order[at + 1] = before;
  }
}

/** Late finishes shaken by up to a share of their range: schedules around the best known priority rule. */
function sampled(instance: LevelingInstance, random: RandomSource, share: number): Int32Array {
  const late = instance.calculated.lateFinish;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of late) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const range = (most - least) * share;
  return orderByPriority(
    instance.network,
    Float64Array.from(late, (value) => value + random() * range),
  );
}

/**
 * Looks for an order that gives an earlier project end, by a genetic search over orders with double justification of each
 * (Valls, Ballestín, Quintanilla 2008, "A hybrid genetic algorithm for the RCPSP"). Never answers worse than the order it is given,
 * and gives the same answer for the same random numbers as long as the budget is counted in schedules.
 */
export function improveOrder(
  instance: LevelingInstance,
  order: Int32Array,
  limits: LevelingLimits,
  budget: LevelingBudget,
  random: RandomSource,
): { order: Int32Array; schedules: number } {
  const startedAt = budget.clock?.() ?? 0;
  const search: Search = { instance, limits, work: levelingWork(instance), room: justification(instance), budget, startedAt, schedules: 0 };
  generateSchedule(instance, order, limits, search.work);
  let best: Member = { order, finish: search.work.finish, delay: delayOf(instance, search.work) };
  const isDone = () => best.finish <= instance.calculatedFinish || isSpent(search);
  const members: Member[] = [];
  const add = (candidate: Int32Array) => {
    const member = evaluate(search, candidate);
    if (isBetter(member, best)) best = member;
    return member;
  };
  const rules = [
    order,
    ...[instance.calculated.lateFinish, instance.calculated.lateStart].map((dates) => orderByPriority(instance.network, dates)),
  ];
  while (members.length < POPULATION && !isDone())
    members.push(add(rules[members.length] ?? sampled(instance, random, 0.1 + 0.3 * random())));
  while (!isDone()) {
    const pick = () => {
      const [a, b] = [members[Math.floor(random() * members.length)], members[Math.floor(random() * members.length)]];
      return isBetter(a, b) ? a : b;
    };
    const child = cross(pick().order, pick().order, random);
    mutate(instance, child, random);
    replaceWorst(members, add(child));
  }
  return { order: best.order, schedules: search.schedules };
}

/** Schedules with equal finish and delay are nearly always identical; keeping both would reduce the population's diversity. */
function replaceWorst(members: Member[], child: Member): void {
  let worst = 0;
  for (let at = 0; at < members.length; at++) {
    if (members[at].finish === child.finish && members[at].delay === child.delay) return;
    if (isBetter(members[worst], members[at])) worst = at;
  }
  if (isBetter(child, members[worst])) members[worst] = child;
}

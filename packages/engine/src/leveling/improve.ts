import { leastFinish } from './bound.ts';
import type { LevelingInstance } from './instance.ts';
import { justification, justifyRight } from './justify.ts';
import type { Justification } from './justify.ts';
import type { LevelingLimits, LevelingWork } from './place.ts';
import type { RandomSource } from './random.ts';
import { generateSchedule, levelingWork } from './serial.ts';
import { cross, mutated, neighbour, orderOf, sampled } from './vary.ts';

/**
 * When improvement ends: after so many schedules, each generation forward or backward being one, or when the clock passes the time.
 * An order that is being looked at is looked at to its end: two schedules more at most.
 */
export type LevelingBudget = { schedules: number; milliseconds?: number; clock?: () => number };

/** An order with the end of its schedule, and a number that tells schedules of one end apart; smaller is better in both. */
type Member = { order: Int32Array; finish: number; delay: number };

type Search = {
  instance: LevelingInstance;
  limits: LevelingLimits;
  work: LevelingWork;
  room: Justification;
  budget: LevelingBudget;
  startedAt: number;
  schedules: number;
  /** The best schedule that was generated forward. */
  best: Member;
};

const POPULATION = 40;
/** So many orders one after another without a new member, and the search begins anew around its best. */
const PATIENCE = 50;

function isSpent(search: Search): boolean {
  const { clock, milliseconds, schedules } = search.budget;
  return search.schedules >= schedules || (clock !== undefined && milliseconds !== undefined && clock() - search.startedAt >= milliseconds);
}

function isBetter(a: Member, b: Member): boolean {
  return a.finish < b.finish || (a.finish === b.finish && a.delay < b.delay);
}

/** Sum of the working-day-agnostic delays against the calculated dates: among equal project ends the calmer schedule wins. */
function delayOf(instance: LevelingInstance, starts: ArrayLike<number>): number {
  let delay = 0;
  for (let node = 0; node < instance.network.count; node++) delay += starts[node] - instance.calculated.earlyStart[node];
  return delay;
}

/** Generates the schedule of an order forward, and keeps it if it is the best. What it makes is listed by finish, as it is justified. */
function generate(search: Search, order: Int32Array): Member {
  const { instance, work, limits } = search;
  generateSchedule(instance, order, limits, work);
  search.schedules++;
  const { earlyStart, earlyFinish } = work.state;
  const made = { order, finish: work.finish, delay: delayOf(instance, earlyStart) };
  if (isBetter(made, search.best)) search.best = made;
  return { ...made, order: orderOf(instance, earlyFinish) };
}

/** Generates a schedule from the right, the last one of the order first, and one from the left in the order of its starts. */
function justified(search: Search, order: Int32Array): Member {
  const right = orderOf(search.instance, justifyRight(search.instance, search.work, order, search.room));
  search.schedules++;
  return generate(search, right);
}

/** The better one of the schedule of an order and of that justified, which rarely ends later and often earlier: three generations. */
function evaluate(search: Search, order: Int32Array): Member {
  const made = generate(search, order);
  const left = justified(search, made.order);
  return isBetter(made, left) ? made : left;
}

/**
 * Looks for an order that gives an earlier project end, by a genetic search over orders with justification of each (Valls, Ballestín,
 * Quintanilla 2008, "A hybrid genetic algorithm for the RCPSP"), which begins anew around its best when it stands still. Never answers
 * worse than the order it is given, and gives the same answer for the same random numbers as long as the budget is counted in schedules.
 */
export function improveOrder(
  instance: LevelingInstance,
  order: Int32Array,
  limits: LevelingLimits,
  budget: LevelingBudget,
  random: RandomSource,
): { order: Int32Array; schedules: number } {
  const startedAt = budget.clock?.() ?? 0;
  const work = levelingWork(instance);
  generateSchedule(instance, order, limits, work);
  const best: Member = { order, finish: work.finish, delay: delayOf(instance, work.state.earlyStart) };
  const room = justification(instance);
  const search: Search = { instance, limits, work, room, budget, startedAt, schedules: 0, best };
  const least = leastFinish(instance, limits);
  const isDone = () => search.best.finish <= least || isSpent(search);
  const filled = (next: (at: number) => Member): Member[] => {
    const members: Member[] = [];
    while (members.length < POPULATION && !isDone()) members.push(next(members.length));
    return members;
  };
  const rules = [order, ...[instance.calculated.lateFinish, instance.calculated.lateStart].map((dates) => orderOf(instance, dates))];
  let members = filled((at) => evaluate(search, rules[at] ?? sampled(instance, random)));
  let idle = 0;
  while (!isDone()) {
    const child = cross(picked(members, random).order, picked(members, random).order, random);
    idle = replaceWorst(members, justified(search, mutated(instance, child, random))) ? 0 : idle + 1;
    if (idle < PATIENCE) continue;
    idle = 0;
    const centre = members.reduce((a, b) => (isBetter(b, a) ? b : a)).order;
    members = filled(() => justified(search, neighbour(instance, centre, random)));
  }
  return { order: search.best.order, schedules: search.schedules };
}

/** The better one of two members. */
function picked(members: Member[], random: RandomSource): Member {
  const [a, b] = [members[Math.floor(random() * members.length)], members[Math.floor(random() * members.length)]];
  return isBetter(a, b) ? a : b;
}

/**
 * Puts a child in the place of the worst member if it is better; answers whether it did. Schedules with equal finish and delay are nearly
 * always identical; keeping both would reduce the population's diversity.
 */
function replaceWorst(members: Member[], child: Member): boolean {
  let worst = 0;
  for (let at = 0; at < members.length; at++) {
    if (members[at].finish === child.finish && members[at].delay === child.delay) return false;
    if (isBetter(members[worst], members[at])) worst = at;
  }
  if (!isBetter(child, members[worst])) return false;
  members[worst] = child;
  return true;
}

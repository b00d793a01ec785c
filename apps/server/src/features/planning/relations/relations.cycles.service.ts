import { Collision, pastReach } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import type { Draft } from '../edits/edits.service.ts';
import { acquireLock, hasSteps, listPlaceNames, listReach, listStepsAhead, type Place } from './relations.cycles.repository.ts';
import { type Ahead, cutWay, cycleText, findPath, type Pair, walkAhead, wayTo } from './relations.cycles.rules.ts';

export type { Ahead } from './relations.cycles.rules.ts';
export { isHeir, type Place, tookOver } from './relations.cycles.repository.ts';

/** What relations of the version in hand lead to, where they are other ones than those stored. */
export type ReachHere = (from: readonly number[]) => { id: number; via: number | null }[];

type Step = { from: Place; to: Place };

/**
 * Steps that an edit has read ahead of some versions; null before the first relation between schedules. From the first search of the edit
 * on, the lock keeps out who would add one.
 */
const stepsOf = new WeakMap<Draft, { starts: readonly number[]; steps: readonly Step[] } | null>();

/**
 * Relations between schedules that lead on from some versions, read once an edit; until its end nobody else adds one that a search misses.
 * `within`: the search is for a relation inside of a version.
 */
async function lockedSteps(draft: Draft, within: boolean, from: readonly number[]): Promise<readonly Step[]> {
  const known = stepsOf.has(draft) ? (stepsOf.get(draft) ?? null) : await startSteps(draft, within);
  if (!known) return [];
  if (from.every((id) => known.starts.includes(id))) return known.steps;
  const { tx, key } = draft;
  const starts = [...new Set([...known.starts, ...from])];
  const steps = await pastReach(tx, () => listStepsAhead(tx, key.spaceId, starts));
  stepsOf.set(draft, { starts, steps });
  return steps;
}

async function startSteps(draft: Draft, within: boolean) {
  const {
    tx,
    key: { spaceId },
  } = draft;
  // Two people who relate schedules from both sides at once would each see no cycle: whoever comes second waits, and then sees it.
  const alone = !within || (await hasSteps(tx, spaceId));
  await acquireLock(tx, spaceId, alone ? 'alone' : 'together');
  if (!alone && (await hasSteps(tx, spaceId))) throw new Collision('The first relation between schedules came between');
  const started = alone ? { starts: [], steps: [] } : null;
  stepsOf.set(draft, started);
  return started;
}

/**
 * Relations outside of the version in hand by which items of it lead back into it: its own items by their ids, all others by numbers below
 * zero. None where none leads back.
 */
export async function pairsBeside(draft: Draft): Promise<Pair[]> {
  const { tx, key } = draft;
  const steps = await lockedSteps(draft, true, [key.versionId]);
  const isHere = ({ versionId }: Place): boolean => versionId === key.versionId;
  if (!steps.some(({ to }) => isHere(to))) return [];
  const numbers = new Map<string, number>();
  const numberOf = (place: Place): number => {
    if (isHere(place)) return place.itemId;
    const name = `${place.versionId} ${place.itemId}`;
    const number = numbers.get(name) ?? -1 - numbers.size;
    numbers.set(name, number);
    return number;
  };
  const pairOf = (from: Place, to: Place): Pair => ({ predecessorId: numberOf(from), successorId: numberOf(to) });
  const pairs = steps.map(({ from, to }) => pairOf(from, to));
  const exits = Map.groupBy(steps, ({ from }) => from.versionId);
  for (const [versionId, entries] of Map.groupBy(steps, ({ to }) => to.versionId)) {
    const leaving = exits.get(versionId) ?? [];
    if (versionId === key.versionId || !leaving.length) continue;
    const [entered, sought] = [entries.map(({ to }) => to.itemId), leaving.map(({ from }) => from.itemId)];
    for (const { id, via } of await listReach(tx, { ...key, versionId }, [...new Set(entered)], sought))
      if (via !== null) pairs.push(pairOf({ versionId, itemId: via }, { versionId, itemId: id }));
  }
  return pairs;
}

/** All that an item of the version in hand leads to, for several relations that end at it. */
export async function searchAhead(draft: Draft, successor: Place): Promise<Ahead> {
  const { tx, key } = draft;
  return walkAhead(successor, await lockedSteps(draft, true, [successor.versionId]), (versionId, from) =>
    listReach(tx, { spaceId: key.spaceId, versionId }, from),
  );
}

/**
 * Refuses a relation that would close a cycle, through other schedules too, with the way around. `unwritten` are relations between schedules
 * that the same edit makes; `ahead` is what the successor leads to, where it was searched before.
 */
export async function refuseCycle(
  draft: Draft,
  predecessor: Place,
  successor: Place,
  { reachHere, unwritten = [], ahead }: { reachHere?: ReachHere | undefined; unwritten?: readonly Step[]; ahead?: Ahead | undefined } = {},
): Promise<void> {
  const {
    tx,
    key: { spaceId },
  } = draft;
  const starts = [successor, ...unwritten.map(({ to }) => to)].map(({ versionId }) => versionId);
  const steps = await lockedSteps(draft, predecessor.versionId === successor.versionId, starts);
  const ways = [...steps, ...unwritten];
  const ends = Map.groupBy([predecessor, ...ways.map(({ from }) => from)], ({ versionId }) => versionId);
  const sought = (versionId: number) => (ends.get(versionId) ?? []).map(({ itemId }) => itemId);
  const way = ahead
    ? wayTo(predecessor, ahead)
    : await findPath(successor, predecessor, ways, async (versionId, from) =>
        reachHere && versionId === predecessor.versionId ? reachHere(from) : listReach(tx, { spaceId, versionId }, from, sought(versionId)),
      );
  if (!way) return;
  const named = cutWay(way);
  const names = new Map((await listPlaceNames(tx, spaceId, named)).map((place) => [`${place.versionId} ${place.itemId}`, place]));
  const path = cycleText(way, ({ versionId, itemId }) => names.get(`${versionId} ${itemId}`));
  fail('relation.cycle', { path, items: named.map(({ itemId }) => itemId) });
}

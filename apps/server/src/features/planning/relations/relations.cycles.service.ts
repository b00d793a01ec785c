import { Collision } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import type { Draft } from '../edits/edits.service.ts';
import { acquireLock, hasSteps, listPlaceNames, listReach, listSteps, type Place } from './relations.cycles.repository.ts';
import { type Ahead, cutWay, cycleText, findPath, walkAhead, wayTo } from './relations.cycles.rules.ts';

export type { Ahead } from './relations.cycles.rules.ts';
export { isHeir, type Place, tookOver } from './relations.cycles.repository.ts';

/** What relations of the version in hand lead to, where they are other ones than those stored. */
export type ReachHere = (from: readonly number[]) => { id: number; via: number | null }[];

type Step = { from: Place; to: Place };

/** Steps that an edit has read: from its first search on, the lock keeps out who would add one. */
const stepsOf = new WeakMap<Draft, readonly Step[]>();

/** Relations between schedules of the space of an edit, read once an edit; until its end nobody else adds one that this search misses. */
async function lockedSteps(draft: Draft, within: boolean): Promise<readonly Step[]> {
  const known = stepsOf.get(draft);
  if (known) return known;
  const { tx, key } = draft;
  // Two people who relate schedules from both sides at once would each see no cycle: whoever comes second waits, and then sees it.
  const alone = !within || (await hasSteps(tx, key.spaceId));
  await acquireLock(tx, key.spaceId, alone ? 'alone' : 'together');
  const steps = await listSteps(tx, key.spaceId);
  if (!alone && steps.length) throw new Collision('The first relation between schedules came between');
  stepsOf.set(draft, steps);
  return steps;
}

/** Whether relations lead out of the version in hand to other schedules, and others into it: a cycle may then go through these. */
export async function mayLeadBack(draft: Draft): Promise<boolean> {
  const steps = await lockedSteps(draft, true);
  const { versionId } = draft.key;
  return steps.some(({ from }) => from.versionId === versionId) && steps.some(({ to }) => to.versionId === versionId);
}

/** All that an item of the version in hand leads to, for several relations that end at it. */
export async function searchAhead(draft: Draft, successor: Place): Promise<Ahead> {
  const { tx, key } = draft;
  return walkAhead(successor, await lockedSteps(draft, true), (versionId, from) =>
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
  const steps = await lockedSteps(draft, predecessor.versionId === successor.versionId);
  const ways = [...steps, ...unwritten];
  const sought = (versionId: number) =>
    [predecessor, ...ways.map(({ from }) => from)].filter((place) => place.versionId === versionId).map(({ itemId }) => itemId);
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

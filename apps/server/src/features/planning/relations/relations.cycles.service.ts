import { Collision, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { listPlaceNames, listReach, listSteps, type Place, acquireLock } from './relations.cycles.repository.ts';
import { cycleText, findPath } from './relations.cycles.rules.ts';

export { isHeir, type Place, tookOver } from './relations.cycles.repository.ts';

/** What relations of the version in hand lead to, where they are other ones than those stored. */
export type ReachHere = (from: readonly number[]) => { id: number; via: number | null }[];

/**
 * Refuses a relation that would close a cycle, through other schedules too, with the way around. `unwritten` are relations between schedules
 * that the same edit makes.
 */
export async function refuseCycle(
  tx: Tx,
  spaceId: number,
  predecessor: Place,
  successor: Place,
  { reachHere, unwritten = [] }: { reachHere?: ReachHere | undefined; unwritten?: readonly { from: Place; to: Place }[] } = {},
): Promise<void> {
  // Two people who relate schedules from both sides at once would each see no cycle: whoever comes second waits, and then sees it.
  const alone = predecessor.versionId !== successor.versionId || (await listSteps(tx, spaceId)).length > 0;
  await acquireLock(tx, spaceId, alone ? 'alone' : 'together');
  const steps = await listSteps(tx, spaceId);
  if (!alone && steps.length) throw new Collision('The first relation between schedules came between');
  const way = await findPath(successor, predecessor, [...steps, ...unwritten], async (versionId, from) =>
    reachHere && versionId === predecessor.versionId ? reachHere(from) : listReach(tx, { spaceId, versionId }, from),
  );
  if (!way) return;
  const names = new Map((await listPlaceNames(tx, spaceId, way)).map((place) => [`${place.versionId} ${place.itemId}`, place]));
  const path = cycleText(way, ({ versionId, itemId }) => names.get(`${versionId} ${itemId}`));
  fail('relation.cycle', { path, items: way.map(({ itemId }) => itemId) });
}

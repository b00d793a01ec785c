import type { Place } from './relations.cycles.repository.ts';

/** What relations of a version lead to from some of its items, each with the one before it. */
type Reach = (versionId: number, from: readonly number[]) => Promise<readonly { id: number; via: number | null }[]>;

const nameOf = ({ versionId, itemId }: Place): string => `${versionId} ${itemId}`;

/** What an item leads to, by its name, each with the place before it; null for the item itself. */
export type Ahead = ReadonlyMap<string, Place | null>;

/** All that an item leads to through relations of versions and steps between them; where `until` is among it, the walk ends there. */
export async function walkAhead(from: Place, steps: readonly { from: Place; to: Place }[], reachOf: Reach, until?: Place): Promise<Ahead> {
  const before = new Map<string, Place | null>([[nameOf(from), null]]);
  const stepsOf = Map.groupBy(steps, (step) => step.from.versionId);
  let open: Place[] = [from];
  while (open.length) {
    const { versionId } = open[0];
    const starts = open.filter((place) => place.versionId === versionId).map(({ itemId }) => itemId);
    open = open.filter((place) => place.versionId !== versionId);
    for (const { id, via } of await reachOf(versionId, starts)) {
      const place = { versionId, itemId: id };
      if (via !== null && !before.has(nameOf(place))) before.set(nameOf(place), { versionId, itemId: via });
    }
    if (until && before.has(nameOf(until))) break;
    for (const step of stepsOf.get(versionId) ?? []) {
      if (!before.has(nameOf(step.from)) || before.has(nameOf(step.to))) continue;
      before.set(nameOf(step.to), step.from);
      open.push(step.to);
    }
  }
  return before;
}

/** A way from one item to another through relations of versions and steps between them, first to last; null where there is none. */
export async function findPath(
  from: Place,
  to: Place,
  steps: readonly { from: Place; to: Place }[],
  reachOf: Reach,
): Promise<Place[] | null> {
  return wayTo(to, await walkAhead(from, steps, reachOf, to));
}

/** The way to a place among those that an item leads to, first to last; null where it is not among them. */
export const wayTo = (to: Place, ahead: Ahead): Place[] | null => (ahead.has(nameOf(to)) ? wayBack(to, ahead) : null);

function wayBack(to: Place, before: Ahead): Place[] {
  const way: Place[] = [];
  for (let place: Place | null = to; place; place = before.get(nameOf(place)) ?? null) way.push(place);
  return way.reverse();
}

/** So many items of a way are named at most. */
const MOST_NAMED = 20;

/** The first and the last items of a way that is too long to be named whole. */
export const cutWay = (way: readonly Place[]): readonly Place[] =>
  way.length <= MOST_NAMED ? way : [...way.slice(0, MOST_NAMED / 2), ...way.slice(-MOST_NAMED / 2)];

/** A cycle in words: each item, with its schedule where the way enters another one; the middle of a long one is left out. */
export function cycleText(way: readonly Place[], nameOfPlace: (place: Place) => { name: string; schedule: string } | undefined): string {
  let last: number | null = null;
  const named = cutWay(way);
  const names = [...named, way[0]].map((place) => {
    const found = nameOfPlace(place);
    const enters = place.versionId !== last && way.some(({ versionId }) => versionId !== way[0].versionId);
    last = place.versionId;
    return `${enters && found ? `${found.schedule}: ` : ''}${found?.name ?? place.itemId}`;
  });
  if (named.length < way.length) names.splice(MOST_NAMED / 2, 0, '…');
  return names.join(' → ');
}

export type Pair = { predecessorId: number; successorId: number };

/** How many of some relations, added one after the other to those that stand, close no cycle: all before the first that does. */
export function countSound(standing: readonly Pair[], added: readonly Pair[]): number {
  const isSound = (count: number) => isOrdered([...standing, ...added.slice(0, count)]);
  if (isSound(added.length)) return added.length;
  let [sound, closing] = [0, added.length];
  while (sound + 1 < closing) {
    const middle = Math.floor((sound + closing) / 2);
    if (isSound(middle)) sound = middle;
    else closing = middle;
  }
  return sound;
}

/** Whether relations close no cycle: each of their items is passed after all before it. */
function isOrdered(relations: readonly Pair[]): boolean {
  const waits = new Map<number, number>();
  const next = Map.groupBy(relations, ({ predecessorId }) => predecessorId);
  for (const { predecessorId, successorId } of relations) {
    waits.set(predecessorId, waits.get(predecessorId) ?? 0);
    waits.set(successorId, (waits.get(successorId) ?? 0) + 1);
  }
  const free = [...waits].filter(([, count]) => !count).map(([id]) => id);
  for (const id of free)
    for (const { successorId } of next.get(id) ?? []) {
      const left = (waits.get(successorId) ?? 0) - 1;
      waits.set(successorId, left);
      if (!left) free.push(successorId);
    }
  return free.length === waits.size;
}

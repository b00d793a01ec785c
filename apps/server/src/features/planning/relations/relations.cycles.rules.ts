import type { Place } from './relations.cycles.repository.ts';

/** What relations of a version lead to from some of its items, each with the one before it. */
type Reach = (versionId: number, from: readonly number[]) => Promise<readonly { id: number; via: number | null }[]>;

const nameOf = ({ versionId, itemId }: Place): string => `${versionId} ${itemId}`;

/** A way from one item to another through relations of versions and steps between them, first to last; null where there is none. */
export async function findPath(
  from: Place,
  to: Place,
  steps: readonly { from: Place; to: Place }[],
  reachOf: Reach,
): Promise<Place[] | null> {
  const before = new Map<string, Place | null>([[nameOf(from), null]]);
  let open: Place[] = [from];
  while (open.length) {
    const { versionId } = open[0];
    const starts = open.filter((place) => place.versionId === versionId).map(({ itemId }) => itemId);
    open = open.filter((place) => place.versionId !== versionId);
    for (const { id, via } of await reachOf(versionId, starts)) {
      const place = { versionId, itemId: id };
      if (via !== null && !before.has(nameOf(place))) before.set(nameOf(place), { versionId, itemId: via });
    }
    if (before.has(nameOf(to))) return wayBack(to, before);
    for (const step of steps) {
      if (!before.has(nameOf(step.from)) || before.has(nameOf(step.to))) continue;
      before.set(nameOf(step.to), step.from);
      open.push(step.to);
    }
  }
  return before.has(nameOf(to)) ? wayBack(to, before) : null;
}

function wayBack(to: Place, before: ReadonlyMap<string, Place | null>): Place[] {
  const way: Place[] = [];
  for (let place: Place | null = to; place; place = before.get(nameOf(place)) ?? null) way.unshift(place);
  return way;
}

/** A cycle in words: each item, with its schedule where the way enters another one. */
export function cycleText(way: readonly Place[], nameOfPlace: (place: Place) => { name: string; schedule: string } | undefined): string {
  let last: number | null = null;
  return [...way, way[0]]
    .map((place) => {
      const found = nameOfPlace(place);
      const enters = place.versionId !== last && way.some(({ versionId }) => versionId !== way[0].versionId);
      last = place.versionId;
      return `${enters && found ? `${found.schedule}: ` : ''}${found?.name ?? place.itemId}`;
    })
    .join(' → ');
}

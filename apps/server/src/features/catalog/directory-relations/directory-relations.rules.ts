import { entryOf } from '@gantry/domain';
type Edge = { id: number; from: { id: number; name: string }; to: { id: number; name: string } };

/** The directories that a further relation would close into a cycle, in their order, the first also at the end; null where it closes none. */
export function cycleThrough(edges: readonly Edge[], added: Pick<Edge, 'from' | 'to'>): string[] | null {
  const way = waysFrom(edges, added.to.id).get(added.from.id);
  if (!way && added.from.id !== added.to.id) return null;
  return [added.from.name, added.to.name, ...(way ?? []).map(({ to }) => to.name)];
}

/** What follows from a directory: each directory with the shortest way of relations to it. */
export function waysFrom<E extends Edge>(edges: readonly E[], start: number): Map<number, E[]> {
  const ways = new Map<number, E[]>([[start, []]]);
  const open = [start];
  for (let at = 0; at < open.length; at += 1) {
    for (const edge of edges) {
      if (edge.from.id !== open[at] || ways.has(edge.to.id)) continue;
      ways.set(edge.to.id, [...entryOf(ways, open[at]), edge]);
      open.push(edge.to.id);
    }
  }
  ways.delete(start);
  return ways;
}

/** The first pair that is duplicated among the given and existing ones; null without one. */
export function pairTwice<P extends { row_a_id: number; row_b_id: number }>(given: readonly P[], there: readonly P[]): P | null {
  const seen = new Set(there.map(({ row_a_id, row_b_id }) => `${row_a_id} ${row_b_id}`));
  for (const pair of given) {
    const key = `${pair.row_a_id} ${pair.row_b_id}`;
    if (seen.has(key)) return pair;
    seen.add(key);
  }
  return null;
}

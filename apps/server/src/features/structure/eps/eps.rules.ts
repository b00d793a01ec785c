import type { NodeKind } from '@gantry/domain';

/** The kinds of parent that each kind of node may have; null is the top. */
const PARENTS: Record<NodeKind, readonly (NodeKind | null)[]> = {
  facility: [null],
  project: ['facility'],
  schedule_group: ['project'],
  schedule: ['project', 'schedule_group'],
};

/** Whether a node of one kind may have a parent of the other. */
export function canStandUnder(kind: NodeKind, parent: NodeKind | null): boolean {
  return PARENTS[kind].includes(parent);
}

/** A position between two neighbours; null for a missing neighbour. */
export function positionBetween(before: number | null, after: number | null): number {
  if (before === null) return after === null ? 1 : after - 1;
  return after === null ? before + 1 : (before + after) / 2;
}

type HeldVersion = { id: number; name: string; locked: boolean };

/** The locked versions that stand in the way of a deletion: those that the caller has not agreed to lose (`7,12`). */
export function keptByLock(versions: readonly HeldVersion[], agreed = ''): HeldVersion[] {
  const lost = new Set(agreed.split(',').map(Number));
  return versions.filter(({ id, locked }) => locked && !lost.has(id));
}

const NAMES_SHOWN = 5;

/** The first names of a list, as a sentence holds them. */
export function nameSome(versions: readonly HeldVersion[]): string {
  return versions
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name)
    .join(', ');
}

import type { NodeKind } from '@gantry/domain';

/** Under what a node of each kind may stand; null is the top. */
const PARENTS: Record<NodeKind, readonly (NodeKind | null)[]> = {
  facility: [null],
  project: ['facility'],
  schedule_group: ['project'],
  schedule: ['project', 'schedule_group'],
};

/** Whether a node of one kind may stand under another. */
export function canStandUnder(kind: NodeKind, parent: NodeKind | null): boolean {
  return PARENTS[kind].includes(parent);
}

/** A position between two neighbours; null where there is none on that side. */
export function positionBetween(before: number | null, after: number | null): number {
  if (before === null) return after === null ? 1 : after - 1;
  return after === null ? before + 1 : (before + after) / 2;
}

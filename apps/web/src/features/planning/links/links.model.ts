import type { VersionKind } from '@gantry/domain';

/** A schedule that can be linked to, with its versions, the one to take first. */
export type LinkableSchedule = { id: number; label: string; versions: { id: number; name: string }[] };

type Node = { id: number; parent_id: number | null; kind: string; name: string };
type Version = { id: number; schedule_id: number; name: string; kind: VersionKind };

/** Schedules of a space that have a version, but for one, each named with its project. */
export function linkableSchedules(tree: { nodes: readonly Node[]; versions: readonly Version[] }, own: number): LinkableSchedule[] {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const projectOf = (node: Node): string => {
    for (let up: Node | undefined = node; up; up = up.parent_id === null ? undefined : byId.get(up.parent_id))
      if (up.kind === 'project') return up.name;
    return '';
  };
  return tree.nodes
    .filter(({ id, kind }) => kind === 'schedule' && id !== own)
    .flatMap((node) => {
      const versions = tree.versions.filter(({ schedule_id }) => schedule_id === node.id);
      if (!versions.length) return [];
      // The actual version, else the newest: that represents the schedule.
      const first = versions.find(({ kind }) => kind === 'actual') ?? versions[versions.length - 1];
      const inOrder = [first, ...versions.filter(({ id }) => id !== first.id)];
      const label = [projectOf(node), node.name].filter(Boolean).join(' › ');
      return [{ id: node.id, label, versions: inOrder.map(({ id, name }) => ({ id, name })) }];
    })
    .sort((a, b) => a.label.localeCompare(b.label));
}

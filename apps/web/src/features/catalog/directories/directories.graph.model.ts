import type { directories, Output } from '@gantry/contract';

type Graph = Output<typeof directories.graph>;
type Node = Graph['nodes'][number];
type Edge = Graph['edges'][number];

/** A directory or version one step further, the relation to it, and its own branches. */
export type Branch = {
  node: Node;
  by: Edge['by'];
  name: string;
  below: Branch[];
  /** Shown with its branches further up already. */
  again: boolean;
};

const keyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`;

/** Donors or receivers of a directory as a tree; repeated directories are not expanded again. */
export function branchesOf({ nodes, edges }: Graph, directoryId: number, way: 'takes' | 'gives'): Branch[] {
  const byKey = new Map(nodes.map((node) => [keyOf(node), node]));
  const start = keyOf({ kind: 'directory', id: directoryId });
  const reported = new Set([start]);
  const [near, far] = way === 'takes' ? (['to', 'from'] as const) : (['from', 'to'] as const);
  const grow = (key: string): Branch[] =>
    edges
      .filter((edge) => keyOf(edge[near]) === key)
      .flatMap((edge) => {
        const other = keyOf(edge[far]);
        const node = byKey.get(other);
        if (!node) return [];
        const again = reported.has(other);
        reported.add(other);
        return [{ node, by: edge.by, name: edge.name, again, below: again ? [] : grow(other) }];
      });
  return grow(start);
}

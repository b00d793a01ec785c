import type { NodeKind } from '@gantry/domain';
import type { Node, Tree, Version } from './eps.queries.ts';
import type { RowKey } from './eps.store.ts';

/** A row of the structure as the grid shows it. */
export type StructureRow = {
  key: RowKey;
  level: number;
  parentKey: RowKey | null;
  name: string;
  hasChildren: boolean;
  expanded: boolean;
  /** Place among siblings, from 1, and their number. */
  place: number;
  siblings: number;
} & ({ type: 'node'; node: Node } | { type: 'version'; version: Version });

/** The hierarchy with quick ways through it. */
export type TreeIndex = {
  nodes: Map<number, Node>;
  versions: Map<number, Version>;
  children: Map<number | null, Node[]>;
  versionsOf: Map<number, Version[]>;
};

export const nodeKey = (id: number): RowKey => `n${id}`;
export const versionKey = (id: number): RowKey => `v${id}`;
export const idOfKey = (key: RowKey): number => Number(key.slice(1));

/** Kinds of nodes that may be created below a node, or at the top. */
export const CHILD_KINDS: Record<NodeKind | 'top', NodeKind[]> = {
  top: ['facility'],
  facility: ['project'],
  project: ['schedule', 'schedule_group'],
  schedule_group: ['schedule'],
  schedule: [],
};

export function indexTree(tree: Tree): TreeIndex {
  const children = new Map<number | null, Node[]>();
  for (const node of [...tree.nodes].sort((a, b) => a.position - b.position || a.id - b.id)) {
    children.set(node.parent_id, [...(children.get(node.parent_id) ?? []), node]);
  }
  const versionsOf = new Map<number, Version[]>();
  for (const version of tree.versions) versionsOf.set(version.schedule_id, [...(versionsOf.get(version.schedule_id) ?? []), version]);
  return {
    nodes: new Map(tree.nodes.map((node) => [node.id, node])),
    versions: new Map(tree.versions.map((version) => [version.id, version])),
    children,
    versionsOf,
  };
}

/** Rows from top to bottom. With a filter: matches with their ancestors and descendants. */
export function rowsOf(index: TreeIndex, collapsed: ReadonlySet<RowKey>, filter = ''): StructureRow[] {
  const wanted = filter.trim().toLowerCase();
  const matches = (name: string): boolean => name.toLowerCase().includes(wanted);
  const rows: StructureRow[] = [];

  /** Adds a subtree; answers whether any of it is shown. */
  const addNode = (node: Node, level: number, place: number, siblings: number, shown: boolean): boolean => {
    const key = nodeKey(node.id);
    const kids = index.children.get(node.id) ?? [];
    const versions = index.versionsOf.get(node.id) ?? [];
    const expanded = wanted !== '' || !collapsed.has(key);
    const all = shown || matches(node.name);
    const at = rows.length;
    const hasChildren = kids.length + versions.length > 0;
    rows.push({
      type: 'node',
      node,
      key,
      level,
      parentKey: node.parent_id === null ? null : nodeKey(node.parent_id),
      name: node.name,
      hasChildren,
      expanded,
      place,
      siblings,
    });
    if (!expanded) return true;
    let any = all;
    for (const [i, kid] of kids.entries()) any = addNode(kid, level + 1, i + 1, kids.length + versions.length, all) || any;
    for (const [i, version] of versions.entries()) {
      if (!all && !matches(version.name)) continue;
      any = true;
      rows.push({
        type: 'version',
        version,
        key: versionKey(version.id),
        level: level + 1,
        parentKey: key,
        name: version.name,
        hasChildren: false,
        expanded: false,
        place: kids.length + i + 1,
        siblings: kids.length + versions.length,
      });
    }
    if (!any) rows.length = at;
    return any;
  };
  const top = index.children.get(null) ?? [];
  for (const [i, node] of top.entries()) addNode(node, 0, i + 1, top.length, wanted === '');
  return rows;
}

/** Nodes from the facility down to this one. */
export function pathTo(index: TreeIndex, id: number): Node[] {
  const path: Node[] = [];
  for (
    let node = index.nodes.get(id);
    node && path.length < 32;
    node = node.parent_id === null ? undefined : index.nodes.get(node.parent_id)
  )
    path.unshift(node);
  return path;
}

/** How much lies below some nodes, themselves included; nested ones count once. */
export function countBelow(index: TreeIndex, ids: Iterable<number>): { nodes: number; versions: number } {
  const seen = new Set<number>();
  let versions = 0;
  const visit = (id: number): void => {
    if (seen.has(id) || !index.nodes.has(id)) return;
    seen.add(id);
    versions += index.versionsOf.get(id)?.length ?? 0;
    for (const kid of index.children.get(id) ?? []) visit(kid.id);
  };
  for (const id of ids) visit(id);
  return { nodes: seen.size, versions };
}

import { KIND, type NetworkColumns } from './columns.ts';
import type { CalculationIssue } from './issue.ts';

/** The tree of rows: who is a parent, and the items ordered so that children stand before their parents. */
export type Hierarchy = {
  /** 1 where the item has a child that is not a draft: its dates come from its children. */
  isParent: Uint8Array;
  /** Parent per item, −1 at the top and for a parent that would be its own descendant. */
  parent: Int32Array;
  bottomUp: Int32Array;
};

/** Reads the tree from the parent column; a row that is its own ancestor becomes a root and an issue. */
export function hierarchyOf(columns: NetworkColumns, issues: CalculationIssue[]): Hierarchy {
  const count = columns.itemCount;
  const parent = columns.parent.slice();
  const depth = new Int32Array(count).fill(-1);
  for (let item = 0; item < count; item++)
    if (depth[item] < 0) measure(item, parent, depth, (ring) => issues.push({ kind: 'parent_ring', itemId: columns.id[ring] }));
  const isParent = new Uint8Array(count);
  for (let item = 0; item < count; item++) if (parent[item] >= 0 && columns.kind[item] !== KIND.draft) isParent[parent[item]] = 1;
  return { isParent, parent, bottomUp: deepestFirst(depth) };
}

function measure(item: number, parent: Int32Array, depth: Int32Array, onCycle: (item: number) => void): void {
  const BEING_MEASURED = -2;
  const climb: number[] = [];
  let at = item;
  while (at >= 0 && depth[at] === -1) {
    depth[at] = BEING_MEASURED;
    climb.push(at);
    at = parent[at];
  }
  if (at >= 0 && depth[at] === BEING_MEASURED) {
    const top = climb[climb.length - 1];
    parent[top] = -1;
    onCycle(top);
    at = -1;
  }
  let level = at < 0 ? 0 : depth[at] + 1;
  for (let index = climb.length - 1; index >= 0; index--) depth[climb[index]] = level++;
}

function deepestFirst(depth: Int32Array): Int32Array {
  let deepest = 0;
  for (const level of depth) if (level > deepest) deepest = level;
  const next = new Int32Array(deepest + 2);
  for (const level of depth) next[deepest - level + 1]++;
  for (let level = 0; level <= deepest; level++) next[level + 1] += next[level];
  const items = new Int32Array(depth.length);
  for (let item = 0; item < depth.length; item++) items[next[deepest - depth[item]]++] = item;
  return items;
}

import { KIND, LINK, type NetworkColumns } from './columns.ts';
import type { Hierarchy } from './hierarchy.ts';

/** Links between nodes before they are put in order. `relation` is −1 for links that only tie a gate to the items behind it. */
export type Edges = { from: number[]; to: number[]; relation: number[]; type: number[] };

/** Nodes beside the items, and all links. A gate stands for one end of a row with children, so that relations can hold it. */
export type Gates = { kinds: number[]; items: number[]; edges: Edges };

/**
 * Replaces relations of rows with children by gates. Into such a row: nothing below it starts before its gate. Out of its finish:
 * the gate is the latest finish below it; out of its start: the earliest start. Gates are numbered after the scheduled items.
 */
export function buildGates(columns: NetworkColumns, hierarchy: Hierarchy, between: Int32Array, ofParents: number[], nodeOf: Int32Array, nodeCount: number): Gates {
  const edges: Edges = { from: [], to: [], relation: [], type: [] };
  const link = (from: number, to: number, relation: number, type: number) => {
    edges.from.push(from);
    edges.to.push(to);
    edges.relation.push(relation);
    edges.type.push(type);
  };
  for (const relation of between) link(nodeOf[columns.predecessor[relation]], nodeOf[columns.successor[relation]], relation, columns.relationType[relation]);
  const gates: Gates = { kinds: [], items: [], edges };
  if (ofParents.length === 0) return gates;
  const leavesOf = leafFinder(columns, hierarchy, nodeOf);
  const known = new Map<string, number>();
  const gate = (item: number, kind: number, tie: (gate: number, leaf: number) => void): number => {
    const key = `${kind} ${item}`;
    const existing = known.get(key);
    if (existing !== undefined) return existing;
    const node = nodeCount + gates.items.length;
    known.set(key, node);
    gates.items.push(item);
    gates.kinds.push(kind);
    for (const leaf of leavesOf(item)) tie(node, leaf);
    return node;
  };
  for (const relation of ofParents) {
    const from = columns.predecessor[relation];
    const to = columns.successor[relation];
    const type = columns.relationType[relation];
    const leavesFinish = type === LINK.fs || type === LINK.ff;
    const arrivesAtStart = type === LINK.fs || type === LINK.ss;
    let source = nodeOf[from];
    if (source < 0) {
      source = leavesFinish
        ? gate(from, KIND.finishGate, (node, leaf) => link(leaf, node, -1, LINK.ff))
        : gate(from, KIND.startGate, (node, leaf) => link(leaf, node, -1, LINK.ss));
    }
    if (nodeOf[to] >= 0) link(source, nodeOf[to], relation, type);
    else if (arrivesAtStart) link(source, gate(to, KIND.entryGate, (node, leaf) => link(node, leaf, -1, LINK.ss)), relation, type);
    else for (const leaf of leavesOf(to)) link(source, leaf, relation, type);
  }
  return gates;
}

/** Finds the scheduled nodes below an item, at any depth. */
function leafFinder(columns: NetworkColumns, hierarchy: Hierarchy, nodeOf: Int32Array): (item: number) => number[] {
  const children = new Map<number, number[]>();
  for (let item = 0; item < columns.itemCount; item++) {
    const siblings = children.get(hierarchy.parent[item]);
    if (siblings) siblings.push(item);
    else children.set(hierarchy.parent[item], [item]);
  }
  return (item) => {
    const leaves: number[] = [];
    const open = [item];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (nodeOf[at] >= 0) leaves.push(nodeOf[at]);
      for (const child of children.get(at) ?? []) open.push(child);
    }
    return leaves.sort((a, b) => a - b);
  };
}

import { KIND, LINK, type NetworkColumns } from './columns.ts';
import { gatherBytes, gatherDates } from './gather.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { RelationsByRole } from './relations.ts';

/** Links between nodes before they are put in order. `relation` is −1 for links that only tie a gate to the items behind it. */
export type NodeEdges = { from: Int32Array; to: Int32Array; relation: Int32Array; type: Uint8Array };

/** Nodes beside the items, and all links. A gate represents one end of a summary, to which relations attach. */
export type Gates = { kinds: number[]; items: number[]; edges: NodeEdges };

/**
 * Replaces relations of rows with children by gates. Into such a row: nothing below it starts before its gate. Out of its finish:
 * the gate is the latest finish below it; out of its start: the earliest start. Gates are numbered after the scheduled items.
 */
export function buildGates(
  columns: NetworkColumns,
  hierarchy: Hierarchy,
  relations: RelationsByRole,
  nodeOf: Int32Array,
  nodeCount: number,
): Gates {
  const edges = plainEdges(columns, relations.between, nodeOf);
  const gates: Gates = { kinds: [], items: [], edges };
  if (relations.ofParents.length === 0) return gates;
  const extra: { from: number[]; to: number[]; relation: number[]; type: number[] } = { from: [], to: [], relation: [], type: [] };
  const link = (from: number, to: number, relation: number, type: number) => {
    extra.from.push(from);
    extra.to.push(to);
    extra.relation.push(relation);
    extra.type.push(type);
  };
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
  for (const relation of relations.ofParents) {
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
    else if (arrivesAtStart)
      link(
        source,
        gate(to, KIND.entryGate, (node, leaf) => link(node, leaf, -1, LINK.ss)),
        relation,
        type,
      );
    else for (const leaf of leavesOf(to)) link(source, leaf, relation, type);
  }
  gates.edges = {
    from: joined(edges.from, extra.from, new Int32Array(edges.from.length + extra.from.length)),
    to: joined(edges.to, extra.to, new Int32Array(edges.to.length + extra.to.length)),
    relation: joined(edges.relation, extra.relation, new Int32Array(edges.relation.length + extra.relation.length)),
    type: joined(edges.type, extra.type, new Uint8Array(edges.type.length + extra.type.length)),
  };
  return gates;
}

function plainEdges(columns: NetworkColumns, between: Int32Array, nodeOf: Int32Array): NodeEdges {
  return {
    from: gatherDates(nodeOf, gatherDates(columns.predecessor, between)),
    to: gatherDates(nodeOf, gatherDates(columns.successor, between)),
    relation: between,
    type: gatherBytes(columns.relationType, between),
  };
}

function joined<T extends Int32Array | Uint8Array>(start: T, end: number[], empty: T): T {
  empty.set(start);
  empty.set(end, start.length);
  return empty;
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

/** No file and no feature folder imports itself over others: what stands in a cycle is read, tested and moved only as one. */

import { posix } from 'node:path';
import type { SourceTree } from './source-tree.ts';

const CODE = /^(packages|apps|e2e|bench|tools)\/.*\.(ts|tsx|mjs)$/;
const TEST = /\.test\.tsx?$|\/testing\//;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
const FEATURE = /^apps\/[^/]+\/src\/features\/[^/]+\/[^/]+(?=\/)/;

type Graph = Map<string, Map<string, string>>;

/** Cycles of files, tools included, and cycles of features; each problem names the imports that close the cycle. */
export function checkCycles(tree: SourceTree): string[] {
  const files: Graph = new Map();
  const features: Graph = new Map();
  for (const [path, text] of tree) {
    if (!CODE.test(path)) continue;
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = posix.join(posix.dirname(path), specifier);
      if (!tree.has(target)) continue;
      connect(files, path, target, `${path} → ${target}`);
      const [from, to] = [FEATURE.exec(path)?.[0], FEATURE.exec(target)?.[0]];
      // A test may set its stage with any feature.
      if (from && to && from !== to && !TEST.test(path)) connect(features, from, to, `${path} → ${target}`);
    }
  }
  return [...describe('files', files), ...describe('features', features)];
}

function connect(graph: Graph, from: string, to: string, evidence: string): void {
  const targets = graph.get(from) ?? new Map<string, string>();
  graph.set(from, targets);
  if (!targets.has(to)) targets.set(to, evidence);
}

function* describe(what: string, graph: Graph): Iterable<string> {
  for (const group of components(graph)) {
    yield `${group.size} ${what} in one cycle: ${[...group].sort().join(', ')}`;
    for (const from of [...group].sort()) for (const [to, evidence] of graph.get(from) ?? []) if (group.has(to)) yield `  ${evidence}`;
  }
}

/** Strongly connected groups of more than one node, or of one that imports itself, by Tarjan's algorithm. */
function components(graph: Graph): Set<string>[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const found: Set<string>[] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    open.add(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (open.has(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = new Set(stack.splice(stack.indexOf(node)));
    for (const member of group) open.delete(member);
    if (group.size > 1 || graph.get(node)?.has(node)) found.push(group);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

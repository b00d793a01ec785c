import { type EpsView, epsView, pageOf, type PageOfRows } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { presetsOf } from '../../access/presets/presets.service.ts';
import { listNodesOf } from '../eps/eps.service.ts';

/** Saved views of the hierarchy. */
export const epsViews = presetsOf('eps_view', (content) => epsView.parse(content));

type Asked = PageOfRows & { parent_id?: number; search?: string };
type Node = Awaited<ReturnType<typeof listNodesOf>>[number];

/** Nodes as a list, in the caller's active view, a page of them. */
export async function listInView(context: Context, asked: Asked) {
  const { nodes, view } = { nodes: await listNodesOf(context, {}), view: await activeView(context) };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  if (asked.parent_id !== undefined && !byId.has(asked.parent_id)) fail('node.not_found', { id: asked.parent_id });
  const above = (node: Node): Node[] => {
    const path: Node[] = [];
    for (let parent = byId.get(node.parent_id ?? 0); parent; parent = byId.get(parent.parent_id ?? 0)) path.unshift(parent);
    return path;
  };
  const words = (asked.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const paths = new Map(nodes.map((node) => [node.id, above(node)]));
  const found = inOrder(nodes, paths, view)
    .filter(({ kind }) => view.kinds.includes(kind))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .filter(({ id }) => asked.parent_id === undefined || paths.get(id)?.some((one) => one.id === asked.parent_id));
  const { rows, next } = pageOf(found, asked);
  return { total: found.length, next, nodes: rows.map((node) => ({ ...node, path: (paths.get(node.id) ?? []).map(({ name }) => name) })) };
}

async function activeView(context: Context): Promise<EpsView> {
  return (await epsViews.list(context, '')).find(({ active }) => active)?.content ?? epsView.parse({});
}

/** One for all comparisons, because each `localeCompare` with options makes its own. */
const NAMES = new Intl.Collator('en', { numeric: true });

/** Nodes in the order of the tree, or by a field; the same ones by their ids. */
function inOrder(nodes: readonly Node[], paths: ReadonlyMap<number, readonly Node[]>, { sort, direction }: EpsView): Node[] {
  const places = new Map(nodes.map((node) => [node.id, [...(paths.get(node.id) ?? []), node].map(({ position, id }) => [position, id])]));
  const compare = (a: Node, b: Node): number => {
    if (sort !== 'tree') return NAMES.compare(a[sort], b[sort]) || a.id - b.id;
    const [x, y] = [places.get(a.id) ?? [], places.get(b.id) ?? []];
    for (let level = 0; level < Math.min(x.length, y.length); level += 1) {
      const difference = x[level][0] - y[level][0] || x[level][1] - y[level][1];
      if (difference) return difference;
    }
    return x.length - y.length;
  };
  return [...nodes].sort((a, b) => direction * compare(a, b));
}

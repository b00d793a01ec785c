import {
  lightByLimits,
  SCOREBOARD_FIGURES,
  type ScoreboardColumn,
  type ScoreboardContent,
  type ScoreboardFigure,
  type ScoreboardLight,
  type ScoreboardRow,
} from '@gantry/contract';
import type { NodeKind } from '@gantry/domain';

/** What a version of a schedule was counted to come to. */
type Reported = { schedule_id: number };
type Facts = Reported & { version_id: number };
export type BoardNode = { id: number; parent_id: number | null; kind: NodeKind; name: string };

const WORST: Record<ScoreboardLight, number> = { act: 3, watch: 2, ok: 1, none: 0 };

/** The light of a value; a column without limits has none. */
export function lightOf(value: number | null, { figure, warn, error }: ScoreboardColumn): ScoreboardLight {
  return lightByLimits(value, { worse: SCOREBOARD_FIGURES[figure].worse, warn, error });
}

type Tree = { nodes: ReadonlyMap<number, BoardNode>; below: ReadonlyMap<number | null, readonly BoardNode[]> };

export function treeOf(nodes: readonly BoardNode[]): Tree {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const below = new Map<number | null, BoardNode[]>();
  for (const node of nodes) {
    // A node whose parent the caller does not see stands at the top.
    const parent = node.parent_id !== null && known.has(node.parent_id) ? node.parent_id : null;
    const siblings = below.get(parent);
    if (siblings) siblings.push(node);
    else below.set(parent, [node]);
  }
  return { nodes: known, below };
}

/** A node with all below it, in the order of the hierarchy. */
export function subtreeOf(tree: Tree, node: BoardNode): BoardNode[] {
  return [node, ...(tree.below.get(node.id) ?? []).flatMap((child) => subtreeOf(tree, child))];
}

/** The nodes above a node, from the top. */
export function aboveOf(tree: Tree, node: BoardNode): BoardNode[] {
  const parent = node.parent_id === null ? undefined : tree.nodes.get(node.parent_id);
  return parent ? [...aboveOf(tree, parent), parent] : [];
}

/** The places that a board has rows of: those directly below `node` where one is given. */
export function placesOfBoard(tree: Tree, { rows }: Pick<ScoreboardContent, 'rows'>, node: BoardNode | null): BoardNode[] {
  if (node) return [...(tree.below.get(node.id) ?? [])];
  if ('ids' in rows) return rows.ids.flatMap((id) => tree.nodes.get(id) ?? []);
  const top = rows.under === null ? null : tree.nodes.get(rows.under);
  if (top === undefined) return [];
  const all = (top === null ? (tree.below.get(null) ?? []) : [top]).flatMap((one) => subtreeOf(tree, one));
  return all.filter(({ kind }) => kind === rows.kind);
}

type FigureOf<F> = (figure: ScoreboardFigure, facts: readonly F[]) => number | null;
/** The sums that schedules reported on earlier data dates, in order. */
export type Past<F> = readonly { day: string; facts: readonly F[] }[];
type Lit = { light: ScoreboardLight; cells: readonly { light: ScoreboardLight; hidden_red: number }[] };

/** The values of a figure on earlier data dates; on a day that some schedules do not reach, the value is that of the others. */
function trendOf<F>(figure: ScoreboardFigure, past: Past<F>, figureOf: FigureOf<F>) {
  const trend = past.flatMap(({ day, facts }) => (facts.length ? [{ day, value: figureOf(figure, facts) }] : []));
  // The last point is that of the data date itself.
  return { previous: trend.at(-2)?.value ?? null, trend };
}

/** A figure of what stands below a place, with how many of its parts are to be acted upon while the sum is not, and how it came to be. */
export function cellOf<F>(column: ScoreboardColumn, own: readonly F[], hasParts: boolean, figureOf: FigureOf<F>, past: Past<F>) {
  const value = figureOf(column.figure, own);
  const light = lightOf(value, column);
  const parts = light === 'act' || !hasParts ? [] : own;
  const hidden_red = parts.filter((one) => lightOf(figureOf(column.figure, [one]), column) === 'act').length;
  return { value, light, hidden_red, ...trendOf(column.figure, past, figureOf) };
}

export const worstOf = (cells: Lit['cells']): ScoreboardLight =>
  cells.reduce<ScoreboardLight>((worst, { light }) => (WORST[light] > WORST[worst] ? light : worst), 'none');

/** By the worst light, then by how many there are of it. */
export function worstFirst<R extends Lit>(rows: readonly R[]): R[] {
  const weight = ({ light, cells }: Lit) =>
    WORST[light] * 10_000 + cells.filter((cell) => cell.light === light).length * 100 + cells.filter((cell) => cell.hidden_red > 0).length;
  return rows.toSorted((a, b) => weight(b) - weight(a));
}

/** The rows of a board, the worst first where it is sorted so: by the worst light, then by how many there are. */
export function rowsOfBoard<P extends Reported, F extends P & Facts>(
  tree: Tree,
  places: readonly BoardNode[],
  { columns, sort }: Pick<ScoreboardContent, 'columns' | 'sort'>,
  { facts, past }: { facts: readonly F[]; past: Past<P> },
  figureOf: FigureOf<P>,
): ScoreboardRow[] {
  const bySchedule = new Map(facts.map((one) => [one.schedule_id, one]));
  const rows = places.map((node): ScoreboardRow => {
    const own = subtreeOf(tree, node).flatMap(({ id }) => bySchedule.get(id) ?? []);
    const schedules = new Set(own.map(({ schedule_id }) => schedule_id));
    const ownPast = past.map(({ day, facts: all }) => ({ day, facts: all.filter(({ schedule_id }) => schedules.has(schedule_id)) }));
    const cells = columns.map((column) => cellOf<P>(column, own, node.kind !== 'schedule', figureOf, ownPast));
    return {
      id: node.id,
      name: node.name,
      kind: node.kind,
      path: aboveOf(tree, node).map(({ name }) => name),
      version_id: bySchedule.get(node.id)?.version_id ?? null,
      has_parts: (tree.below.get(node.id) ?? []).length > 0,
      light: worstOf(cells),
      cells,
    };
  });
  return sort === 'worst' ? worstFirst(rows) : rows;
}

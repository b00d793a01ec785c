import { scoreboardContent, type ScoreboardFigure } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { presetsOf } from '../../access/presets/presets.service.ts';
import { listNodesOf } from '../../structure/eps/eps.service.ts';
import { earnedValueOf, readFacts, statsOf } from '../analytics/analytics.service.ts';
import { aboveOf, placesOfBoard, rowsOfBoard, subtreeOf, treeOf } from './scoreboard.rules.ts';

/** Boards are kept as named settings. */
export const boards = presetsOf('scoreboard', (content) => scoreboardContent.parse(content));

/** Own boards and shared ones. */
export async function listBoards(context: Context) {
  return (await boards.list(context, '')).map(({ active: _active, ...board }) => board);
}

/** A board with its figures; below a node, those of what stands directly under it. */
export async function readBoard(context: Context, id: number, nodeId: number | null) {
  const board = (await listBoards(context)).find((one) => one.id === id) ?? fail('preset.not_found', { id });
  const tree = treeOf(await listNodesOf(context, {}));
  const node = nodeId === null ? null : (tree.nodes.get(nodeId) ?? fail('node.not_found', { id: nodeId }));
  const places = placesOfBoard(tree, board.content, node);
  const counted = new Set(places.flatMap((place) => subtreeOf(tree, place).map((one) => one.id)));
  const { facts, state } = await readFacts(context, (scheduleId) => counted.has(scheduleId));
  return {
    board,
    path: node ? [...aboveOf(tree, node), node].map(({ id: of, name }) => ({ id: of, name })) : [],
    rows: rowsOfBoard(tree, places, board.content, facts, figureOf),
    state,
  };
}

/** What was counted of the version of a schedule, and whether the caller may see its money. */
type SeenFacts = Awaited<ReturnType<typeof readFacts>>['facts'][number];

/** The value of a figure over some versions together; null where nothing tells it, or where it would tell money that is hidden. */
function figureOf(figure: ScoreboardFigure, facts: readonly SeenFacts[]): number | null {
  if (!facts.length) return null;
  const money = facts.every((one) => one.money);
  const stats = statsOf(
    facts.map(({ head }) => head),
    money,
  );
  if (figure === 'progress_behind') {
    const { progress, progress_planned: planned } = stats;
    return progress === null || planned === null ? null : planned - progress;
  }
  // Nothing is on time that nobody has promised.
  if (figure === 'late_against_target' && stats.without_target === stats.works) return null;
  if (figure !== 'cpi' && figure !== 'spi' && figure !== 'spit') return stats[figure];
  const earned = (kind: 'cost' | 'labour') => earnedValueOf(facts, kind, newest(facts), 'month');
  const cost = money ? earned('cost') : null;
  const values = figure === 'cpi' ? cost : (earned('labour') ?? cost);
  return values?.[figure] ?? null;
}

const newest = (facts: readonly SeenFacts[]): number => Math.max(...facts.map(({ head }) => head.data_date));

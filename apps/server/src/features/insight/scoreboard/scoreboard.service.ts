import { scoreboardContent } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { presetsOf } from '../../access/presets/presets.service.ts';
import { listNodesOf } from '../../structure/eps/eps.service.ts';
import { readFacts } from '../analytics/analytics.service.ts';
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
    rows: rowsOfBoard(tree, places, board.content, facts),
    state,
  };
}

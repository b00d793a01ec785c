import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { holdsAt, ownRightsAt } from '../../access/roles/roles.access.service.ts';
import { findBoard, type KeptBoard, lockBoard } from './kanban.repository.ts';

export async function requireAt(context: Context, db: Db, nodeId: number, right: SpaceRight): Promise<void> {
  if (!(await holdsAt(context, db, nodeId, right))) fail('auth.forbidden', { right });
}

/** A board that the caller sees; one out of their sight is not there. */
export async function mustSee(context: Context, db: Db, id: number): Promise<KeptBoard> {
  const board = await findBoard(db, context.spaceId, id);
  if (!board || board.deleted_at !== null || !(await holdsAt(context, db, board.node_id, 'boards.read'))) fail('kanban.not_found');
  return board;
}

/** A board that the caller may edit, with all their rights at its node. */
export async function mustEdit(context: Context, db: Db, id: number): Promise<{ board: KeptBoard; rights: ReadonlySet<SpaceRight> }> {
  const board = await findBoard(db, context.spaceId, id);
  if (!board || board.deleted_at !== null) fail('kanban.not_found');
  const rights = await ownRightsAt(context, db, board.node_id);
  if (!rights.has('boards.read')) fail('kanban.not_found');
  if (!rights.has('boards.edit')) fail('auth.forbidden', { right: 'boards.edit' });
  return { board, rights };
}

/**
 * Locks a board until the transaction ends and increments its revision. The commit notifies the people who may read the board. The caller
 * needs the right to edit it.
 */
export async function takeBoard(context: Context, tx: Tx, id: number): Promise<KeptBoard> {
  await mustEdit(context, tx, id);
  return takeSeen(context, tx, id);
}

/** The same for a board that the caller has been asked about already. */
export async function takeSeen(context: Context, tx: Tx, id: number): Promise<KeptBoard> {
  const board = await lockBoard(tx, context.spaceId, id);
  if (!board || board.deleted_at !== null) fail('kanban.not_found');
  context.note({ board: board.name, node: board.node_id });
  await notifyBoard(context, tx, context.spaceId, board);
  return board;
}

/** Tells who sees boards at the node that one has changed. */
export const notifyBoard = (
  { push }: Pick<Context, 'push'>,
  tx: Tx,
  spaceId: number,
  { id, node_id, revision }: Pick<KeptBoard, 'id' | 'node_id' | 'revision'>,
): Promise<void> => push.send(tx, { spaceId, topic: `kanban ${id}` }, 'kanban_updated', { board_id: id, revision, eps_id: node_id });

/** Only who sees boards at the node can have a card there. */
export async function requirePeople(context: Context, tx: Tx, nodeId: number, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  const readers = await readersAt(tx, context.spaceId, nodeId, 'boards.read', ids);
  if (ids.some((id) => !readers.has(id))) fail('space.member_not_found');
}

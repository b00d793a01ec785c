import type { KanbanItem } from '@gantry/contract';
import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { findCountedHead } from '../../planning/version-heads/version-heads.service.ts';
import { mustSee, requireAt } from './kanban.access.service.ts';
import { isPlain, readDecidedRows, readPlainRows, type RowsOfBoard } from './kanban.board-rows.service.ts';
import { type Cards, readCards } from './kanban.cards.service.ts';
import { findNewestComment } from './kanban.items.repository.ts';
import type { KeptBoard } from './kanban.repository.ts';
import { keyOfCard } from './kanban.rules.ts';

/** All cards of a board of rows, as everybody who sees the same rows gets them. `state` names them; null where none were made. */
export type Shared = Cards & { board: KeptBoard; versionId: number; state: string | null };

/** What pages may have: exactly these cards. */
type Given = { state: string; versionId: number; items: readonly KanbanItem[] };
type Known = {
  /** What is being made, or was made last, by what it is made of. */
  making: Map<string, { at: number; shared: Promise<Shared | null> }>;
  /** The oldest first; a card that has not changed is the same object in all of them. */
  given: Given[];
};
const boards = perDatabase(() => new Map<string, Known>());
const BOARDS_REMEMBERED = 8;
const ANSWERS_REMEMBERED = 8;
const STATES_REMEMBERED = 16;
/** Pages that hear of a change at once ask within this time: what they get is made for all of them together. */
const SHARED_MS = 2000;

/** The cards of a board of rows, made once for all who ask at the same time; none for who has seen its last revision; null of a free board. */
export async function readShared(context: Context, id: number, seen?: number): Promise<Shared | null> {
  const found = await context.read(async (db) => {
    const board = await mustSee(context, db, id);
    if (board.source === 'free') return null;
    await requireAt(context, db, board.node_id, 'plan.read');
    const head = (await findCountedHead(db, context.spaceId, board.node_id)) ?? fail('kanban.no_actual_version');
    return { board, head, comment: await findNewestComment(db, context.spaceId, board.node_id) };
  });
  if (!found) return null;
  const { board, head, comment } = found;
  if (board.revision === seen) return { board, versionId: head.id, items: [], missing: [], state: null };
  const decided = isPlain(board) ? null : await readDecidedRows(context, board, head.id);
  const view = decided ? viewOf(decided) : '';
  const known = knownOf(context, id);
  const key = [board.revision, head.id, head.revision, comment, view].join(' ');
  const make = () => makeCards(context, known, board, decided);
  const making = known.making.get(key);
  const now = performance.now();
  // What somebody else asked for may have failed for a reason of theirs.
  if (making && now - making.at < SHARED_MS) return making.shared.catch(make);
  const shared = make();
  remember(known.making, key, { at: now, shared }, ANSWERS_REMEMBERED);
  return shared;
}

function knownOf(context: Context, id: number): Known {
  const key = `${context.spaceId} ${id}`;
  const known = boards(context).get(key) ?? { making: new Map(), given: [] };
  remember(boards(context), key, known, BOARDS_REMEMBERED);
  return known;
}

/** Puts something last, and lets go of the first where there are more than so many. */
function remember<V>(known: Map<string, V>, key: string, value: V, most: number): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > most) known.delete(oldest);
}

/** The same for two people who see the same rows with the same values, at the same revision of the version. */
function viewOf({ rows, values, at }: RowsOfBoard): string {
  const seen = [at, rows.map(({ id }) => id), values];
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64');
}

async function makeCards(context: Context, known: Known, before: KeptBoard, decided: RowsOfBoard | null): Promise<Shared | null> {
  const made = await context.read(async (db) => {
    const board = await mustSee(context, db, before.id);
    const plan = decided ?? (await readPlainRows(context, db, board)).plain;
    // Rows that were read before are of no later revision than the board then.
    return plan && { ...(await readCards(context, db, board, plan)), board: decided ? before : board, versionId: plan.version_id };
  });
  if (!made) return null;
  const { versionId } = made;
  const { given } = known;
  const former = new Map(given.at(-1)?.items.map((item) => [keyOfCard(item), item]));
  const items = made.items.map((item) => {
    const same = former.get(keyOfCard(item));
    return same && isDeepStrictEqual(same, item) ? same : item;
  });
  if (given.some((one) => one.versionId !== versionId)) given.length = 0;
  const same = given.find((one) => one.items.length === items.length && one.items.every((item, at) => item === items[at]));
  // Nobody guesses the name of what they were not given, and no other server knows it.
  const state = same?.state ?? randomUUID();
  if (!same) given.push({ state, versionId, items });
  if (given.length > STATES_REMEMBERED) given.shift();
  return { ...made, items, state };
}

/** What has changed on a board since the cards that the caller has; null where those are not known any more, or where most has changed. */
export function changesSince(
  context: Context,
  { board, versionId, items }: Shared,
  since: string,
): { items: KanbanItem[]; deleted: number[] } | null {
  const before = boards(context)
    .get(`${context.spaceId} ${board.id}`)
    ?.given.find(({ state }) => state === since);
  if (before?.versionId !== versionId) return null;
  const same = new Set(before.items);
  const changed = items.filter((item) => !same.has(item));
  if (2 * changed.length > items.length) return null;
  const there = new Set(items.map(keyOfCard));
  return { items: changed, deleted: before.items.map(keyOfCard).filter((key) => !there.has(key)) };
}

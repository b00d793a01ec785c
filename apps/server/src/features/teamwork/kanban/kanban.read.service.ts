import type { KanbanItem } from '@gantry/contract';
import { compileFilter, NO_DATE, parseMinute, type ReaderOf, type RowFilter } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { mustSee } from './kanban.access.service.ts';
import { readRows } from './kanban.board-rows.service.ts';
import { type Cards, nameValues, peopleOn, readCards } from './kanban.cards.service.ts';
import { type Answers, expandMarks, slotOf } from './kanban.rules.ts';
import { findHistory, listDescriptions, listHolding, listItems } from './kanban.items.repository.ts';
import { type KeptBoard, listLabels } from './kanban.repository.ts';
import { changesSince, readShared, type Shared } from './kanban.shared.service.ts';

/** What a page has of a board: the cards of a revision, and of a board of rows what names them. */
type Had = { since?: number; state?: string };

/** Cards of a board, or what has changed since those that a page has; all of a board of rows where that is not known. */
export async function readItems(context: Context, id: number, had: Had) {
  const shared = await readShared(context, id, had.since);
  return shared ? readSharedItems(context, shared, had) : readFreeItems(context, id, had.since);
}

async function readFreeItems(context: Context, id: number, since: number | undefined) {
  return context.read(async (db) => {
    const board = await mustSee(context, db, id);
    const { revision } = board;
    const full = since === undefined || since > revision;
    const cards = await readCards(context, db, board, null, full ? {} : { since });
    const deleted = full ? [] : (await listItems(db, context.spaceId, id, { since })).filter((item) => item.deleted);
    const gone = deleted.map((item) => item.id);
    return { revision, full, version_id: null, state: null, deleted: gone, ...(await named(context, db, board, cards)) };
  });
}

async function readSharedItems(context: Context, shared: Shared, { since, state }: Had) {
  const { board, versionId, items, missing } = shared;
  const { revision } = board;
  const isKnown = since !== undefined && since < revision && state !== undefined;
  const changed = since === revision ? NO_CHANGE : isKnown ? changesSince(context, shared, state) : null;
  const cards = { items: changed?.items ?? items, missing };
  return context.read(async (db) => ({
    revision,
    full: changed === null,
    version_id: versionId,
    state: shared.state ?? state ?? null,
    deleted: changed?.deleted ?? [],
    ...(await named(context, db, board, cards)),
  }));
}
const NO_CHANGE = { items: [], deleted: [] };

/** Cards with the names of people and values on them. */
async function named(context: Context, db: Db, board: KeptBoard, { items, missing }: Cards) {
  const names = await nameValues(
    context,
    db,
    board,
    missing.map(({ value }) => value),
  );
  return {
    items,
    people: await peopleOn(db, items),
    missing: missing.map((one) => ({ ...one, value_name: one.value === null ? null : (names.get(one.value) ?? null) })),
  };
}

/** A board that the caller sees, with the rows of one of rows. */
async function open(context: Context, id: number): Promise<{ board: KeptBoard; rows: Awaited<ReturnType<typeof readRows>> | null }> {
  const board = await context.read((db) => mustSee(context, db, id));
  return { board, rows: board.source === 'rows' ? await readRows(context, board) : null };
}

/** One card with all that it says. */
export async function readItem(context: Context, id: number, boardId: number) {
  const { board, rows } = await open(context, boardId);
  return context.read(async (db) => {
    const { revision } = await mustSee(context, db, boardId);
    const [item] = (await readCards(context, db, board, rows, { ids: [id] })).items;
    if (!item) fail('kanban.item_not_found');
    const { made, moves } = await findHistory(db, context.spaceId, item.id);
    const description = (await listDescriptions(db, context.spaceId, boardId, [item.id])).get(item.id) ?? '';
    return {
      revision,
      item,
      people: await peopleOn(db, [item]),
      description,
      created_at: made?.created_at.toISOString() ?? null,
      created_by: made?.created_by ?? null,
      moves,
    };
  });
}

const folded = (text: string): string => text.toLocaleLowerCase();

/** Cards whose descriptions are in memory at once. */
const CARDS_AT_ONCE = 1000;

/** Ids of the cards that pass a filter and hold a text. The database looks through descriptions; a filter on them reads them by parts. */
export async function filterItems(context: Context, id: number, { filter, text }: { filter?: RowFilter | null; text: string }) {
  const shared = await readShared(context, id);
  return context.read(async (db) => {
    const { items } = shared ?? (await readCards(context, db, await mustSee(context, db, id), null));
    const words = [...new Set(folded(text).split(/\s+/).filter(Boolean))];
    const holding = await listHolding(db, context.spaceId, id, words);
    const found = items.filter((item) => {
      const face = folded(`${item.title} ${item.row?.code ?? ''}`);
      const stated = holding.get(item.id);
      return words.every((word, at) => face.includes(word) || stated?.[at]);
    });
    const labels = new Map((await listLabels(db, context.spaceId, id)).map((label) => [label.id, label.name]));
    const most = found.reduce((sum, { person_ids, label_ids }) => Math.max(sum, person_ids.length, label_ids.length), 0);
    const wanted = filter ? expandMarks(filter, most) : null;
    const isDescribed = wanted !== null && columnsOf(wanted).has('description');
    const ids: number[] = [];
    const ignored = new Set<string>();
    for (let at = 0; at === 0 || at < found.length; at += CARDS_AT_ONCE) {
      const some = found.slice(at, at + CARDS_AT_ONCE);
      const known = some.map((item) => item.id);
      const descriptions = isDescribed ? await listDescriptions(db, context.spaceId, id, known) : new Map<number, string>();
      const compiled =
        wanted &&
        compileFilter(
          wanted,
          readersOf(some, (item) => descriptions.get(item.id) ?? '', labels),
        );
      ids.push(...known.filter((_id, place) => !compiled?.test || compiled.test(place)));
      for (const { column } of compiled?.ignored ?? []) ignored.add(column);
    }
    const { revision } = await mustSee(context, db, id);
    return { ids, revision, ignored: [...ignored] };
  });
}

/** The columns that a filter asks for. */
const columnsOf = ({ conditions }: RowFilter): ReadonlySet<string> =>
  new Set(conditions.flatMap((part) => ('conditions' in part ? [...columnsOf(part)] : [part.column])));

/** What filters read of cards. */
function readersOf(items: readonly KanbanItem[], stated: (item: KanbanItem) => string, labels: ReadonlyMap<number, string>): ReaderOf {
  const minute = (text: string | null | undefined) => (text ? (parseMinute(text) ?? NO_DATE) : NO_DATE);
  const text = (of: (item: KanbanItem) => string) => ({ kind: 'text' as const, at: (row: number) => of(items[row]) });
  const number = (of: (item: KanbanItem) => number) => ({ kind: 'number' as const, at: (row: number) => of(items[row]) });
  const moment = (of: (item: KanbanItem) => string | null | undefined) => ({
    kind: 'minute' as const,
    at: (row: number) => minute(of(items[row])),
  });
  const answers: Answers = {
    title: text(({ title }) => title),
    code: text(({ row }) => row?.code ?? ''),
    description: text(stated),
    column: number(({ column_id }) => column_id ?? Number.NaN),
    due: moment(({ due }) => due),
    priority: number(({ priority }) => priority),
    status: text(({ row }) => row?.status ?? ''),
    progress: number(({ row }) => row?.progress ?? Number.NaN),
    start: moment(({ row }) => row?.start),
    finish: moment(({ row }) => row?.finish),
  };
  return (column) => {
    const slot = slotOf(column);
    if (slot?.of === 'person') return number(({ person_ids }) => person_ids[slot.at] ?? Number.NaN);
    if (slot?.of === 'label') return text(({ label_ids }) => labels.get(label_ids[slot.at]) ?? '');
    return answers[column] ?? null;
  };
}

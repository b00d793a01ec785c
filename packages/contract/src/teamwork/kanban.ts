/**
 * Kanban boards.
 *
 * - **Boards** stand at a node. `free`: own columns and cards. `rows` (at a schedule alone): the cards are the rows, without phases, of
 *   the schedule's actual version, else of its newest, that pass `filter`; the columns are values of `group_by`.
 * - **Cards** are named by `id`. A row that nobody has ordered, labelled or described has no record: its `id` is the negative of its
 *   row's id, in each call. It gets a positive id with its first record; the negative one goes on naming it. A page keys by `row_id`
 *   where there is one.
 * - **Order** is that of (`rank`, `id`) in a column; ranks are compared byte by byte. The server makes them from `after_id` (null:
 *   first; left out: the end of the column, of a board of rows the place in the plan), so a page never sends one.
 * - **`revision`** of a board grows by one with each write, and `kanban_updated` tells it. `items?since=` answers what changed, of a
 *   board of rows where `state` of the former answer comes with it; `full` says that the answer is everything. A change of cards says the revision that its page has seen: a card that somebody else has
 *   changed since refuses all with `kanban.changed` (409; `revision` is the present one, `ids` are the cards).
 * - **All or none**: a call of many cards changes all of them or nothing.
 * - **The plan**: a card that enters a column of a board of rows gets the column's value, and any card of a row what `on_enter` says,
 *   by an edit of the actual version in the same request. The status asks for `plan.report` or `plan.edit` at the schedule, all else for
 *   `plan.edit`. What the plan refuses answers with the plan's code (`wbs.…`, `version.…`), and nothing has moved.
 * - **Comments** of a card are those of `eps/{eps_id}/comments?card_id=`; of a card of a row those of its work. A new one raises the
 *   revision of the board and refuses nobody's change.
 * - **Undo**: cards and boards are deleted softly; `deleted: false` takes that back for 30 days, with the former column and place.
 * - Days are `2026-03-02` and end in UTC; instants are ISO in UTC; `tint` is 1 to 8.
 */
import { z } from 'zod';
import { ANYWHERE, atNode, atNodeOfBody, endpoint, LARGE_BODY, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { titleField } from '../fields.ts';
import { rowFilter } from '../planning/row-filter.ts';
import {
  KANBAN_BOARDS_LISTED,
  KANBAN_COPIED,
  KANBAN_ITEMS_AT_ONCE,
  KANBAN_LIMITS,
  KANBAN_ROWS_AT_ONCE,
  KANBAN_SOURCES,
  kanbanAfterCard,
  kanbanBoard,
  kanbanBoardInList,
  kanbanCardId,
  kanbanColumn,
  kanbanColumnFields,
  kanbanGroupBy,
  kanbanItem,
  kanbanItemFields,
  kanbanItems,
  kanbanItemWhole,
  kanbanLabelling,
  kanbanListed,
  kanbanStats,
  kanbanLabel,
  kanbanPerson,
  kanbanTint,
  kanbanWritten,
} from './kanban-shapes.ts';

const id = z.number().int().positive();
const day = z.iso.date();
const name = titleField('validation.enter_name');
const after_id = id.nullable();
const made = kanbanWritten.extend({ id: z.number() });
const changed = kanbanWritten.extend({ items: z.array(kanbanItem), people: z.array(kanbanPerson) });
const one = z.object({ id: pathId });

export const kanban = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/kanban/list-by-eps-id/{id}',
    summary: 'Boards of a node and of all below it by pages, with counts of their cards',
    right: 'boards.read',
    place: atNode('id'),
    params: one,
    query: z.object({
      offset: z.coerce.number<number>().int().min(0).default(0),
      limit: z.coerce.number<number>().int().min(1).max(KANBAN_BOARDS_LISTED).default(KANBAN_BOARDS_LISTED),
    }),
    /** `next`: the offset of the next page; null: this is the last one. */
    output: z.object({ boards: z.array(kanbanBoardInList), next: z.number().nullable() }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/v1/kanban/board-stats/{epsId}',
    summary: `Figures of a board, or of all of a node and below it where these are at most ${KANBAN_LIMITS.boards}: cards by column, overdue, limits passed, done a week, cycle time, flow`,
    right: 'boards.read',
    place: atNode('epsId'),
    heavy: 'space',
    params: z.object({ epsId: pathId }),
    /** Left out: the last 84 days. At most 366 days. */
    query: z.object({ from: day.optional(), until: day.optional(), board: z.coerce.number<number>().int().positive().optional() }),
    output: z.object({
      from: z.string(),
      until: z.string(),
      boards: z.array(kanbanStats),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/kanban/{id}',
    summary: 'A board with its columns in order, its labels, and what the caller may there',
    right: 'boards.read',
    place: ANYWHERE,
    params: one,
    output: z.object({
      board: kanbanBoard,
      columns: z.array(kanbanColumn),
      labels: z.array(kanbanLabel),
      /** The version whose rows the cards of rows show; null where there is none. */
      version_id: z.number().nullable(),
      may: z.object({ edit: z.boolean(), report: z.boolean(), plan: z.boolean() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/kanban',
    summary: 'Add a board: free with columns or as another one is set up, or of rows, whose columns are the values that they have now',
    right: 'boards.edit',
    place: atNodeOfBody('eps_id'),
    body: z.strictObject({
      eps_id: id,
      name,
      source: z.enum(KANBAN_SOURCES).default('free'),
      group_by: kanbanGroupBy.optional(),
      filter: rowFilter.nullable().optional(),
      columns: z
        .array(z.strictObject({ name, ...z.object(kanbanColumnFields).partial().shape }))
        .max(KANBAN_LIMITS.columns)
        .default([]),
      /** A board whose columns and labels it gets. */
      template: id.optional(),
    }),
    output: made,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/kanban',
    summary: 'Rename a board, filter its rows, put it behind another one of its node, or take back its deletion',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({
      id,
      name: name.optional(),
      filter: rowFilter.nullable().optional(),
      after_id: after_id.optional(),
      deleted: z.literal(false).optional(),
    }),
    output: kanbanWritten,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/kanban/{id}',
    summary: 'Delete a board; for 30 days that can be taken back',
    right: 'boards.edit',
    place: ANYWHERE,
    params: one,
  }),
  columns: endpoint({
    method: 'GET',
    path: '/api/v1/kanban/columns/{id}',
    summary: 'Columns of a board, in order',
    right: 'boards.read',
    place: ANYWHERE,
    params: one,
    output: z.object({ columns: z.array(kanbanColumn), revision: z.number() }),
  }),
  createColumn: endpoint({
    method: 'POST',
    path: '/api/v1/kanban/columns/create',
    summary: 'Add a column to a board; to a board of rows one of a value',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({
      board_id: id,
      /** Required on a free board. */
      name: name.optional(),
      /** Required on a board of rows. */
      value: z.string().max(4000).nullable().optional(),
      after_id: after_id.optional(),
      ...z.object(kanbanColumnFields).partial().shape,
    }),
    output: made,
  }),
  updateColumn: endpoint({
    method: 'PATCH',
    path: '/api/v1/kanban/columns/update',
    summary: 'Change a column or put it behind another one',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({
      id,
      /** Empty on a board of rows: it is called as its value. */
      name: z.union([z.literal(''), name]).optional(),
      after_id: after_id.optional(),
      ...z.object(kanbanColumnFields).partial().shape,
    }),
    output: kanbanWritten,
  }),
  removeColumn: endpoint({
    method: 'DELETE',
    path: '/api/v1/kanban/columns/delete/{id}',
    summary: 'Delete a column; its cards go to the end of `move_to`. A column of rows goes alone, its rows keep their value',
    right: 'boards.edit',
    place: ANYWHERE,
    params: one,
    query: z.object({ move_to: pathId.optional() }),
    output: kanbanWritten,
  }),
  labels: endpoint({
    method: 'GET',
    path: '/api/v1/kanban/labels/{id}',
    summary: 'Labels of a board, in order',
    right: 'boards.read',
    place: ANYWHERE,
    params: one,
    output: z.object({ labels: z.array(kanbanLabel), revision: z.number() }),
  }),
  createLabel: endpoint({
    method: 'POST',
    path: '/api/v1/kanban/labels',
    summary: 'Add a label to a board',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({ board_id: id, name, tint: kanbanTint.default(null) }),
    output: made,
  }),
  updateLabel: endpoint({
    method: 'PATCH',
    path: '/api/v1/kanban/labels',
    summary: 'Change a label or put it behind another one',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({ id, name: name.optional(), tint: kanbanTint.optional(), after_id: after_id.optional() }),
    output: kanbanWritten,
  }),
  removeLabel: endpoint({
    method: 'DELETE',
    path: '/api/v1/kanban/labels/{id}',
    summary: 'Delete a label and take it off all cards',
    right: 'boards.edit',
    place: ANYWHERE,
    params: one,
    output: kanbanWritten,
  }),
  items: endpoint({
    method: 'GET',
    path: '/api/v1/kanban/{id}/items',
    summary: 'Cards of a board as their faces show them, or what has changed since a revision',
    right: 'boards.read',
    place: ANYWHERE,
    params: one,
    query: z.object({ since: z.coerce.number<number>().int().nonnegative().optional(), state: z.string().max(100).optional() }),
    output: kanbanItems,
  }),
  item: endpoint({
    method: 'GET',
    path: '/api/v1/kanban/items/{id}',
    summary: 'One card with all that it says and where it has been',
    right: 'boards.read',
    place: ANYWHERE,
    params: z.object({ id: z.coerce.number<number>().int() }),
    query: z.object({ board_id: pathId }),
    output: kanbanItemWhole,
  }),
  createItems: endpoint({
    method: 'POST',
    path: '/api/v1/kanban/items/create',
    aliases: ['/api/v1/kanban/create-item'],
    summary: 'Add a card to a column of a free board, or cards of rows; rows that have a card there already are named in `known`',
    right: 'boards.edit',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    body: z.union([
      z.strictObject({
        column_id: id,
        after_id: kanbanAfterCard.optional(),
        ...z.object(kanbanItemFields).partial().shape,
        title: name,
      }),
      z.strictObject({
        column_id: id,
        after_id: kanbanAfterCard.optional(),
        rows: z
          .array(z.strictObject({ version_id: id, row_id: id }))
          .min(1)
          .max(KANBAN_ROWS_AT_ONCE),
      }),
    ]),
    output: changed.extend({ known: z.array(z.object({ row_id: z.number(), id: z.number() })) }),
  }),
  updateItems: endpoint({
    method: 'PATCH',
    path: '/api/v1/kanban/items/update',
    aliases: ['/api/v1/kanban/update-item'],
    summary: 'Move cards and change what they say, all or none; several with one `after_id` stand behind it in the order given',
    right: 'boards.edit',
    place: ANYWHERE,
    bodyBytes: LARGE_BODY,
    body: z.strictObject({
      board_id: id,
      revision: z.number().int().nonnegative(),
      items: z
        .array(
          z.strictObject({
            id: kanbanCardId,
            column_id: id.optional(),
            after_id: kanbanAfterCard.optional(),
            ...z.object(kanbanItemFields).partial().shape,
            deleted: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(KANBAN_ITEMS_AT_ONCE),
    }),
    output: changed,
  }),
  copyItems: endpoint({
    method: 'POST',
    path: '/api/v1/kanban/items/copy',
    aliases: ['/api/v1/kanban/copy-item'],
    summary: 'Copy cards to the end of a column of a free board, all or none; labels are found there by name, or made',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({
      /** The board on which the cards stand. */
      from_board_id: id,
      ids: z.array(kanbanCardId).min(1).max(KANBAN_ITEMS_AT_ONCE),
      board_id: id,
      column_id: id,
      with: z.array(z.enum(KANBAN_COPIED)).default([...KANBAN_COPIED]),
    }),
    output: changed,
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: '/api/v1/kanban/delete-item/{id}',
    summary: 'Delete a card of a free board; `items/update` with `deleted: false` takes that back for 30 days',
    right: 'boards.edit',
    place: ANYWHERE,
    params: one,
    output: kanbanWritten,
  }),
  filterItems: endpoint({
    method: 'POST',
    path: '/api/v1/kanban/{id}/get-item-ids-by-filter',
    summary:
      'Cards that pass a filter on title, code, description, column, due, priority, person, label, status, progress, start, finish, and hold a text',
    right: 'boards.read',
    place: ANYWHERE,
    changesData: false,
    params: one,
    body: z.strictObject({ filter: rowFilter.nullable().optional(), text: z.string().max(200).default('') }),
    /** Ids as the items call gives them; conditions on other columns are ignored and named. */
    output: z.object({ ids: z.array(z.number()), revision: z.number(), ignored: z.array(z.string()) }),
  }),
  toRow: endpoint({
    method: 'POST',
    path: '/api/v1/kanban/items/to-row',
    summary: 'Make a row of the plan of a card; the card shows it from then on',
    right: 'boards.edit',
    place: ANYWHERE,
    body: z.strictObject({ item_id: id, version_id: id, parent_id: id.nullable() }),
    output: changed.extend({ row_id: z.number() }),
  }),
  assignLabels: endpoint({
    method: 'POST',
    path: '/api/v1/kanban/labels/assign',
    summary: 'Put labels of a board on cards of it',
    right: 'boards.edit',
    place: ANYWHERE,
    body: kanbanLabelling,
    output: changed,
  }),
  revokeLabels: endpoint({
    method: 'DELETE',
    path: '/api/v1/kanban/labels/revoke',
    summary: 'Take labels off cards; the ids stand in the body, or with commas in the query',
    right: 'boards.edit',
    place: ANYWHERE,
    query: z.object({ label_ids: kanbanListed, item_ids: kanbanListed }),
    body: kanbanLabelling.partial(),
    output: changed,
  }),
};

export const kanbanEvents = {
  /** A board, its columns, labels or cards were changed; of a board of rows also the rows that it shows. */
  kanban_updated: heardBy('boards.read', 'node', 'eps_id', event({ board_id: z.number(), revision: z.number(), eps_id: z.number() })),
};

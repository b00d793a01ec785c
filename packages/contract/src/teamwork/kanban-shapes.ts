/** What boards, columns, labels and cards look like in calls; `kanban.ts` says what they mean. */
import { TASK_STATUSES } from '@gantry/domain';
import { z } from 'zod';
import { messageField, titleField } from '../fields.ts';
import { rowFilter } from '../planning/row-filter.ts';

export const kanbanErrors = {
  'kanban.not_found': 404,
  'kanban.column_not_found': 404,
  'kanban.item_not_found': 404,
  'kanban.label_not_found': 404,
  'kanban.row_not_found': 404,
  /** The card behind which it should stand is not in that column. */
  'kanban.after_not_found': 409,
  /** Somebody else has changed these cards: `revision`, `ids`. */
  'kanban.changed': 409,
  /** A column with cards goes only with `move_to`: `count`. */
  'kanban.column_has_items': 409,
  /** The schedule has no actual version. */
  'kanban.no_actual_version': 409,
  /** The row of the card is not in the actual version. */
  'kanban.row_gone': 409,
  'kanban.already_row': 409,
  /** One call makes one edit of one plan: rows of several schedules, or cards that go to several summaries, take several calls. */
  'kanban.one_edit': 422,
  'kanban.value_taken': 409,
  /** `most` */
  'kanban.too_many': 422,
  /** More rows pass the filter of a board than it shows: `count`, `most`. */
  'kanban.too_many_rows': 422,
  'kanban.needs_schedule': 422,
  'kanban.needs_grouping': 422,
  /** Cards of a board of rows are made, named and deleted in the schedule. */
  'kanban.card_of_row': 422,
  'kanban.unknown_value': 422,
} as const;

/** Most boards of a node, columns and labels of a board, cards of a board, people and labels of a card. */
export const KANBAN_LIMITS = { boards: 100, columns: 100, labels: 200, items: 20_000, people: 50 } as const;
/** Boards that a page of their list has. */
export const KANBAN_BOARDS_LISTED = 200;
/** Most cards of one change, and rows of one call that makes cards. */
export const KANBAN_ITEMS_AT_ONCE = 500;
export const KANBAN_ROWS_AT_ONCE = 1000;
const DESCRIPTION = 8000;
/** What may come with a copy of cards. */
export const KANBAN_COPIED = ['labels', 'people'] as const;

/** 0: none, 3: urgent. */
const priority = z.number().int().min(0).max(3);
const id = z.number().int().positive();
/** A card: positive, or the negative of a row's id. */
export const kanbanCardId = z
  .number()
  .int()
  .refine((value) => value !== 0);
const day = z.iso.date();
const name = titleField('validation.enter_name');
export const kanbanAfterCard = kanbanCardId.nullable();
const description = z.union([z.literal(''), messageField(DESCRIPTION)]);

export const KANBAN_SOURCES = ['free', 'rows'] as const;

export const kanbanTint = z.number().int().min(1).max(8).nullable();
const wip = z.number().int().min(1).max(9999).nullable();
/** `status`, `executor`, `curator`, `summary`, or the column of an attribute that is a list. */
export const kanbanGroupBy = z.string().regex(/^(?:status|executor|curator|summary|attribute:\d{1,10})$/);
/** What the row of a card gets when the card enters a column. */
const onEnter = z.strictObject({
  status: z.enum(TASK_STATUSES).optional(),
  executor_id: id.nullable().optional(),
  curator_id: id.nullable().optional(),
});
export type KanbanOnEnter = z.output<typeof onEnter>;
export const kanbanColumnFields = { tint: kanbanTint, wip_limit: wip, on_enter: onEnter.nullable(), done: z.boolean() };

export const kanbanBoard = z.object({
  id: z.number(),
  eps_id: z.number(),
  eps_name: z.string(),
  name: z.string(),
  source: z.enum(KANBAN_SOURCES),
  group_by: z.string().nullable(),
  filter: rowFilter.nullable(),
  revision: z.number(),
});
export type KanbanBoard = z.output<typeof kanbanBoard>;

export const kanbanBoardInList = kanbanBoard.omit({ filter: true }).extend({
  /** Cards, those of the caller that are not done, and those past their due day and not done; null: of a filtered board of rows, which is counted when it is opened. */
  cards: z.number().nullable(),
  mine: z.number().nullable(),
  overdue: z.number().nullable(),
});
export type KanbanBoardInList = z.output<typeof kanbanBoardInList>;

export const kanbanColumn = z.object({
  id: z.number(),
  board_id: z.number(),
  /** Empty on a board of rows: what the value is called. */
  name: z.string(),
  tint: z.number().nullable(),
  wip_limit: z.number().nullable(),
  on_enter: onEnter.nullable(),
  /** Cards here are finished: never overdue, and counted as done. */
  done: z.boolean(),
  /** Of a board of rows: the status, the id of the person or of the summary, the entry of the list; null: none of them. */
  value: z.string().nullable(),
  /** What people call the value: the person, the summary, the entry; null for a status and for none. */
  value_name: z.string().nullable(),
});
export type KanbanColumn = z.output<typeof kanbanColumn>;

export const kanbanLabel = z.object({ id: z.number(), board_id: z.number(), name: z.string(), tint: z.number().nullable() });
export type KanbanLabel = z.output<typeof kanbanLabel>;

/** The row of a card, live in the actual version. */
const row = z.object({
  version_id: z.number(),
  code: z.string(),
  status: z.enum(TASK_STATUSES),
  /** `2025-03-03T09:00` */
  start: z.string().nullable(),
  finish: z.string().nullable(),
  /** 0 to 1. */
  progress: z.number(),
  executor_id: z.number().nullable(),
  curator_id: z.number().nullable(),
});

/** What the face of a card shows. */
export const kanbanItem = z.object({
  id: z.number(),
  /** Null on a board of rows: no column has the row's value (see `missing`). */
  column_id: z.number().nullable(),
  rank: z.string(),
  /** Of a card of a row: the row's name, as the actual version has it. */
  title: z.string(),
  described: z.boolean(),
  due: z.string().nullable(),
  priority,
  person_ids: z.array(z.number()),
  label_ids: z.array(z.number()),
  /** Its comments, or those of its row. */
  comments: z.number(),
  schedule_id: z.number().nullable(),
  row_id: z.number().nullable(),
  /** Null where `row_id` is: no row. Null beside a `row_id`: the row is not in the actual version. */
  row: row.nullable(),
});
export type KanbanItem = z.output<typeof kanbanItem>;

export const kanbanPerson = z.object({ user_id: z.number(), name: z.string() });
/** What each change of a board answers: the board's new revision. */
export const kanbanWritten = z.object({ success: z.literal(true), revision: z.number() });
export const kanbanItemFields = {
  title: name,
  description,
  due: day.nullable(),
  priority,
  person_ids: z.array(id).max(KANBAN_LIMITS.people),
  label_ids: z.array(id).max(KANBAN_LIMITS.labels),
};

/** Figures of a board. */
export const kanbanStats = z.object({
  board_id: z.number(),
  name: z.string(),
  cards: z.number(),
  overdue: z.number(),
  columns: z.array(z.object({ column_id: z.number(), cards: z.number(), wip_limit: z.number().nullable(), breached: z.boolean() })),
  /** Weeks by their Monday; of free boards alone, as all below. */
  done: z.array(z.object({ week: z.string(), cards: z.number() })),
  /** From leaving the first column to the last entry into a done one, of cards that were done between the days. */
  cycle: z.object({ cards: z.number(), p50_hours: z.number().nullable(), p85_hours: z.number().nullable() }),
  /** Cards of each column, in the order of `columns`, at the end of each day. */
  flow: z.array(z.object({ day: z.string(), cards: z.array(z.number()) })),
});

/** Cards of a board, or what has changed since a revision. */
export const kanbanItems = z.object({
  revision: z.number(),
  /** The answer is everything: cards that are not in it are gone. */
  full: z.boolean(),
  /** The version whose rows the cards of a board of rows show: what has changed is told of cards of that one alone. */
  version_id: z.number().nullable(),
  /** Names the cards that the page has then; null of a free board, whose revision does. */
  state: z.string().nullable(),
  items: z.array(kanbanItem),
  deleted: z.array(z.number()),
  /** Who stands on these cards. */
  people: z.array(kanbanPerson),
  /** Values of rows for which the board has no column. */
  missing: z.array(z.object({ value: z.string().nullable(), value_name: z.string().nullable(), cards: z.number() })),
});

/** A card with all that it says. */
export const kanbanItemWhole = z.object({
  revision: z.number(),
  item: kanbanItem,
  people: z.array(kanbanPerson),
  description: z.string(),
  created_at: z.string().nullable(),
  created_by: z.string().nullable(),
  /** The last 50 moves, newest first; the first column has no `from`. */
  moves: z.array(z.object({ from: z.number().nullable(), to: z.number().nullable(), at: z.string(), by: z.string().nullable() })),
});

export const kanbanLabelling = z.strictObject({
  label_ids: z.array(id).min(1).max(KANBAN_LIMITS.labels),
  item_ids: z.array(kanbanCardId).min(1).max(1000),
});
/** Ids with commas, where a body cannot travel. */
export const kanbanListed = z
  .string()
  .regex(/^-?\d+(?:,-?\d+)*$/)
  .max(16_000)
  .optional();

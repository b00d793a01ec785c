import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  createColumn,
  createLabel,
  readColumns,
  readLabels,
  removeColumn,
  removeLabel,
  updateColumn,
  updateLabel,
} from './kanban.columns.service.ts';
import { copyItems, createItems, removeItem, setLabelled, toRow, updateItems } from './kanban.items.service.ts';
import { filterItems, readItem, readItems } from './kanban.read.service.ts';
import { createBoard, readBoard, readBoards, removeBoard, updateBoard } from './kanban.service.ts';
import { readStats } from './stats/kanban.stats.service.ts';

export const kanbanRoutes: Handlers<typeof api.kanban> = {
  list: (context, { params, query }) => readBoards(context, params.id, query),
  stats: (context, { params, query }) => readStats(context, params.epsId, query),
  get: (context, { params }) => readBoard(context, params.id),
  create: (context, { body }) => createBoard(context, body),
  update: (context, { body }) => updateBoard(context, body),
  remove: (context, { params }) => removeBoard(context, params.id),
  columns: (context, { params }) => readColumns(context, params.id),
  createColumn: (context, { body }) => createColumn(context, body),
  updateColumn: (context, { body }) => updateColumn(context, body),
  removeColumn: (context, { params, query }) => removeColumn(context, params.id, query.move_to),
  items: (context, { params, query }) => readItems(context, params.id, query),
  item: (context, { params, query }) => readItem(context, params.id, query.board_id),
  createItems: (context, { body }) => createItems(context, body),
  updateItems: (context, { body }) => updateItems(context, body),
  copyItems: (context, { body }) => copyItems(context, body),
  removeItem: (context, { params }) => removeItem(context, params.id),
  filterItems: (context, { params, body }) => filterItems(context, params.id, body),
  toRow: (context, { body }) => toRow(context, body),
  labels: (context, { params }) => readLabels(context, params.id),
  createLabel: (context, { body }) => createLabel(context, body),
  updateLabel: (context, { body }) => updateLabel(context, body),
  removeLabel: (context, { params }) => removeLabel(context, params.id),
  assignLabels: (context, { body }) => setLabelled(context, body, true),
  revokeLabels: (context, { query, body }) =>
    setLabelled(context, { label_ids: idsOf(body.label_ids, query.label_ids), item_ids: idsOf(body.item_ids, query.item_ids) }, false),
};

const idsOf = (body: number[] | undefined, query: string | undefined): number[] =>
  body ?? (query ?? '').split(',').filter(Boolean).map(Number);

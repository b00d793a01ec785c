import type { api } from '@gantry/contract';
import { fail } from '../../../platform/fail.ts';
import type { Handlers } from '../../../platform/http.ts';

const later = () => fail('request.not_found');

export const kanbanRoutes: Handlers<typeof api.kanban> = {
  list: later,
  stats: later,
  get: later,
  create: later,
  update: later,
  remove: later,
  columns: later,
  createColumn: later,
  updateColumn: later,
  removeColumn: later,
  items: later,
  item: later,
  createItems: later,
  updateItems: later,
  copyItems: later,
  removeItem: later,
  filterItems: later,
  toRow: later,
  labels: later,
  createLabel: later,
  updateLabel: later,
  removeLabel: later,
  assignLabels: later,
  revokeLabels: later,
};

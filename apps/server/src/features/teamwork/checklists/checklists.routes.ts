import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  createChecklist,
  createItem,
  readChecklists,
  readCounts,
  removeChecklists,
  removeItems,
  updateChecklist,
  updateItem,
} from './checklists.service.ts';

export const checklistsRoutes: Handlers<typeof api.checklists> = {
  list: (context, { params }) => readChecklists(context, params.versionId, params.wbsId),
  counts: (context, { params }) => readCounts(context, params.versionId),
  create: (context, { body }) => createChecklist(context, body),
  update: (context, { params, body }) => updateChecklist(context, params.id, body),
  remove: (context, { body }) => removeChecklists(context, body.ids),
  createItem: (context, { params, body }) => createItem(context, params.versionId, params.checklistId, body),
  updateItem: (context, { params, body }) => updateItem(context, params.checklistId, params.itemId, body),
  removeItems: (context, { body }) => removeItems(context, body.ids),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { addValues, assignRow, changeValues, copyValues, removeDirectory, syncVersion } from './version-directories.service.ts';
import { describeState, listByDirectory, listOfItem, listResourceLists, listResources } from './version-directories.view.service.ts';

export const versionDirectoriesRoutes: Handlers<typeof api.versionDirectories> = {
  assign: (context, { params, body }) => assignRow(context, params.id, body),
  recalculate: (context, { params }) => syncVersion(context, params.id),
  indicator: (context, { params }) => describeState(context, params.id),
  resource: (context, { params }) => listResources(context, params.id),
  byDirectory: (context, { params }) => listByDirectory(context, params.id, params.directoryId),
  ofItem: (context, { query }) => listOfItem(context, query.version_id, query.item_id),
  create: (context, { params, body }) => assignRow(context, params.id, body, true),
  remove: (context, { params, body }) => removeDirectory(context, params.id, params.directoryId, body),
  linkedValue: (context, { params, body }) => changeValues(context, params.id, body.values),
  copyWbs: (context, { params, body }) => copyValues(context, params.id, body.from_item_id, body.items),
  resourceLists: async (context, { params }) => ({ lists: await listResourceLists(context, params.id) }),
  syncWithList: (context, { params, body }) => syncVersion(context, params.id, body),
  addValues: (context, { params, body }) => addValues(context, params.id, params.dirId, body),
};

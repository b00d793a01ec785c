import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { act } from './version-directories.jobs.ts';
import { describeState } from './version-directories.state.service.ts';
import { listByDirectory, listOfItem, listResourceLists, listResources } from './version-directories.view.service.ts';

export const versionDirectoriesRoutes: Handlers<typeof api.versionDirectories> = {
  assign: (context, { params, body }) => act(context, params.id, 'assign', body),
  recalculate: (context, { params }) => act(context, params.id, 'sync', {}),
  indicator: (context, { params }) => describeState(context, params.id),
  resource: (context, { params }) => listResources(context, params.id),
  byDirectory: (context, { params, query }) => listByDirectory(context, params.id, params.directoryId, query),
  ofItem: (context, { query }) => listOfItem(context, query.version_id, query.item_id),
  create: (context, { params, body }) => act(context, params.id, 'assign', { ...body, alone: true }),
  remove: (context, { params, body }) => act(context, params.id, 'unassign', { directory_id: params.directoryId, ...body }),
  linkedValue: (context, { params, body }) => act(context, params.id, 'update', body.values),
  copyWbs: (context, { params, body }) => act(context, params.id, 'copy', body),
  resourceLists: async (context, { params }) => ({ lists: await listResourceLists(context, params.id) }),
  syncWithList: (context, { params, body }) => act(context, params.id, 'sync', body),
  addValues: (context, { params, body }) => act(context, params.id, 'add', { directory_id: params.dirId, ...body }),
};

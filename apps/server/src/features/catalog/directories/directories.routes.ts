import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import {
  changeColumn,
  copyDirectory,
  createColumn,
  createDirectory,
  createDirectoryList,
  type DirectoryFollowers,
  drawGraph,
  editRows,
  findRows,
  findWorkTypes,
  getDirectory,
  listDirectories,
  listDonorColumns,
  listEditsSince,
  listHistory,
  listInvalid,
  listLinkedColumns,
  listLists,
  moveDirectory,
  readRows,
  redoEdit,
  removeColumn,
  removeDirectory,
  removeDirectoryList,
  renameDirectory,
  setListValue,
  setListValues,
  undoEdit,
  updateAll,
  updateLinkedValues,
} from './directories.service.ts';

const done = { success: true as const };

export const directoriesRoutes = (followers: DirectoryFollowers): Handlers<typeof api.directories> => ({
  workTypes: async (context, { params }) => ({ directory: await findWorkTypes(context, params.epsId) }),
  updateAll: (context, { params }) => updateAll(context, params.epsId, followers),
  list: async (context, { params }) => ({ directories: await listDirectories(context, params.epsId) }),
  create: async (context, { params, body }) => ({ success: true, id: await createDirectory(context, params.epsId, body) }),
  updateName: async (context, { params, body }) => {
    await renameDirectory(context, params.epsId, params.directoryId, body);
    return done;
  },
  remove: async (context, { params, query }) => {
    await removeDirectory(context, params.epsId, params.directoryId, query.in_use === 'true');
    return done;
  },
  get: (context, { params }) => getDirectory(context, params.epsId, params.directoryId),
  rows: (context, { params }) => readRows(context, params.epsId, params.directoryId),
  findRows: (context, { params, query }) => findRows(context, params.epsId, params.directoryId, query),
  edit: (context, { params, body }) => editRows(context, params.epsId, params.directoryId, body),
  since: (context, { params, query }) => listEditsSince(context, params.epsId, params.directoryId, query.since),
  history: (context, { params, query }) => listHistory(context, params.epsId, params.directoryId, query.limit),
  undo: (context, { params, body }) => undoEdit(context, params.epsId, params.directoryId, body.revision),
  redo: (context, { params }) => redoEdit(context, params.epsId, params.directoryId),
  createAttribute: (context, { params, body }) => createColumn(context, params.epsId, params.directoryId, body),
  updateAttribute: (context, { params, body }) => changeColumn(context, params.epsId, params.directoryId, params.attributeId, body),
  removeAttribute: (context, { params }) => removeColumn(context, params.epsId, params.directoryId, params.attributeId),
  linked: (context, { params }) => listLinkedColumns(context, params.epsId, params.directoryId),
  donor: (context, { params }) => listDonorColumns(context, params.epsId, params.directoryId),
  updateLinkedValues: (context, { params }) => updateLinkedValues(context, params.epsId, params.directoryId, followers),
  moveTo: async (context, { params }) => {
    await moveDirectory(context, params.epsId, params.directoryId, params.targetEpsId);
    return done;
  },
  copyTo: async (context, { params, body }) => ({
    success: true,
    id: await copyDirectory(context, params.epsId, params.directoryId, params.targetEpsId, body.name),
  }),
  graph: (context, { params }) => drawGraph(context, params.epsId, params.directoryId),
  invalidValues: (context, { params, query }) => listInvalid(context, params.epsId, params.directoryId, query.limit),
  createList: (context, { params, body }) => createDirectoryList(context, params.epsId, params.directoryId, body),
  lists: async (context, { params }) => ({ lists: await listLists(context, params.epsId, params.directoryId) }),
  removeList: (context, { params }) => removeDirectoryList(context, params.epsId, params.directoryId, params.listId),
  setListValue: (context, { params, body }) => setListValue(context, params.epsId, params.directoryId, params.listId, body),
  setListValues: (context, { params, body }) => setListValues(context, params.epsId, params.directoryId, params.listId, body),
});

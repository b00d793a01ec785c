import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  changeRelation,
  changeRelationRows,
  createRelation,
  listAllRelations,
  listDependentDirectories,
  listRelationRows,
  removeRelation,
  removeRelationRows,
} from './directory-relations.service.ts';

export const directoryRelationsRoutes: Handlers<typeof api.directoryRelations> = {
  all: async (context) => ({ relations: await listAllRelations(context) }),
  ofDirectory: async (context, { params }) => ({ relations: await listAllRelations(context, params.id) }),
  create: async (context, { body }) => ({ id: await createRelation(context, body) }),
  updateOptions: (context, { body }) => changeRelation(context, body),
  remove: (context, { params, query }) => removeRelation(context, params.id, query.in_use === 'true'),
  rows: (context, { body }) => listRelationRows(context, body),
  dependent: async (context, { body }) => ({ directories: await listDependentDirectories(context, body.directory_id) }),
  updateRows: (context, { params, body }) => changeRelationRows(context, params.id, body),
  removeRows: (context, { params, query, body }) =>
    removeRelationRows(context, params.id, body.ids ?? (query.ids ?? '').split(',').filter(Boolean).map(Number)),
};

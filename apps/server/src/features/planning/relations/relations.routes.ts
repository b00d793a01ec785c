import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { setPredecessors } from './relations.predecessors.service.ts';
import { createRelation, listRelations, listRelationsOfTask, removeRelation, updateRelation } from './relations.service.ts';

export const relationsRoutes: Handlers<typeof api.relations> = {
  list: (context, { params, query }) => listRelations(context, params.id, query),
  ofTask: async (context, { params }) => ({ relations: await listRelationsOfTask(context, params.id, params.wbsId) }),
  setPredecessors: (context, { params, body }) => setPredecessors(context, params.id, params.wbsId, body.predecessors),
  create: (context, { params, body }) => createRelation(context, params.id, body),
  update: (context, { params, body }) => updateRelation(context, params.id, params.relationId, body),
  remove: (context, { params }) => removeRelation(context, params.id, params.relationId),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { type CreateNode, getNode, listNodesOf, removeNodes, renameNode } from '../eps/eps.service.ts';
import { listSchedulesOfProject } from '../schedules/schedules.service.ts';

const KIND = 'project';

export const projectsRoutes = (create: CreateNode): Handlers<typeof api.projects> => ({
  list: async (context, { query }) => ({ projects: await listNodesOf(context, { kind: KIND, parentId: query.facility_id }) }),
  create: async (context, { body }) => ({
    id: await create(context, { kind: KIND, name: body.name, parent_id: body.facility_id }, body.values),
  }),
  get: (context, { params }) => getNode(context, params.id, KIND),
  update: (context, { params, body }) => renameNode(context, params.id, body.name, KIND),
  remove: async (context, { params, query }) => {
    await removeNodes(context, [params.id], { kind: KIND, ...query });
  },
  schedules: async (context, { params }) => ({ schedules: await listSchedulesOfProject(context, params.id) }),
  createSchedule: async (context, { params, body }) => {
    await getNode(context, params.id, KIND);
    return { id: await create(context, { kind: 'schedule', name: body.name, parent_id: params.id }, body.values) };
  },
});

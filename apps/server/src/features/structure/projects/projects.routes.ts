import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { createNode, getNode, listNodesOf, removeNodes, renameNode } from '../eps/eps.service.ts';
import { listSchedulesOfProject } from '../schedules/schedules.service.ts';

const KIND = 'project';

export const projectsRoutes: Handlers<typeof api.projects> = {
  list: async (context, { query }) => ({ projects: await listNodesOf(context, { kind: KIND, parentId: query.facility_id }) }),
  create: async (context, { body }) => ({
    success: true,
    id: await createNode(context, { kind: KIND, name: body.name, parent_id: body.facility_id }),
  }),
  get: (context, { params }) => getNode(context, params.id, KIND),
  update: async (context, { params, body }) => {
    await renameNode(context, params.id, body.name, KIND);
    return { success: true };
  },
  remove: async (context, { params, query }) => {
    await removeNodes(context, [params.id], { kind: KIND, ...query });
    return { success: true };
  },
  schedules: async (context, { params }) => ({ schedules: await listSchedulesOfProject(context, params.id) }),
  createSchedule: async (context, { params, body }) => {
    await getNode(context, params.id, KIND);
    return { success: true, id: await createNode(context, { kind: 'schedule', name: body.name, parent_id: params.id }) };
  },
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { createNode, getNode, listNodesOf, moveNodeTo, removeNodes, renameNode } from '../eps/eps.service.ts';
import { dissolveGroup, moveScheduleToGroup } from './schedules.service.ts';

const GROUP = 'schedule_group';

export const schedulesRoutes: Handlers<typeof api.schedules> = {
  get: (context, { params }) => getNode(context, params.id, 'schedule'),
  remove: async (context, { params, query }) => {
    await removeNodes(context, [params.id], { kind: 'schedule', ...query });
    return { success: true };
  },
  listGroups: async (context, { query }) => ({ groups: await listNodesOf(context, { kind: GROUP, parentId: query.project_id }) }),
  createGroup: async (context, { body }) => ({
    success: true,
    id: await createNode(context, { kind: GROUP, name: body.name, parent_id: body.project_id }),
  }),
  updateGroup: async (context, { params, body }) => {
    await renameNode(context, params.id, body.name, GROUP);
    return { success: true };
  },
  removeGroup: async (context, { params }) => {
    await dissolveGroup(context, params.id);
    return { success: true };
  },
  moveGroup: async (context, { params, body }) => {
    await moveNodeTo(context, params.id, GROUP, body.index);
    return { success: true };
  },
  moveSchedule: async (context, { body }) => {
    await moveScheduleToGroup(context, body.schedule_id, body.group_id);
    return { success: true };
  },
};

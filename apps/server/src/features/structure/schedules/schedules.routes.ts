import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { type CreateNode, getNode, listNodesOf, moveNodeTo, removeNodes, renameNode } from '../eps/eps.service.ts';
import { dissolveGroup, moveScheduleToGroup } from './schedules.service.ts';

const GROUP = 'schedule_group';

export const schedulesRoutes = (create: CreateNode): Handlers<typeof api.schedules> => ({
  get: (context, { params }) => getNode(context, params.id, 'schedule'),
  remove: async (context, { params, query }) => {
    await removeNodes(context, [params.id], { kind: 'schedule', ...query });
  },
  listGroups: async (context, { query }) => ({ groups: await listNodesOf(context, { kind: GROUP, parentId: query.project_id }) }),
  createGroup: async (context, { body }) => ({
    id: await create(context, { kind: GROUP, name: body.name, parent_id: body.project_id }, body.values),
  }),
  updateGroup: (context, { params, body }) => renameNode(context, params.id, body.name, GROUP),
  removeGroup: (context, { params }) => dissolveGroup(context, params.id),
  moveGroup: (context, { params, body }) => moveNodeTo(context, params.id, GROUP, body.index),
  moveSchedule: (context, { body }) => moveScheduleToGroup(context, body.schedule_id, body.group_id),
});

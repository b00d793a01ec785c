import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { createNode, getNode, listNodesOf, removeNodes, renameNode } from '../eps/eps.service.ts';

const KIND = 'facility';

export const facilitiesRoutes: Handlers<typeof api.facilities> = {
  list: async (context) => ({ facilities: await listNodesOf(context, { kind: KIND }) }),
  create: async (context, { body }) => ({ success: true, id: await createNode(context, { kind: KIND, name: body.name, parent_id: null }) }),
  get: (context, { params }) => getNode(context, params.id, KIND),
  update: async (context, { params, body }) => {
    await renameNode(context, params.id, body.name, KIND);
    return { success: true };
  },
  remove: async (context, { params, query }) => {
    await removeNodes(context, [params.id], { kind: KIND, ...query });
    return { success: true };
  },
};

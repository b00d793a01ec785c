import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { type CreateNode, getNode, listNodesOf, removeNodes, renameNode } from '../eps/eps.service.ts';

const KIND = 'facility';

export const facilitiesRoutes = (create: CreateNode): Handlers<typeof api.facilities> => ({
  list: async (context) => ({ facilities: await listNodesOf(context, { kind: KIND }) }),
  create: async (context, { body }) => ({ id: await create(context, { kind: KIND, name: body.name, parent_id: null }, body.values) }),
  get: (context, { params }) => getNode(context, params.id, KIND),
  update: (context, { params, body }) => renameNode(context, params.id, body.name, KIND),
  remove: async (context, { params, query }) => {
    await removeNodes(context, [params.id], { kind: KIND, ...query });
  },
});

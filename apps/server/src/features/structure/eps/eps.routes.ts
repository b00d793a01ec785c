import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { createNode, describeNode, getNode, readTree, removeNodes, renameNode, shiftNode } from './eps.service.ts';

export const epsRoutes: Handlers<typeof api.eps> = {
  tree: (context) => readTree(context),
  get: (context, { params }) => describeNode(context, params.id),
  create: async (context, { body }) => ({ success: true, id: await createNode(context, body) }),
  rename: async (context, { params, body }) => {
    await renameNode(context, params.id, body.name);
    return { success: true };
  },
  up: async (context, { params }) => {
    await shiftNode(context, params.id, -1);
    return { success: true };
  },
  down: async (context, { params }) => {
    await shiftNode(context, params.id, 1);
    return { success: true };
  },
  remove: async (context, { params }) => ({ success: true, removed: await removeNodes(context, [params.id]) }),
  removeChecked: async (context, { body }) => ({ success: true, removed: await removeNodes(context, body.ids) }),
  spaceId: async (context, { params }) => {
    await getNode(context, params.id);
    return { space_id: context.spaceId };
  },
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { describeAccess, describeOwnRole, freeAbilities, giveOnNode, takeFromNode } from './grants.service.ts';

export const grantsRoutes: Handlers<typeof api.grants> = {
  grant: async (context, { body }) => {
    await giveOnNode(context, body);
    return { success: true };
  },
  revoke: async (context, { body }) => {
    await takeFromNode(context, body);
    return { success: true };
  },
  resource: async (context, { params }) => ({ access: await describeAccess(context, params.id) }),
  ownRole: (context, { params }) => describeOwnRole(context, params.id),
  remove: async (context, { params }) => {
    await takeFromNode(context, { node_id: params.id, user_id: params.userId });
    return { success: true };
  },
  freeAbilities: async () => ({ abilities: freeAbilities() }),
};

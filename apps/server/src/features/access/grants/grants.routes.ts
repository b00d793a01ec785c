import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { describeAccess, freeAbilities, giveOnNode, takeFromNode } from './grants.service.ts';

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
  freeAbilities: async () => ({ abilities: freeAbilities() }),
};

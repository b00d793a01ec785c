import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { describeAccess, describeOwnRole, freeAbilities, giveOnNode, takeFromNode } from './grants.service.ts';

export const grantsRoutes: Handlers<typeof api.grants> = {
  grant: (context, { body }) => giveOnNode(context, body),
  revoke: (context, { body }) => takeFromNode(context, body),
  resource: async (context, { params }) => ({ access: await describeAccess(context, params.id) }),
  ownRole: (context, { params }) => describeOwnRole(context, params.id),
  remove: (context, { params }) => takeFromNode(context, { node_id: params.id, user_id: params.userId }),
  freeAbilities: async () => ({ abilities: freeAbilities() }),
};

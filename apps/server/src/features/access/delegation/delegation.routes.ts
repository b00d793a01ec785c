import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { delegate, endDelegation, listOwnDelegations } from './delegation.service.ts';

export const delegationRoutes: Handlers<typeof api.delegation> = {
  given: async (context) => ({ delegations: await listOwnDelegations(context, 'given') }),
  received: async (context) => ({ delegations: await listOwnDelegations(context, 'received') }),
  create: async (context, { body }) => ({ id: await delegate(context, body) }),
  remove: (context, { params }) => endDelegation(context, params.id),
};

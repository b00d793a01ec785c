import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { changeRole, createRole, listRoles, removeRole } from './roles.service.ts';

export const rolesRoutes: Handlers<typeof api.roles> = {
  list: async (context) => ({ roles: await listRoles(context) }),
  create: async (context, { body }) => ({ success: true, id: await createRole(context, body) }),
  update: async (context, { params, body }) => {
    await changeRole(context, params.id, body);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeRole(context, params.id);
    return { success: true };
  },
};

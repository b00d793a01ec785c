import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { changeRole, createRole, listRoles, removeRole } from './roles.service.ts';

export const rolesRoutes: Handlers<typeof api.roles> = {
  list: async (context) => ({ roles: await listRoles(context) }),
  create: async (context, { body }) => ({ id: await createRole(context, body) }),
  update: (context, { params, body }) => changeRole(context, params.id, body),
  remove: (context, { params }) => removeRole(context, params.id),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { listAccess, listLevelsOfRole, saveAccess } from './attribute-access.service.ts';

export const attributeAccessRoutes: Handlers<typeof api.attributeAccess> = {
  list: (context, { params }) => listAccess(context, params.id),
  ofRole: async (context, { params }) => ({ attributes: await listLevelsOfRole(context, params.id, params.roleId) }),
  calculatedOfRole: async (context, { params }) => ({ attributes: await listLevelsOfRole(context, params.id, params.roleId, true) }),
  save: async (context, { params, body }) => ({ changed: await saveAccess(context, params.id, body.access) }),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import {
  createVersion,
  describeVersion,
  findActual,
  listVersionsOf,
  lockVersion,
  makeActual,
  removeVersion,
  renameVersion,
} from './versions.service.ts';

export const versionsRoutes: Handlers<typeof api.versions> = {
  list: async (context, { params }) => ({ versions: await listVersionsOf(context, params.id) }),
  actualInfo: async (context, { params }) => ({ version: await findActual(context, params.id) }),
  create: async (context, { params, body }) => ({ success: true, id: await createVersion(context, params.id, body.name) }),
  get: (context, { params }) => describeVersion(context, params.id),
  rename: async (context, { params, body }) => {
    await renameVersion(context, params.id, body.name);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeVersion(context, params.id);
    return { success: true };
  },
  setActual: async (context, { params }) => {
    await makeActual(context, params.id);
    return { success: true };
  },
  setLocked: async (context, { params, body }) => {
    await lockVersion(context, params.id, body.locked);
    return { success: true };
  },
};

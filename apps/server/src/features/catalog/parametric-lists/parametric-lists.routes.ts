import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { changeList, createList, listAllLists, removeList } from './parametric-lists.service.ts';

export const parametricListsRoutes: Handlers<typeof api.parametricLists> = {
  list: async (context) => ({ lists: await listAllLists(context) }),
  create: async (context, { body }) => ({ success: true, id: await createList(context, body) }),
  update: async (context, { params, body }) => {
    await changeList(context, params.id, body);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeList(context, params.id);
    return { success: true };
  },
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { changeList, createList, listAllLists, removeList } from './parametric-lists.service.ts';

export const parametricListsRoutes: Handlers<typeof api.parametricLists> = {
  list: async (context) => ({ lists: await listAllLists(context) }),
  create: async (context, { body }) => ({ id: await createList(context, body) }),
  update: (context, { params, body }) => changeList(context, params.id, body),
  remove: (context, { params }) => removeList(context, params.id),
};

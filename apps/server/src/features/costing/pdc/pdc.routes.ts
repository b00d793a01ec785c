import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { changePdc, comparePdc, createPdc, listOf, readPdc, removePdc } from './pdc.service.ts';

export const pdcRoutes: Handlers<typeof api.pdc> = {
  list: (context, { query }) => listOf(context, query.project_id),
  create: async (context, { body }) => ({ id: await createPdc(context, body) }),
  get: (context, { params }) => readPdc(context, params.id),
  update: (context, { params, body }) => changePdc(context, params.id, body),
  remove: (context, { params }) => removePdc(context, params.id),
  compare: (context, { params }) => comparePdc(context, params.id),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { changeFlow } from './cyclogram.change.service.ts';
import { readCyclogram, saveColours } from './cyclogram.service.ts';

export const cyclogramRoutes: Handlers<typeof api.cyclogram> = {
  read: (context, { params, query }) => readCyclogram(context, params.id, params.attributeId, query),
  change: (context, { params, body }) => changeFlow(context, params.id, body),
  color: (context, { params, body }) => saveColours(context, params.id, body),
};

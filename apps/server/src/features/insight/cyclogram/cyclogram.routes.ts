import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readCyclogram, saveColours } from './cyclogram.service.ts';

export const cyclogramRoutes: Handlers<typeof api.cyclogram> = {
  read: (context, { params, query }) => readCyclogram(context, params.id, params.attributeId, query.by ?? null),
  color: (context, { params, body }) => saveColours(context, params.id, body),
};

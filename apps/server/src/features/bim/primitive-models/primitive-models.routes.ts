import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { changePrimitive, createPrimitive, readPrimitive, readPrimitives, removePrimitive } from './primitive-models.service.ts';

export const primitiveModelsRoutes: Handlers<typeof api.primitiveModels> = {
  list: (context, { params }) => readPrimitives(context, params.epsId),
  get: (context, { params }) => readPrimitive(context, params.epsId, params.id),
  create: (context, { body }) => createPrimitive(context, body),
  update: (context, { body }) => changePrimitive(context, body),
  remove: (context, { params }) => removePrimitive(context, params.epsId, params.id),
};

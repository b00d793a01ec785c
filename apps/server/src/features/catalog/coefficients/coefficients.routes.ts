import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  changeCoefficient,
  changeSet,
  createCoefficient,
  createSet,
  listAllCoefficients,
  removeCoefficient,
  removeSet,
} from './coefficients.service.ts';

export const coefficientsRoutes: Handlers<typeof api.coefficients> = {
  list: async (context) => ({ sets: await listAllCoefficients(context) }),
  create: async (context, { body }) => ({ id: await createCoefficient(context, body) }),
  update: (context, { params, body }) => changeCoefficient(context, params.id, body),
  remove: (context, { params }) => removeCoefficient(context, params.id),
  createSet: async (context, { body }) => ({ id: await createSet(context, body) }),
  updateSet: (context, { params, body }) => changeSet(context, params.id, body),
  removeSet: (context, { params }) => removeSet(context, params.id),
};

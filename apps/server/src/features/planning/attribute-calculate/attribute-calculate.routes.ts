import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { calculateNode } from '../../catalog/attributes/attributes.service.ts';
import { listNames, validateFormula } from './attribute-calculate.service.ts';
import { sendVersionAttributes } from './attribute-calculate.version.service.ts';

export const attributeCalculateRoutes: Handlers<typeof api.attributeCalculate> = {
  names: async (context, { query }) => ({ names: await listNames(context, query) }),
  validate: (context, { body }) => validateFormula(context, body),
  calculateVersion: (context, { params, body }, { reply }) => sendVersionAttributes(context, params.id, body, reply),
  calculateNode: async (context, { params }) => ({ attributes: await calculateNode(context, params.id) }),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  changeVersionAttribute,
  createVersionAttribute,
  listVersionAttributes,
  removeVersionAttribute,
  storeVersionFile,
  takeAttributes,
} from './attribute-values.service.ts';

export const attributeValuesRoutes: Handlers<typeof api.attributeValues> = {
  list: (context, { params }) => listVersionAttributes(context, params.id),
  create: (context, { params, body }) => createVersionAttribute(context, params.id, body),
  take: (context, { params, body }) => takeAttributes(context, params.id, body.source_ids),
  update: (context, { params, body }) => changeVersionAttribute(context, params.id, params.attributeId, body),
  storeFile: async (context, { params }, { request }) => ({
    value: await storeVersionFile(context, params.id, params.attributeId, request),
  }),
  remove: (context, { params }) => removeVersionAttribute(context, params.id, params.attributeId),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  findAttributesByText,
  listModels,
  readAllAttributes,
  readAttributesOf,
  readBreakdown,
  readElement,
  readMetadata,
  readModel,
  removeModel,
  renameModel,
  sendGeometry,
} from './models.service.ts';
import { reconvertModel, uploadModel } from './models.upload.service.ts';

export const modelsRoutes: Handlers<typeof api.models> = {
  list: (context, { params }) => listModels(context, params.id),
  info: (context, { params }) => readModel(context, params),
  upload: (context, { params }, { request }) => uploadModel(context, params.id, request),
  rename: (context, { params, body }) => renameModel(context, params, body.name),
  convert: async (context, { params }) => ({ job_id: await reconvertModel(context, params.id, params.modelId) }),
  remove: (context, { params }) => removeModel(context, params),
  geometry: (context, { params, query }, { reply }) => sendGeometry(context, params, query.version, reply),
  attributesByText: (context, { params, query }) => findAttributesByText(context, params.id, query.text, query.limit),
  attributesByIds: (context, { params, body }) => readAttributesOf(context, params.id, body),
  attributesAll: (context, { params }) => readAllAttributes(context, params.id),
  elementsMetadata: (context, { params, body }) => readMetadata(context, params, body.ids),
  tree: (context, { params }) => readBreakdown(context, params),
  elementInfo: (context, { params }) => readElement(context, params),
};

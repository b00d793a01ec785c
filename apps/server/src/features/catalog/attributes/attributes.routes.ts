import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  changeAttribute,
  createAttribute,
  exportValues,
  type FollowLater,
  listAllAttributes,
  listAttributesOf,
  listPlainAttributesOf,
  readPassport,
  removeAttributes,
  savePassport,
  saveValues,
  searchValues,
} from './attributes.service.ts';

export const attributesRoutes = (followLater: FollowLater): Handlers<typeof api.attributes> => ({
  listAll: async (context) => ({ attributes: await listAllAttributes(context) }),
  createInSpace: async (context, { body }) => ({ id: await createAttribute(context, null, body) }),
  update: async (context, { params, body }) => ({ job_id: await changeAttribute(context, params.id, body, followLater) }),
  removeChecked: async (context, { body }) => ({ removed: await removeAttributes(context, body.ids) }),
  list: async (context, { params }) => ({ attributes: await listAttributesOf(context, params.id) }),
  lists: async (context, { params }) => ({
    lists: (await listPlainAttributesOf(context, params.id))
      .filter(({ type }) => type === 'list')
      .map(({ id, name, values }) => ({ id, name, values })),
  }),
  create: async (context, { params, body }) => ({ id: await createAttribute(context, params.id, body) }),
  updateAt: async (context, { params, body }) => ({
    job_id: await changeAttribute(context, params.attributeId, body, followLater, params.id),
  }),
  removeAt: async (context, { params }) => {
    await removeAttributes(context, [params.attributeId], params.id);
  },
  passport: async (context, { params }) => ({ entries: await readPassport(context, params.id) }),
  savePassport: async (context, { params, body }) => ({
    job_id: await savePassport(context, params.id, body.values, (tx, ids) => followLater(context, tx, ids)),
  }),
  saveValues: async (context, { params, body }) => ({
    job_id: await saveValues(context, params.id, body.values, (tx, ids) => followLater(context, tx, ids)),
  }),
  search: async (context, { params, query }) => ({ values: await searchValues(context, params.id, query.search, query.limit) }),
  export: async (context, { params }, { reply }) => {
    const { bytes, mediaType, name } = await exportValues(context, params.id, params.x);
    return reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
  },
});

import { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { findByKey, isKeyFree, readKey, saveKey } from './eps.key.service.ts';
import { type CreateNode, describeNode, getNode, removeNodes, renameNode, shiftNode } from './eps.service.ts';
import { sendTree } from './eps.tree.service.ts';

export const epsRoutes = (create: CreateNode): Handlers<typeof api.eps> => ({
  tree: (context, _, { reply }) => sendTree(context, reply),
  get: (context, { params }) => describeNode(context, params.id),
  create: async (context, { body: { values, ...node } }) => ({ id: await create(context, node, values) }),
  rename: (context, { params, body }) => renameNode(context, params.id, body.name),
  up: (context, { params }) => shiftNode(context, params.id, -1),
  down: (context, { params }) => shiftNode(context, params.id, 1),
  remove: async (context, { params, query }) => ({ removed: await removeNodes(context, [params.id], query) }),
  removeChecked: async (context, { body, query }) => ({ removed: await removeNodes(context, body.ids, query) }),
  key: async (context, { params }) => ({ key: await readKey(context, params.id) }),
  setKey: (context, { params, body }) => saveKey(context, params.id, body.key),
  validateKey: async (context, { query }) => {
    const valid = api.eps.setKey.body.shape.key.safeParse(query.key).success;
    return { valid, free: await isKeyFree(context, query.key) };
  },
  getByKey: (context, { params }) => findByKey(context, params.key),
  spaceId: async (context, { params }) => {
    await getNode(context, params.id);
    return { space_id: context.spaceId };
  },
});

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { applyToVersion } from './compliance-rules.apply.service.ts';
import { exportSet, importRules } from './compliance-rules.files.service.ts';
import { changeRule, changeSet, createRule, createSet, listFor, removeRule, removeSet } from './compliance-rules.service.ts';

export const complianceRulesRoutes: Handlers<typeof api.complianceRules> = {
  list: (context, { query }) => listFor(context, query.eps_id),
  create: async (context, { body }) => ({ id: await createRule(context, body) }),
  update: (context, { params, body }) => changeRule(context, params.id, body),
  remove: (context, { params }) => removeRule(context, params.id),
  createSet: async (context, { body }) => ({ id: await createSet(context, body) }),
  updateSet: (context, { params, body }) => changeSet(context, params.id, body),
  removeSet: (context, { params }) => removeSet(context, params.id),
  export: async (context, { params }, { reply }) => {
    const { bytes, mediaType, name } = await exportSet(context, params.id, params.x);
    return reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
  },
  import: (context, _input, { request }) => importRules(context, request),
  apply: (context, { params, body }) => applyToVersion(context, params.versionId, body),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { applyRule, previewRule } from './replacements.apply.service.ts';
import { createRule, listReplacements, removeRule, updateRule } from './replacements.service.ts';

export const replacementsRoutes: Handlers<typeof api.replacements> = {
  list: (context, { params }) => listReplacements(context, params.id),
  create: (context, { params, body }) => createRule(context, params.id, body),
  update: (context, { params, body: { id, ...change } }) => updateRule(context, params.id, params.replacementId ?? id ?? 0, change),
  remove: (context, { params }) => removeRule(context, params.id, params.replacementId),
  preview: (context, { params }) => previewRule(context, params.id, params.replacementId),
  apply: (context, { params, body }) => applyRule(context, params.id, params.replacementId, body.revision),
};

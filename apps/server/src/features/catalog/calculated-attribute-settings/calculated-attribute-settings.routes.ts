import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import type { FollowLater } from '../attributes/attributes.service.ts';
import { listSettings, removeSetting, saveSetting } from './calculated-attribute-settings.service.ts';

export const calculatedAttributeSettingsRoutes = (followLater: FollowLater): Handlers<typeof api.calculatedAttributeSettings> => ({
  list: async (context) => ({ settings: await listSettings(context) }),
  create: (context, { body }) => saveSetting(context, body.attribute_id, body.formula, followLater, true),
  update: (context, { params, body }) => saveSetting(context, params.id, body.formula, followLater, false),
  remove: (context, { params }) => removeSetting(context, params.id, followLater),
});

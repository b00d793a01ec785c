import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readResourceSettings, saveResourceSettings } from './resource-settings.service.ts';

export const resourceSettingsRoutes: Handlers<typeof api.resourceSettings> = {
  read: (context, { query }) => readResourceSettings(context, query.eps_id ?? null),
  save: (context, { body: { eps_id, ...own } }) => saveResourceSettings(context, eps_id, own),
};

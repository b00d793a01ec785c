import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { changeImportSetting, createImportSetting, listImportSettings, removeImportSetting } from './import-settings.service.ts';

export const importSettingsRoutes: Handlers<typeof api.importSettings> = {
  list: async (context, { query }) => ({ settings: await listImportSettings(context, query.schedule_id) }),
  create: async (context, { body }) => ({ success: true, id: await createImportSetting(context, body) }),
  update: async (context, { params, body }) => {
    await changeImportSetting(context, params.id, body);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeImportSetting(context, params.id);
    return { success: true };
  },
};

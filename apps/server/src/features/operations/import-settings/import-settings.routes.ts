import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  changeImportSetting,
  copyImportSettings,
  createImportSetting,
  listImportSettings,
  removeImportSetting,
} from './import-settings.service.ts';

export const importSettingsRoutes: Handlers<typeof api.importSettings> = {
  list: async (context, { query }) => ({ settings: await listImportSettings(context, query.schedule_id) }),
  create: async (context, { body }) => ({ id: await createImportSetting(context, body) }),
  copy: (context, { body }) => copyImportSettings(context, body.schedule_id, body.from_schedule_id),
  update: (context, { params, body }) => changeImportSetting(context, params.id, body),
  remove: (context, { params }) => removeImportSetting(context, params.id),
};

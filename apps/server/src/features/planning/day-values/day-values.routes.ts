import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { refreshValues } from './day-values.refresh.service.ts';
import { readLimit, readValues, saveScheduleSettings, writeValues } from './day-values.service.ts';

export const dayValuesRoutes: Handlers<typeof api.dayValues> = {
  read: (context, { params, query }) => readValues(context, params.id, params.wbsId, query.period),
  write: (context, { params, body }) => writeValues(context, params.id, params.wbsId, body),
  refresh: (context, { params, body }) => refreshValues(context, params.id, body),
  saveScheduleSettings: (context, { params, body }) => saveScheduleSettings(context, params.id, body),
  limit: (context, { params, query }) => readLimit(context, params.id, query.version_id),
};

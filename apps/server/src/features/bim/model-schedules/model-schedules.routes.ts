import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { sendPlan } from './model-schedules.service.ts';

export const modelSchedulesRoutes: Handlers<typeof api.modelSchedules> = {
  file: (context, { params, query }, { reply }) => sendPlan(context, params, query.model_id, reply),
};

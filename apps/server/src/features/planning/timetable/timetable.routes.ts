import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { finishCalculation, readState, saveSettings, startCalculation } from './timetable.service.ts';

export const timetableRoutes: Handlers<typeof api.timetable> = {
  state: (context, { params }) => readState(context, params.id),
  calculate: async (context, { params, body }) => ({ success: true, job_id: await startCalculation(context, params.id, body.data_date) }),
  calculateNow: (context, { params, body }) => finishCalculation(context, params.id, body.data_date),
  saveSettings: (context, { params, body }) => saveSettings(context, params.id, body),
};

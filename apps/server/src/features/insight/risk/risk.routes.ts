import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readPromises, readRisk, startRisk } from './risk.service.ts';

export const riskRoutes: Handlers<typeof api.risk> = {
  read: (context, { params }) => readRisk(context, params.id),
  promises: async (context) => ({ promises: await readPromises(context) }),
  start: async (context, { params, body }) => ({ job_id: await startRisk(context, params.id, body) }),
};

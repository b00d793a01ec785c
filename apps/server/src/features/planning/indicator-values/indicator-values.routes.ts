import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { listVersionIndicators, readIndicatorValues, startIndicatorOfSchedule, startIndicators } from './indicator-values.service.ts';

export const indicatorValuesRoutes: Handlers<typeof api.indicatorValues> = {
  list: (context, { params }) => listVersionIndicators(context, params.id),
  values: (context, { params }) => readIndicatorValues(context, params.id, params.indicatorId),
  calculateAll: async (context, { params }) => ({ success: true, job_id: await startIndicators(context, params.id) }),
  calculateOne: async (context, { params }) => ({
    success: true,
    job_id: await startIndicatorOfSchedule(context, params.id, params.indicatorId),
  }),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { listVersionIndicators, readIndicatorValues, startIndicatorOfSchedule, startIndicators } from './indicator-values.service.ts';
import { rollUpBelow, rollUpSpace, rollUpVersion, startIndicatorsBelow } from './indicator-values.rollup.service.ts';

export const indicatorValuesRoutes: Handlers<typeof api.indicatorValues> = {
  ofSpace: (context, { params }) => rollUpSpace(context, params.id),
  ofFacility: (context, { params }) => rollUpBelow(context, params.id, 'facility'),
  ofProject: (context, { params }) => rollUpBelow(context, params.id, 'project'),
  ofSchedule: (context, { params }) => rollUpBelow(context, params.id, 'schedule'),
  ofVersion: (context, { params }) => rollUpVersion(context, params.id),
  calculateBelow: async (context, { params }) => ({ job_id: await startIndicatorsBelow(context, params.id) }),
  list: (context, { params }) => listVersionIndicators(context, params.id),
  values: (context, { params }) => readIndicatorValues(context, params.id, params.indicatorId),
  calculateAll: async (context, { params }) => ({ job_id: await startIndicators(context, params.id) }),
  calculateOne: async (context, { params }) => ({
    job_id: await startIndicatorOfSchedule(context, params.id, params.indicatorId),
  }),
};

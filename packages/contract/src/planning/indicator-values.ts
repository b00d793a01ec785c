import { INDICATOR_STATES } from '@gantry/domain';
import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { indicator } from '../catalog/indicators.ts';
import { endpoint, pathId } from '../endpoint.ts';

const params = z.object({ id: pathId });

/** What an indicator said of a version when it was last calculated. */
const counted = z.object({
  revision: z.number(),
  calculated_at: z.string(),
  /** Rows that each rule met, and how many met none. */
  rules: z.array(z.number()),
  none: z.number(),
});

export const indicatorValues = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/indicators',
    summary: 'Indicators that apply to a version, with what they said when they were last calculated',
    right: 'plan.read',
    params,
    output: z.object({ revision: z.number(), indicators: z.array(indicator.extend({ counted: counted.nullable() })) }),
  }),
  values: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/indicators/{indicatorId}',
    summary: 'What an indicator says of the rows of a version now; rows that meet no rule are left out',
    right: 'plan.read',
    params: z.object({ id: pathId, indicatorId: pathId }),
    output: z.object({
      revision: z.number(),
      rows: z.array(z.object({ row_id: z.number(), state: z.enum(INDICATOR_STATES), tint: z.number(), text: z.string() })),
    }),
  }),
  calculateAll: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/calculate/indicators/all',
    summary: 'Calculate all indicators of a version in the background; its end is told by schedule_indicator_calculate',
    right: 'plan.calculate',
    params,
    output: jobAnswer,
  }),
  calculateOne: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedules/{id}/indicators/{indicatorId}/calculate',
    summary: 'Calculate an indicator for all versions of a schedule in the background',
    right: 'plan.calculate',
    params: z.object({ id: pathId, indicatorId: pathId }),
    output: jobAnswer,
  }),
};

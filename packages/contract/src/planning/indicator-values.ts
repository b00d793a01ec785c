import { INDICATOR_STATES, NODE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { indicator } from '../catalog/indicators.ts';
import { atNode, atSpace, atVersion, endpoint, pathId, type Place } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

const params = z.object({ id: pathId });

/** The last result of an indicator in a version. */
const counted = z.object({
  revision: z.number(),
  calculated_at: z.string(),
  /** Numbers of rows by rule, and of rows that meet none. */
  rules: z.array(z.number()),
  none: z.number(),
});

/** How many rows of the versions below a place meet each rule of an indicator, and how many met none. */
const counts = z.object({ rules: z.array(z.number()), none: z.number() });

/**
 * Indicator counts below a place: each schedule counts with its actual version, else the newest. `outdated`: versions changed since their
 * count, or with changed rules; `missing`: versions never counted.
 */
const rollup = indicator.pick({ id: true, name: true, node_id: true, node_name: true, rules: true }).extend({
  counts,
  counted: z.number(),
  outdated: z.number(),
  /** The same by child of the place. */
  parts: z.array(counts.extend({ id: z.number(), name: z.string(), kind: z.enum([...NODE_KINDS, 'version']) })),
});
export type IndicatorRollup = z.output<typeof rollup>;
const rollups = z.object({ versions: z.number(), indicators: z.array(rollup) });

const rollupOf = (scope: 'space' | 'facilities' | 'projects' | 'schedules' | 'versions', of: string, place: Place) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${scope}/{id}/analytics/indicator`,
    summary: `What indicators say of ${of}, as they were counted last`,
    right: 'plan.read',
    place,
    heavy: 'space',
    params,
    output: rollups,
  });

export const indicatorValues = {
  ofSpace: rollupOf('space', 'all schedules of a space', atSpace('id')),
  ofFacility: rollupOf('facilities', 'all schedules of a facility', atNode('id')),
  ofProject: rollupOf('projects', 'all schedules of a project', atNode('id')),
  ofSchedule: rollupOf('schedules', 'a schedule', atNode('id')),
  ofVersion: rollupOf('versions', 'a version', atVersion('id')),
  calculateBelow: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/analytics/calculate',
    summary: 'Count anew, in the background, what indicators say of the versions below a node that changed since they were counted',
    right: 'plan.calculate',
    place: atNode('id'),
    heavy: 'space',
    params,
    output: jobAnswer,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/indicators',
    summary: 'Indicators that apply to a version, with what they said when they were last calculated',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({ revision: z.number(), indicators: z.array(indicator.extend({ counted: counted.nullable() })) }),
  }),
  values: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/indicators/{indicatorId}',
    summary: 'What an indicator says of the rows of a version now; rows that meet no rule are left out',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
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
    place: atVersion('id'),
    params,
    output: jobAnswer,
  }),
  calculateOne: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedules/{id}/indicators/{indicatorId}/calculate',
    summary: 'Calculate an indicator for all versions of a schedule in the background',
    right: 'plan.calculate',
    place: atNode('id'),
    params: z.object({ id: pathId, indicatorId: pathId }),
    output: jobAnswer,
  }),
};

export const indicatorValuesEvents = {
  schedule_indicator_calculate: heardBy(
    'plan.read',
    'version',
    'version_id',
    event({ schedule_id: z.number(), version_id: z.number(), revision: z.number() }),
  ),
};

import { PERIODS, PRICE_TYPES, RESOURCE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { curvePoints } from '../catalog/distributions.ts';
import { atNode, atVersion, endpoint, IN_SPACE, pathId, type Place } from '../endpoint.ts';
import { dateTimeField } from '../fields.ts';
import { edited } from './edits.ts';

export const resourcesErrors = {
  'resource.not_found': 404,
  'resource.assignment_not_found': 404,
  'resource.units_follow': 409,
  'resource.wrong_rate': 422,
  'resource.wrong_window': 422,
  'resource.load_too_large': 422,
} as const;

/** Prices and a limit from a moment on; null = always. */
const rate = z.object({
  from: dateTimeField.nullable(),
  limit: z.number().nullable(),
  prices: z.array(z.number().nullable()).min(1).max(PRICE_TYPES),
});

const MOST_UNITS = 1e12;
/** Ten years. */
const MOST_LAG_MINUTES = 10 * 366 * 24 * 60;
const day = z.iso.date();
const person = z.number().int().positive().nullable();
const judged = pathId.optional().describe('Id of an indicator: works that meet one of its rules');
const measure = z.enum(['units', 'cost']).default('units').describe('Hours and quantities, or money for those who may see it');

/** A resource of a place: one of the pool of directories stands once, whatever versions it is in; else its code, else its name says which it is. */
const loaded = z.object({
  key: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(RESOURCE_KINDS),
  unit: z.string(),
  /** The resources of versions that it is. */
  of: z.array(z.object({ version_id: z.number(), resource_id: z.number() })),
  /** By period: what is done and left; what the limit allows, null without one; days with more than that. */
  values: z.array(z.number()),
  capacity: z.array(z.number()).nullable(),
  over_days: z.array(z.number()),
});

const loadAnswer = z.object({
  /** The latest data date of the versions counted: one a schedule, the actual one, else the newest. */
  data_date: z.string().nullable(),
  versions: z.number(),
  /** Versions that are not counted yet, where the question did not wait for all of them. */
  waiting: z.number(),
  /** The days on which anything lies; null where nothing does. */
  extent: z.object({ from: day, to: day }).nullable(),
  /** First days of the periods and the day after the last; at most 1,100 periods. */
  starts: z.array(day),
  resources: z.array(loaded),
});
export type ResourceLoadAnswer = z.output<typeof loadAnswer>;

const workOfResource = z.object({
  version_id: z.number(),
  schedule_id: z.number(),
  schedule: z.string(),
  item_id: z.number(),
  code: z.string(),
  name: z.string(),
  start: z.string().nullable(),
  finish: z.string().nullable(),
  progress: z.number(),
  amount: z.number(),
});
export type WorkOfResource = z.output<typeof workOfResource>;

/** The most works of one answer, those that take most first. */
export const MOST_WORKS = 500;

/** The most works of the versions that load is counted of, and the most values of an answer: resources by periods. */
export const MOST_LOAD_WORKS = 500_000;
export const MOST_LOAD_CELLS = 1_000_000;

const loadCall = <P extends z.ZodType>(path: string, of: string, place: Place, params: P) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${path}resources/load`,
    summary: `Load of the resources of ${of} by periods, with their limits, at most ${MOST_LOAD_CELLS} values`,
    right: 'plan.read',
    place,
    heavy: place.kind === 'version' ? 'version' : 'space',
    params,
    query: z.object({
      period: z.enum(PERIODS).default('month'),
      measure,
      from: day.optional(),
      to: day.optional(),
      filter_indicator: judged,
      wait_ms: z.coerce
        .number()
        .int()
        .min(0)
        .max(60_000)
        .optional()
        .describe('Answers after so long with the schedules that are counted by then; asked again, it goes on with the others'),
    }),
    output: loadAnswer,
  });

const worksCall = <P extends z.ZodType>(path: string, of: string, place: Place, params: P) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${path}resources/load/works`,
    summary: `Works of ${of} that take a resource between two days, at most ${MOST_WORKS}, the largest first`,
    right: 'plan.read',
    place,
    heavy: place.kind === 'version' ? 'version' : 'space',
    params,
    query: z.object({
      key: z.string().max(400),
      measure,
      from: day,
      to: day.describe('The day after the last'),
      filter_indicator: judged,
    }),
    output: z.object({ total: z.number(), works: z.array(workOfResource).max(MOST_WORKS) }),
  });

const ofOne = z.object({ id: pathId });
const ofSpace = z.strictObject({});

export const resources = {
  load: loadCall('versions/{id}/', 'a version', atVersion('id'), ofOne),
  works: worksCall('versions/{id}/', 'a version', atVersion('id'), ofOne),
  loadOfNode: loadCall('eps/{id}/', 'all schedules below a node', atNode('id'), ofOne),
  worksOfNode: worksCall('eps/{id}/', 'all schedules below a node', atNode('id'), ofOne),
  loadOfSpace: loadCall('', 'all schedules of the space', IN_SPACE, ofSpace),
  worksOfSpace: worksCall('', 'all schedules of the space', IN_SPACE, ofSpace),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/resources',
    summary: 'Resources of a version, or of one row, with their prices and limits over time',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    query: z.object({ item: pathId.optional().describe('Id of a row: its resources alone') }),
    output: z.object({
      revision: z.number(),
      resources: z.array(
        z.object({
          id: z.number(),
          code: z.string(),
          name: z.string(),
          kind: z.enum(RESOURCE_KINDS),
          unit: z.string(),
          limit: z.number().nullable(),
          price_per_unit: z.number().nullable(),
          rates: z.array(rate),
          /** The person that it stands for. */
          user_id: z.number().nullable(),
          manager_id: z.number().nullable(),
          /** What it has done follows the progress of its works. */
          auto_actuals: z.boolean(),
          works: z.number(),
          /** How it is assigned to the row that was asked for. */
          assignment: z
            .object({
              id: z.number(),
              rate_type: z.number(),
              remaining_by: z.enum(['norm', 'plan']),
              planned_units: z.number(),
              lag_minutes: z.number().describe('Working minutes from the start of the row to its own'),
              curve: curvePoints.nullable().describe('How it lies over its dates; null: as the version says'),
              follows: z.boolean().describe('A value of a directory brought it, whose amounts its units follow'),
            })
            .nullable(),
        }),
      ),
    }),
  }),
  saveRates: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/resources/{resourceId}/rates',
    summary: 'Set prices and limits of a resource over time, ascending; none: its own price and limit hold always',
    right: 'plan.edit',
    place: atVersion('id'),
    params: z.object({ id: pathId, resourceId: pathId }),
    body: z.object({ rates: z.array(rate).max(1000) }),
    output: edited,
  }),
  savePerson: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/resources/{resourceId}/person',
    summary:
      'Set which person of the space a resource stands for, so that their hours are its facts, and who manages those hours; null: nobody, left out: as before',
    right: 'plan.edit',
    place: atVersion('id'),
    params: z.object({ id: pathId, resourceId: pathId }),
    body: z.strictObject({ user_id: person.optional(), manager_id: person.optional() }),
    output: edited,
  }),
  saveAutoActuals: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/resources/{resourceId}/auto-actuals',
    summary: 'Set whether what a resource has done follows the progress of its works instead of facts of its own',
    right: 'plan.edit',
    place: atVersion('id'),
    params: z.object({ id: pathId, resourceId: pathId }),
    body: z.strictObject({ auto_actuals: z.boolean() }),
    output: edited,
  }),
  saveAssignment: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/assignments/{assignmentId}',
    summary:
      'Set the planned units, the lag and the curve of an assignment, which of the five prices of its resource it is paid by (0 to 4), and whether what is left goes by the progress or by what was used',
    right: 'plan.edit',
    place: atVersion('id'),
    params: z.object({ id: pathId, assignmentId: pathId }),
    body: z.strictObject({
      rate_type: z
        .number()
        .int()
        .min(0)
        .max(PRICE_TYPES - 1)
        .optional(),
      remaining_by: z.enum(['norm', 'plan']).optional(),
      planned_units: z.number().min(0).max(MOST_UNITS).optional(),
      lag_minutes: z.number().int().min(0).max(MOST_LAG_MINUTES).optional(),
      curve: curvePoints.nullable().optional(),
    }),
    output: edited,
  }),
};

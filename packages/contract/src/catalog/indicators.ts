import { INDICATOR_STATES, type IndicatorRule, LIMITS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, endpoint, IN_SPACE, pathId, LARGE_BODY } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const indicatorsErrors = {
  'indicator.not_found': 404,
  'indicator.name_taken': 409,
  'indicator.condition_invalid': 422,
  'indicator.rules_full': 422,
} as const;

/** Characters of the rules of all indicators of a space, as they are stored. */
export const MOST_RULE_CHARACTERS = 2_000_000;

const rule = z.object({
  condition: z.string().trim().min(1, 'validation.enter_formula').max(4000),
  state: z.enum(INDICATOR_STATES),
  tint: z.number().int().min(1).max(LIMITS.tints),
  text: z.string().trim().max(128),
}) satisfies z.ZodType<IndicatorRule>;

/** The definition of an indicator without its node. */
export const indicatorDefinition = z.object({
  name: titleField('validation.enter_name'),
  rules: z.array(rule).min(1).max(20),
});
export type IndicatorDefinition = z.output<typeof indicatorDefinition>;

/** An indicator of the hierarchy. `node_id` null: of the whole space. */
export const indicator = indicatorDefinition.extend({
  id: z.number(),
  node_id: z.number().nullable(),
  node_name: z.string().nullable(),
  inherited: z.boolean(),
});
export type Indicator = z.output<typeof indicator>;

const params = z.object({ id: pathId });
const one = z.object({ id: pathId, indicatorId: pathId });
const created = z.object({ success: z.literal(true), id: z.number() });
const list = z.object({ indicators: z.array(indicator) });

export const indicators = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/indicators',
    summary: 'Indicators of a node with those it inherits from above; without a node all of the space',
    right: 'structure.read',
    place: ANYWHERE,
    query: z.object({ node_id: z.coerce.number().int().positive().optional() }),
    output: list,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/indicators',
    summary: 'Create an indicator at a node, or for the whole space',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    body: indicatorDefinition.extend({ node_id: z.number().int().positive().nullable().default(null) }),
    output: created,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/indicators/{id}',
    summary: 'One indicator',
    right: 'structure.read',
    place: ANYWHERE,
    params,
    output: indicator,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/indicators/{id}',
    summary: 'Change the name or the rules of an indicator',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    body: indicatorDefinition.partial(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/indicators/{id}',
    summary: 'Delete an indicator',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
  listOfSchedule: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/indicators',
    summary: 'Indicators of a schedule with those it inherits from above',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: list,
  }),
  createAtSchedule: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/indicators',
    summary: 'Create an indicator of a schedule alone',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    params,
    body: indicatorDefinition,
    output: created,
  }),
  updateAtSchedule: endpoint({
    method: 'PATCH',
    path: '/api/v1/schedules/{id}/indicators/{indicatorId}',
    summary: 'Change an indicator of a schedule',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    params: one,
    body: indicatorDefinition.partial(),
  }),
  removeAtSchedule: endpoint({
    method: 'DELETE',
    path: '/api/v1/schedules/{id}/indicators/{indicatorId}',
    summary: 'Delete an indicator of a schedule',
    right: 'structure.edit',
    place: atNode('id'),
    params: one,
  }),
};

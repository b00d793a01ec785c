import { CALCULATION_STATUS, NODE_KINDS, VALIDITY, VERSION_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, atNodeOfBody, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { event, heardBy } from '../event.ts';

export const epsErrors = {
  'node.not_found': 404,
  'node.wrong_parent': 422,
  'node.name_taken': 409,
  'node.nothing_checked': 422,
  'node.already_first': 409,
  'node.already_last': 409,
  'node.key_taken': 409,
  'node.locked_versions': 409,
} as const;

/** A node of the hierarchy: facility, project, schedule group or schedule. Siblings are ordered by position. */
export const node = z.object({
  id: z.number(),
  parent_id: z.number().nullable(),
  kind: z.enum(NODE_KINDS),
  name: z.string(),
  position: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

const statusValues = Object.values(CALCULATION_STATUS);

/** Whether the dates of a version hold: 1 where it is calculated as it stands with nothing left out; and what the last calculation left out. */
export const validityFields = {
  validity: z.union(Object.values(VALIDITY).map((value) => z.literal(value))),
  left_out: z.array(z.string()),
};

/** A version of a schedule as lists show it. */
export const versionSummary = z.object({
  id: z.number(),
  schedule_id: z.number(),
  name: z.string(),
  kind: z.enum(VERSION_KINDS),
  locked: z.boolean(),
  revision: z.number(),
  calculation_status: z.union(statusValues.map((value) => z.literal(value))),
  ...validityFields,
  data_date: z.string().nullable(),
  item_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

const params = z.object({ id: pathId });
const name = titleField('validation.enter_name');
/** Values of attributes that a node has from its first moment; those that it must have and gets from nowhere else are refused without. */
export const firstValues = z
  .array(z.object({ attribute_id: z.number().int().positive(), value: z.json() }))
  .max(1000)
  .default([]);
/** How people and other programs call a node: letters, digits, points, hyphens and underscores. */
const key = z
  .string()
  .trim()
  .max(64, 'validation.node_key')
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'validation.node_key');

/** Ids of the locked versions that the caller agrees to lose, `7,12`: a node above any other locked version is not deleted. */
export const lossOfLocked = z.object({
  locked_versions: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10}){0,999}$/)
    .optional(),
});

export const eps = {
  tree: endpoint({
    method: 'GET',
    path: '/api/v1/eps',
    summary: 'The hierarchy of the space with the versions of its schedules',
    right: 'structure.read',
    place: ANYWHERE,
    output: z.object({ nodes: z.array(node), versions: z.array(versionSummary) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}',
    summary: 'One node with its path and what lies below it',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: node.extend({
      path: z.array(z.object({ id: z.number(), kind: z.enum(NODE_KINDS), name: z.string() })),
      counts: z.object({ nodes: z.number(), versions: z.number(), items: z.number() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/eps',
    summary: 'Create a node under another; facilities stand at the top',
    right: 'structure.edit',
    place: atNodeOfBody('parent_id'),
    body: z.object({ kind: z.enum(NODE_KINDS), name, parent_id: z.number().int().positive().nullable(), values: firstValues }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/rename',
    summary: 'Rename a node',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ name }),
  }),
  up: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/up',
    summary: 'Move a node before its previous sibling',
    right: 'structure.edit',
    place: atNode('id'),
    params,
  }),
  down: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/down',
    summary: 'Move a node behind its next sibling',
    right: 'structure.edit',
    place: atNode('id'),
    params,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{id}',
    summary: 'Delete a node with everything below it',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    query: lossOfLocked,
    output: z.object({ success: z.literal(true), removed: z.number() }),
  }),
  removeChecked: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/delete-by-checkbox',
    summary: 'Delete several nodes with everything below them',
    right: 'structure.edit',
    place: IN_SPACE,
    query: lossOfLocked,
    body: z.object({ ids: z.array(z.number().int().positive()).max(1000) }),
    output: z.object({ success: z.literal(true), removed: z.number() }),
  }),
  key: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/key',
    summary: 'The key of a node, null where it has none',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: z.object({ key: z.string().nullable() }),
  }),
  setKey: endpoint({
    method: 'PUT',
    path: '/api/v1/eps/{id}/key',
    summary: 'Give a node a key that no other node of the space has; null takes it away',
    right: 'structure.edit',
    place: atNode('id'),
    params,
    body: z.object({ key: key.nullable() }),
  }),
  validateKey: endpoint({
    method: 'GET',
    path: '/api/v1/eps/key/validate',
    summary: 'Whether a text can be a key, and whether it is free',
    right: 'structure.read',
    place: ANYWHERE,
    query: z.object({ key: z.string().max(1000) }),
    output: z.object({ valid: z.boolean(), free: z.boolean() }),
  }),
  getByKey: endpoint({
    method: 'GET',
    path: '/api/v1/eps/key/get-by-key/{key}',
    summary: 'The node that has a key',
    right: 'structure.read',
    place: ANYWHERE,
    params: z.object({ key: z.string().max(64) }),
    output: node,
  }),
  spaceId: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/space-id',
    summary: 'The space that a node belongs to',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: z.object({ space_id: z.number() }),
  }),
};

export const epsEvents = {
  /** A node of the hierarchy or what hangs on it has changed; null: which ones stand at the top. */
  eps_updated: heardBy(
    ['structure.read', 'plan.read'],
    'branch',
    'eps_id',
    event({ eps_id: z.number().nullable(), author_id: z.number().optional() }),
  ),
};

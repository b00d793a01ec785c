import { ATTRIBUTE_OWNERS, ATTRIBUTE_SOURCES, LIMITS, NODE_KINDS, OWN_ATTRIBUTE_TYPES } from '@gantry/domain';
import { z } from 'zod';
import { followed } from '../access/jobs.ts';
import { ANYWHERE, atNode, endpoint, IN_SPACE, pathId, LARGE_BODY } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const attributesErrors = {
  'attribute.not_found': 404,
  'attribute.key_taken': 409,
  'attribute.bad_value': 422,
  'attribute.required': 422,
  'attribute.not_unique': 409,
  'attribute.type_has_values': 409,
  'attribute.is_calculated': 422,
  'attribute.does_not_apply': 422,
  'attribute.nothing_checked': 422,
  'attribute.formula_invalid': 422,
  'attribute.formula_ring': 422,
} as const;

/** How formulas and other programs call an attribute: a letter, then letters, digits and underscores. */
const key = z
  .string()
  .trim()
  .min(1, 'validation.enter_key')
  .max(64, 'validation.key')
  .regex(/^[\p{L}_][\p{L}\p{N}_]*$/u, 'validation.key');

/** The definition of an attribute without its node. */
export const attributeDefinition = z.object({
  name: titleField('validation.enter_name'),
  key,
  type: z.enum(OWN_ATTRIBUTE_TYPES),
  owners: z.array(z.enum(ATTRIBUTE_OWNERS)).min(1, 'validation.choose_owners'),
  values: z.array(z.string().trim().min(1).max(LIMITS.textLength)).max(2000).default([]),
  unit: z.string().trim().max(32).default(''),
  required: z.boolean().default(false),
  unique: z.boolean().default(false),
  inherits: z.boolean().default(false),
  default_value: z.json().default(null),
});
export type AttributeDefinition = z.output<typeof attributeDefinition>;

/** As many users of an attribute are counted. */
export const MOST_ATTRIBUTE_USES = 1_000;

/** An attribute of the hierarchy. `node_id` null: of the whole space. */
export const nodeAttribute = attributeDefinition.extend({
  id: z.number(),
  node_id: z.number().nullable(),
  node_name: z.string().nullable(),
  /** It belongs to an ancestor of the requested node. */
  inherited: z.boolean(),
  formula: z.string().nullable(),
  /** Nodes with a value of their own, and versions that have taken it, counted up to `MOST_ATTRIBUTE_USES`. */
  nodes: z.number(),
  versions: z.number(),
});
export type NodeAttribute = z.output<typeof nodeAttribute>;

/** The same without its users. */
const plainNodeAttribute = nodeAttribute.omit({ nodes: true, versions: true });
export type PlainNodeAttribute = z.output<typeof plainNodeAttribute>;

/** An attribute of a node with its value, the kind of its origin, and the node of origin. */
export const passportEntry = z.object({
  attribute: plainNodeAttribute,
  value: z.json(),
  source: z.enum(ATTRIBUTE_SOURCES).nullable(),
  from: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The caller may read the value and not write it. */
  read_only: z.boolean().optional(),
});
export type PassportEntry = z.output<typeof passportEntry>;

const params = z.object({ id: pathId });
const one = z.object({ id: pathId, attributeId: pathId });
const partial = z.object({
  name: attributeDefinition.shape.name.optional(),
  key: key.optional(),
  type: attributeDefinition.shape.type.optional(),
  owners: attributeDefinition.shape.owners.optional(),
  values: z.array(z.string().trim().min(1).max(LIMITS.textLength)).max(2000).optional(),
  unit: z.string().trim().max(32).optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  inherits: z.boolean().optional(),
  default_value: z.json().optional(),
});
export type AttributeChange = z.output<typeof partial>;

const values = z.array(z.object({ attribute_id: z.number().int().positive(), value: z.json() })).max(1000);
const created = z.object({ success: z.literal(true), id: z.number() });

export const attributes = {
  listAll: endpoint({
    method: 'GET',
    path: '/api/v1/attributes',
    summary: 'All attributes of the space, wherever they stand',
    right: 'structure.read',
    place: ANYWHERE,
    output: z.object({ attributes: z.array(nodeAttribute) }),
  }),
  createInSpace: endpoint({
    method: 'POST',
    path: '/api/v1/attributes',
    summary: 'Create an attribute of the whole space',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    body: attributeDefinition,
    output: created,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/attributes/{id}',
    summary: 'Change an attribute wherever it stands; versions that follow it take the change over in a job',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: IN_SPACE,
    params,
    body: partial,
    output: followed,
  }),
  removeChecked: endpoint({
    method: 'DELETE',
    path: '/api/v1/attributes/delete-by-checkbox',
    summary: 'Delete several attributes with the values of nodes; versions keep theirs',
    right: 'structure.edit',
    place: IN_SPACE,
    body: z.object({ ids: z.array(z.number().int().positive()).max(1000) }),
    output: z.object({ success: z.literal(true), removed: z.number() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/attributes',
    summary: 'Attributes of a node with those it inherits from above',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: z.object({ attributes: z.array(nodeAttribute) }),
  }),
  lists: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/attributes/lists',
    summary: 'Attributes of a node that are chosen from a list, with their entries',
    right: 'structure.read',
    place: atNode('id'),
    params,
    output: z.object({ lists: z.array(z.object({ id: z.number(), name: z.string(), values: z.array(z.string()) })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{id}/attributes',
    summary: 'Create an attribute at a node, for it and all below',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    params,
    body: attributeDefinition,
    output: created,
  }),
  updateAt: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/attributes/{attributeId}',
    summary: 'Change an attribute that stands at a node; versions that follow it take the change over in a job',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    params: one,
    body: partial,
    output: followed,
  }),
  removeAt: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{id}/attributes/{attributeId}',
    summary: 'Delete an attribute that stands at a node',
    right: 'structure.edit',
    place: atNode('id'),
    params: one,
  }),
  passport: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/passport',
    summary: 'Attributes of a node with their values and where each comes from',
    right: 'structure.read',
    place: atNode('id'),
    heavy: 'space',
    params,
    output: z.object({ entries: z.array(passportEntry) }),
  }),
  savePassport: endpoint({
    method: 'PUT',
    path: '/api/v1/eps/{id}/passport',
    summary: 'Set the values of a node: those that are not named are taken away',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    params,
    body: z.object({ values }),
    output: followed,
  }),
  saveValues: endpoint({
    method: 'PATCH',
    path: '/api/v1/eps/{id}/values',
    summary: 'Set some values of a node; null takes one away',
    right: 'structure.edit',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    params,
    body: z.object({ values: values.min(1) }),
    output: followed,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/attribute-values',
    summary: 'Values of a node and all below it that contain a text',
    right: 'structure.read',
    place: atNode('id'),
    heavy: 'space',
    params,
    query: z.object({ search: z.string().max(200).default(''), limit: z.coerce.number().int().min(1).max(1000).default(200) }),
    output: z.object({
      values: z.array(
        z.object({
          node_id: z.number(),
          node_name: z.string(),
          kind: z.enum(NODE_KINDS),
          attribute_id: z.number(),
          attribute_name: z.string(),
          type: z.enum(OWN_ATTRIBUTE_TYPES),
          value: z.json(),
        }),
      ),
    }),
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{id}/export/{x}',
    summary: 'Nodes from this one down with their values, one column an attribute: xlsx, csv or json',
    right: 'structure.read',
    place: atNode('id'),
    heavy: 'space',
    params: z.object({ id: pathId, x: z.enum(['xlsx', 'csv', 'json']) }),
    response: 'binary',
  }),
};

import { LIMITS, OWN_ATTRIBUTE_TYPES } from '@gantry/domain';
import { z } from 'zod';
import { storedFile } from '../catalog/attribute-files.ts';
import { atVersion, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { titleField } from '../fields.ts';
import { edited } from './edits.ts';

export const attributeValuesErrors = {
  'version_attribute.not_found': 404,
  'version_attribute.name_taken': 409,
  'version_attribute.taken': 409,
  'version_attribute.follows': 409,
} as const;

const definition = z.object({
  name: titleField('validation.enter_name'),
  type: z.enum(OWN_ATTRIBUTE_TYPES),
  values: z.array(z.string().trim().min(1).max(LIMITS.textLength)).max(2000).default([]),
  unit: z.string().trim().max(32).default(''),
  required: z.boolean().default(false),
  unique: z.boolean().default(false),
  inherits: z.boolean().default(false),
  default_value: z.json().default(null),
  /** Calculated where it has one. */
  formula: z.string().trim().min(1).max(4000).nullable().default(null),
});
export type VersionAttributeDefinition = z.output<typeof definition>;

/** An attribute of a version, told in full. */
const versionAttribute = definition.extend({
  id: z.number(),
  origin: z.string(),
  source_id: z.number().nullable(),
  /** What formulas call it. */
  formula_name: z.string(),
  rows: z.number(),
  /** The caller may read its values and not write them. */
  read_only: z.boolean(),
});
export type VersionAttribute = z.output<typeof versionAttribute>;

const params = z.object({ id: pathId });
const one = z.object({ id: pathId, attributeId: pathId });

export const attributeValues = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/attributes/available',
    summary: 'Attributes of a version in full, and those of the hierarchy above that it can take',
    right: 'plan.read',
    place: atVersion('id'),
    params,
    output: z.object({
      revision: z.number(),
      attributes: z.array(versionAttribute),
      available: z.array(
        z.object({ id: z.number(), name: z.string(), type: z.enum(OWN_ATTRIBUTE_TYPES), node_name: z.string().nullable() }),
      ),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/attributes',
    summary: 'Create an attribute of the version alone',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params,
    body: definition,
    output: edited.extend({ id: z.number() }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/attributes/take',
    summary: 'Take attributes of the hierarchy into the version; from then on they follow it',
    right: 'plan.edit',
    place: atVersion('id'),
    params,
    body: z.object({ source_ids: z.array(z.number().int().positive()).min(1).max(1000) }),
    output: edited.extend({ ids: z.array(z.number()) }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/attributes/{attributeId}',
    summary: 'Change an attribute that is the version’s own',
    right: 'plan.edit',
    bodyBytes: LARGE_BODY,
    place: atVersion('id'),
    params: one,
    body: definition.omit({ type: true }),
    output: edited,
  }),
  storeFile: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/attributes/{attributeId}/file',
    summary: 'Store a file, up to 25 MB, that becomes a value of an attribute of the version',
    right: 'plan.edit',
    place: atVersion('id'),
    params: one,
    request: 'multipart',
    output: storedFile,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/versions/{id}/attributes/{attributeId}',
    summary: 'Remove an attribute of the version with all its values',
    right: 'plan.edit',
    place: atVersion('id'),
    heavy: 'version',
    params: one,
    output: edited,
  }),
};

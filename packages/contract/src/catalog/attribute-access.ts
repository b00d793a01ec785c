import { ATTRIBUTE_LEVELS, OWN_ATTRIBUTE_TYPES, SPACE_ROLES } from '@gantry/domain';
import { z } from 'zod';
import { atNode, endpoint, pathId, LARGE_BODY } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

export const attributeAccessErrors = {
  'attribute.read_only': 403,
  'attribute.out_of_sight': 403,
  'attribute_access.owner_is_fixed': 422,
  'attribute_access.unknown_attribute': 404,
} as const;

/** Which attribute a rule is about: one of the hierarchy by its id, one that versions have of their own by its name. */
const subject = z.object({ attribute_id: z.number().int().positive().nullable(), name: z.string().trim().min(1).max(400) });

/** An attribute that rows or the passport of a schedule can have. */
export const accessibleAttribute = subject.extend({
  type: z.enum(OWN_ATTRIBUTE_TYPES),
  /** The node of the attribute; null: the whole space, or only versions of the schedule. */
  node_name: z.string().nullable(),
  calculated: z.boolean(),
});
export type AccessibleAttribute = z.output<typeof accessibleAttribute>;

/** What was written down for an attribute and a role, and the node that it was written down at. */
export const attributeRule = subject.extend({
  role_id: z.number(),
  level: z.enum(ATTRIBUTE_LEVELS),
  node_id: z.number(),
  node_name: z.string(),
});
export type AttributeRule = z.output<typeof attributeRule>;

/** A role's resulting access to an attribute with its reason: a rule here or above, attributes that its formula reads, or the default. */
export const roleLevel = accessibleAttribute.extend({
  level: z.enum(ATTRIBUTE_LEVELS),
  source: z.enum(['rule', 'formula', 'default']),
  node_id: z.number().nullable(),
});
export type RoleLevel = z.output<typeof roleLevel>;

const params = z.object({ id: pathId });
const ofRole = z.object({ id: pathId, roleId: pathId });

export const attributeAccess = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/attributes/all',
    aliases: ['/api/v1/eps/{id}/attributes/all'],
    summary: 'Attributes of a node and its versions, the roles of the space, and what was written down for them here and above',
    right: 'structure.read',
    place: atNode('id'),
    heavy: 'space',
    params,
    output: z.object({
      attributes: z.array(accessibleAttribute),
      roles: z.array(
        z.object({ id: z.number(), code: z.enum(SPACE_ROLES).nullable(), name: z.string(), reads: z.boolean(), edits: z.boolean() }),
      ),
      rules: z.array(attributeRule),
      /** Calculated ones that no rule names and that are out of sight because something that they read is. */
      out_of_sight: z.array(subject.extend({ role_id: z.number() })),
    }),
  }),
  ofRole: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/{id}/attributes/all/role/{roleId}',
    summary: 'What a role may do with each attribute of a schedule, and why',
    right: 'structure.read',
    place: atNode('id'),
    params: ofRole,
    output: z.object({ attributes: z.array(roleLevel) }),
  }),
  calculatedOfRole: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/calculated-attributes/role/{roleId}',
    summary: 'What a role may do with each calculated attribute of a node, and why',
    right: 'structure.read',
    place: atNode('id'),
    params: ofRole,
    output: z.object({ attributes: z.array(roleLevel) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/v1/schedules/{id}/attributes/access',
    aliases: ['/api/v1/eps/{id}/attributes/access'],
    summary: 'Say what roles may do with attributes at a node and below; a level of null takes a rule away',
    right: 'roles.manage',
    bodyBytes: LARGE_BODY,
    place: atNode('id'),
    heavy: 'space',
    params,
    body: z.object({
      access: z
        .array(subject.extend({ role_id: z.number().int().positive(), level: z.enum(ATTRIBUTE_LEVELS).nullable() }))
        .min(1)
        .max(5000),
    }),
    output: z.object({ success: z.literal(true), changed: z.number() }),
  }),
};

export const attributeAccessEvents = {
  attribute_access: heardBy(['structure.read', 'plan.read'], 'branch', 'node_id', event({ node_id: z.number() })),
};

import { SPACE_RIGHTS, SPACE_ROLES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { nameField } from '../fields.ts';

export const rolesErrors = {
  'role.not_found': 404,
  'role.name_taken': 409,
  'role.in_use': 409,
  'role.owner_is_fixed': 409,
  'role.above_own': 403,
} as const;

/** A role of a space: a built-in one, perhaps with other rights than the product gave it, or one that people made. */
export const role = z.object({
  id: z.number(),
  /** The built-in role; null for one that people made. */
  code: z.enum(SPACE_ROLES).nullable(),
  name: z.string(),
  rights: z.array(z.enum(SPACE_RIGHTS)),
  /** Whether a built-in role has other rights here than the product gave it. */
  changed: z.boolean(),
  members: z.number(),
});

const params = z.object({ id: pathId });
const name = nameField('validation.enter_name');
const rights = z.array(z.enum(SPACE_RIGHTS)).min(1, 'validation.choose_right');

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/roles',
    summary: 'Roles of the space with what they may do',
    right: 'space.read',
    place: ANYWHERE,
    output: z.object({ roles: z.array(role) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/roles',
    summary: 'Make a role; it may no more than its maker',
    right: 'roles.manage',
    place: IN_SPACE,
    body: z.strictObject({ name, rights }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/roles/{id}',
    summary: 'Change a role: its rights, and its name where people made it',
    right: 'roles.manage',
    place: IN_SPACE,
    params,
    body: z.strictObject({ name: name.optional(), rights: rights.optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/roles/{id}',
    summary: 'Delete a role that nobody has; a built-in one gets back the rights that the product gave it',
    right: 'roles.manage',
    place: IN_SPACE,
    params,
  }),
};

import { SPACE_RIGHTS } from '@gantry/domain';
import { z } from 'zod';
import { atNode, endpoint, IN_SPACE, pathId } from '../endpoint.ts';

export const grantsErrors = { 'grant.not_found': 404, 'grant.nothing_to_give': 422 } as const;

/** Access at a node with its origin. */
export const resourceAccess = z.object({
  user_id: z.number(),
  name: z.string(),
  /** `space`: by their role in the space; `node`: by a grant on this node or one above it. */
  source: z.enum(['space', 'node']),
  /** The node that the grant stands on. */
  node_id: z.number().nullable(),
  node_name: z.string().nullable(),
  role_id: z.number(),
  rights: z.array(z.enum(SPACE_RIGHTS)),
});

const body = z.strictObject({ node_id: pathId, user_id: pathId });

/** Rights on single nodes of the hierarchy, which hold for everything below them. */
export const grants = {
  grant: endpoint({
    method: 'POST',
    path: '/api/v1/access/grant',
    summary: 'Give a member a role on a node and all below it, beside what they may in the space; a new role replaces the former one',
    right: 'users.manage',
    place: IN_SPACE,
    body: body.extend({ role_id: pathId }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/v1/access/revoke',
    summary: 'Take away what a member was given on a node',
    right: 'users.manage',
    place: IN_SPACE,
    body,
  }),
  resource: endpoint({
    method: 'GET',
    path: '/api/v1/access/resource/{id}',
    summary: 'Who may do what at a node of the hierarchy, and why',
    right: 'structure.read',
    place: atNode('id'),
    heavy: 'space',
    params: z.object({ id: pathId }),
    output: z.object({ access: z.array(resourceAccess) }),
  }),
  ownRole: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/role',
    summary: "The caller's roles at a node, where each comes from, and what they allow together",
    right: 'structure.read',
    place: atNode('id'),
    params: z.object({ id: pathId }),
    output: z.object({
      roles: z.array(resourceAccess.pick({ source: true, node_id: true, node_name: true, role_id: true })),
      rights: z.array(z.enum(SPACE_RIGHTS)),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/eps/{id}/access/{userId}',
    summary: 'Take away what a member was given on a node',
    right: 'users.manage',
    place: atNode('id'),
    params: z.object({ id: pathId, userId: pathId }),
  }),
  freeAbilities: endpoint({
    method: 'GET',
    path: '/api/v1/access/free-abilities',
    summary: 'What everybody who is signed in may do, without any role',
    right: 'signed_in',
    output: z.object({ abilities: z.array(z.object({ ability: z.string(), summary: z.string() })) }),
  }),
};

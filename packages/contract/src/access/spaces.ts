import { SPACE_ROLES } from '@gantry/domain';
import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { nameField } from '../fields.ts';
import { jobAnswer } from './jobs.ts';

export const spacesErrors = {
  'space.not_found': 404,
  'space.name_taken': 409,
  'space.being_deleted': 409,
  'space.not_chosen': 400,
} as const;

const params = z.object({ id: pathId });
const name = z.object({ name: nameField('validation.enter_space_name') });

export const spaces = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/space/create',
    summary: 'Create a space; its creator owns it',
    right: 'own_session',
    body: name,
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  rename: endpoint({ method: 'PUT', path: '/api/v1/space/{id}', summary: 'Rename a space', right: 'space.manage', params, body: name }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}',
    summary: 'Delete a space with all of its data, as a job',
    right: 'space.delete',
    params,
    output: jobAnswer,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/users',
    summary: 'Members of a space',
    right: 'space.read',
    params,
    output: z.object({
      users: z.array(
        z.object({
          id: z.number(),
          login: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          role: z.enum(SPACE_ROLES),
          status: z.enum(['active', 'disabled']),
        }),
      ),
    }),
  }),
  access: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/access',
    aliases: ['/api/v1/space/access'],
    summary: 'Whether the caller may enter a space, and if not, why',
    right: 'signed_in',
    params: z.object({ id: pathId.optional() }),
    query: z.object({ id: pathId.optional() }),
    output: z.object({ allowed: z.boolean(), reason: z.enum(['Forbidden', 'LicenseLimit', 'LicenseNotFound', 'IPNotAllowed']).nullable() }),
  }),
};

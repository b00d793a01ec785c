import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { titleField } from '../fields.ts';

export const specialtiesErrors = {
  'specialty.not_found': 404,
  'specialty.name_taken': 409,
  'specialty.person_not_found': 404,
  'specialty.has_already': 409,
} as const;

const specialty = z.object({ name: titleField('validation.enter_name') });
const params = z.object({ id: pathId });
const created = z.object({ success: z.literal(true), id: z.number() });

export const specialties = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/specialties',
    summary: 'Specialties of the space with the people who have them',
    right: 'structure.read',
    place: ANYWHERE,
    output: z.object({
      specialties: z.array(
        specialty.extend({ id: z.number(), people: z.array(z.object({ id: z.number(), user_id: z.number(), name: z.string() })) }),
      ),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/specialties',
    summary: 'Create a specialty',
    right: 'structure.edit',
    place: IN_SPACE,
    body: specialty,
    output: created,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/specialties/{id}',
    summary: 'Rename a specialty',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
    body: specialty,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/specialties/{id}',
    summary: 'Delete a specialty; people lose it',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: '/api/v1/user-specialties/{userId}',
    summary: 'Specialties of a person of the space',
    right: 'structure.read',
    place: ANYWHERE,
    params: z.object({ userId: pathId }),
    output: z.object({ specialties: z.array(z.object({ id: z.number(), specialty_id: z.number(), name: z.string() })) }),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/v1/user-specialties',
    summary: 'Give a person of the space a specialty',
    right: 'structure.edit',
    place: IN_SPACE,
    body: z.object({ user_id: z.number().int().positive(), specialty_id: z.number().int().positive() }),
    output: created,
  }),
  unassign: endpoint({
    method: 'DELETE',
    path: '/api/v1/user-specialties/{id}',
    summary: 'Take a specialty away from a person',
    right: 'structure.edit',
    place: IN_SPACE,
    params,
  }),
};

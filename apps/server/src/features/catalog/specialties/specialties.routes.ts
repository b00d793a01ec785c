import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  assignSpecialty,
  changeSpecialty,
  createSpecialty,
  listAllSpecialties,
  listOfPerson,
  removeSpecialty,
  unassignSpecialty,
} from './specialties.service.ts';

export const specialtiesRoutes: Handlers<typeof api.specialties> = {
  list: async (context) => ({ specialties: await listAllSpecialties(context) }),
  create: async (context, { body }) => ({ id: await createSpecialty(context, body.name) }),
  update: (context, { params, body }) => changeSpecialty(context, params.id, body.name),
  remove: (context, { params }) => removeSpecialty(context, params.id),
  ofPerson: async (context, { params }) => ({ specialties: await listOfPerson(context, params.userId) }),
  assign: async (context, { body }) => ({ id: await assignSpecialty(context, body.user_id, body.specialty_id) }),
  unassign: (context, { params }) => unassignSpecialty(context, params.id),
};

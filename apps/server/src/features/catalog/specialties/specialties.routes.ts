import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
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
  create: async (context, { body }) => ({ success: true, id: await createSpecialty(context, body.name) }),
  update: async (context, { params, body }) => {
    await changeSpecialty(context, params.id, body.name);
    return { success: true };
  },
  remove: async (context, { params }) => {
    await removeSpecialty(context, params.id);
    return { success: true };
  },
  ofPerson: async (context, { params }) => ({ specialties: await listOfPerson(context, params.userId) }),
  assign: async (context, { body }) => ({ success: true, id: await assignSpecialty(context, body.user_id, body.specialty_id) }),
  unassign: async (context, { params }) => {
    await unassignSpecialty(context, params.id);
    return { success: true };
  },
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  changeProfile,
  changeState,
  createProfile,
  createState,
  readProfiles,
  readStates,
  removeProfile,
  removeState,
} from './model-profiles.service.ts';

export const modelProfilesRoutes: Handlers<typeof api.modelProfiles> = {
  list: (context, { params }) => readProfiles(context, params.id),
  create: async (context, { params, body }) => ({ id: await createProfile(context, params.id, body) }),
  update: (context, { params, body }) => changeProfile(context, params.id, params.profileId, body),
  remove: (context, { params }) => removeProfile(context, params.id, params.profileId),
  states: (context, { params }) => readStates(context, params.id),
  createState: async (context, { params, body }) => ({ id: await createState(context, params.id, body) }),
  updateState: (context, { params, body }) => changeState(context, params.id, params.stateId, body),
  removeState: (context, { params }) => removeState(context, params.id, params.stateId),
};

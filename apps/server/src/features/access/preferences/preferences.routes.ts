import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readScreenState, saveScreenState } from './preferences.service.ts';

export const preferencesRoutes: Handlers<typeof api.preferences> = {
  readState: async (context, { params }) => ({ state: await readScreenState(context, params.a, params.b) }),
  saveState: (context, { body }) => saveScreenState(context, body.a, body.b, body.state),
};

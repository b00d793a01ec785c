import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signIn, signOut, takeSessionToken } from './auth.service.ts';

export const authRoutes = (csrfSecret: string): Handlers<typeof api.auth> => ({
  login: (context, { body }, http) => signIn(context, body, http, csrfSecret),
  logout: (context, _input, http) => signOut(context, http),
  token: (context) => takeSessionToken(context),
  sessions: async (context) => ({ sessions: await listOwnSessions(context) }),
  endSession: (context, { params }) => endOwnSession(context, params.id),
  endOtherSessions: async (context) => ({ ended: await endOtherSessions(context) }),
});

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { signIn, signOut } from './auth.service.ts';

export const authRoutes = (csrfSecret: string): Handlers<typeof api.auth> => ({
  login: (context, { body }, http) => signIn(context, body, http, csrfSecret),
  logout: (context, _input, http) => signOut(context, http),
});

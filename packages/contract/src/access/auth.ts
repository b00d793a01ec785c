import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';

export const authErrors = {
  'auth.wrong_credentials': 401,
  'auth.not_signed_in': 401,
  'auth.too_many_tries': 429,
  'auth.user_disabled': 401,
  'auth.csrf': 403,
  'auth.forbidden': 403,
} as const;

/** The token is an opaque marker of the session: kept by the page to compare tabs, and a bearer credential for scripts. */
export const signedIn = z.object({ success: z.literal(true), token: z.string(), user_id: z.number() });

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/v1/auth/login',
    summary: 'Sign in with login or email and password',
    right: 'public',
    body: z.object({
      login: z.string().trim().min(1, 'validation.enter_login').max(254),
      password: z.string().min(1, 'validation.enter_password').max(512),
    }),
    output: signedIn,
  }),
  logout: endpoint({ method: 'POST', path: '/api/v1/auth/logout', summary: 'End the session', right: 'signed_in', output: done }),
};

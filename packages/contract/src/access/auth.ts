import { z } from 'zod';
import { done, endpoint, pathId } from '../endpoint.ts';
import { event } from '../event.ts';

export const authErrors = {
  'auth.wrong_credentials': 401,
  'auth.not_signed_in': 401,
  'auth.too_many_tries': 429,
  'auth.user_disabled': 401,
  'auth.csrf': 403,
  'auth.forbidden': 403,
  'auth.own_session_only': 403,
  'auth.session_not_found': 404,
  'auth.token_taken': 409,
} as const;

/** The token is an opaque marker of the session: kept by the page to compare tabs, and a bearer credential for scripts. */
export const signedIn = z.object({ success: z.literal(true), token: z.string(), user_id: z.number() });

/** A sign-in that has not ended. */
export const session = z.object({
  id: z.number(),
  /** The session of this call. */
  current: z.boolean(),
  created_at: z.string(),
  last_activity: z.string(),
  expires_at: z.string(),
  address: z.string(),
  user_agent: z.string(),
});

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
  token: endpoint({
    method: 'POST',
    path: '/api/v1/auth/token',
    summary: 'Take the token of a session that began outside of the page, once and within a minute, and where to go',
    right: 'own_session',
    audit: false,
    output: signedIn.extend({ return_path: z.string() }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/auth/sessions',
    summary: 'Where the signed-in person is signed in, newest first',
    right: 'own_session',
    output: z.object({ sessions: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/auth/sessions/{id}',
    summary: "End one of the person's sessions",
    right: 'own_session',
    params: z.object({ id: pathId }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/v1/auth/sessions',
    summary: "End all of the person's sessions but this one",
    right: 'own_session',
    output: z.object({ success: z.literal(true), ended: z.number() }),
  }),
};

export const authEvents = {
  /** Between servers alone: a session or a membership may have ended, so each connection asks again what its person may. */
  session_ended: event({}),
};

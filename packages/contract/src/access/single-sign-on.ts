import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { signedIn } from './auth.ts';

export const singleSignOnErrors = {
  'sign_in.not_configured': 404,
  'sign_in.state_mismatch': 403,
  'sign_in.replayed': 403,
  'sign_in.expired': 403,
  'sign_in.denied': 403,
  'sign_in.proof_refused': 403,
  'sign_in.provider_down': 502,
  'sign_in.unknown_account': 403,
  'sign_in.account_exists': 409,
  'sign_in.no_email': 403,
  'sign_in.ticket_needed': 401,
  'sign_in.ticket_refused': 401,
  'sign_in.kerberos_missing': 501,
  'sign_in.identity_taken': 409,
  'sign_in.identity_not_found': 404,
} as const;

const field = z.string().max(8192);
/** What a provider sends back; further fields are its own affair. */
const fromProvider = z.object({ code: field.optional(), state: field.optional(), error: field.optional() }).catchall(field);
const start = z.object({
  /** The page to land on; what is no path of this site is forgotten. */
  redirect: z.string().max(2048).optional(),
});

/** A person's identity at a provider. */
export const identity = z.object({
  id: z.number(),
  method: z.enum(['openid', 'adfs', 'kerberos']),
  issuer: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});

/** Ways in that an identity provider answers for. A browser is led on by redirects, to `/auth/success` or `/error`; whoever asks for JSON gets JSON. */
export const singleSignOn = {
  openid: endpoint({
    method: 'GET',
    path: '/api/v1/auth/openid',
    summary: 'Begin to sign in by OpenID Connect: leads to the provider',
    right: 'public',
    query: start,
  }),
  openidReturn: endpoint({
    method: 'GET',
    path: '/api/v1/auth/openidconnect',
    summary: 'Where the OpenID provider sends the browser back to',
    right: 'public',
    query: fromProvider,
    output: signedIn,
  }),
  adfs: endpoint({
    method: 'GET',
    path: '/api/v1/auth/adfs',
    summary: 'Begin to sign in by the directory (AD FS): leads to it',
    right: 'public',
    query: start,
  }),
  adfsReturn: endpoint({
    method: 'POST',
    path: '/api/v1/auth/adfs/callback',
    summary: 'Where the directory sends the browser back to, as a form of its page or as JSON',
    right: 'public',
    // The form comes from the page of the directory: state and cookie bind it to the browser, not its origin.
    changesData: false,
    request: 'form',
    body: fromProvider,
    output: signedIn,
  }),
  kerberos: endpoint({
    method: 'GET',
    path: '/api/v1/auth/kerberos',
    summary: 'Sign in by the Kerberos ticket of the machine: 401 with Negotiate, then SPNEGO',
    right: 'public',
    changesData: true,
    output: signedIn,
  }),
  identities: endpoint({
    method: 'GET',
    path: '/api/v1/auth/identities',
    summary: "What the person's account is tied to elsewhere, the first first",
    right: 'own_session',
    output: z.object({ identities: z.array(identity) }),
  }),
  tie: endpoint({
    method: 'POST',
    path: '/api/v1/auth/identities',
    summary: 'Begin to tie the own account to an identity, by the present password; answers where to send the browser',
    right: 'own_session',
    audit: false,
    body: z.strictObject({
      method: z.enum(['openid', 'adfs']),
      password: z.string().min(1, 'validation.enter_password').max(512),
      redirect: start.shape.redirect,
    }),
    output: z.object({ success: z.literal(true), address: z.string() }),
  }),
  untie: endpoint({
    method: 'DELETE',
    path: '/api/v1/auth/identities/{id}',
    summary: 'Undo one of these ties',
    right: 'own_session',
    params: z.object({ id: pathId }),
  }),
};

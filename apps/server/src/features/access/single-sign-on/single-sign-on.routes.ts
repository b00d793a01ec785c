import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { beginTie, listOwnIdentities, removeOwnIdentity } from './single-sign-on.identities.service.ts';
import { beginSignIn, type IdentityProviders, finishSignIn, signInByTicket } from './single-sign-on.service.ts';

export const singleSignOnRoutes = (providers: IdentityProviders): Handlers<typeof api.singleSignOn> => ({
  openid: (context, { query }, http) => beginSignIn(context, providers.openid, query.redirect, http),
  openidReturn: (context, { query }, http) => finishSignIn(context, providers, 'openid', query, http),
  adfs: (context, { query }, http) => beginSignIn(context, providers.adfs, query.redirect, http),
  adfsReturn: (context, { body }, http) => finishSignIn(context, providers, 'adfs', body, http),
  kerberos: (context, _input, http) => signInByTicket(context, providers, http),
  identities: async (context) => ({ identities: await listOwnIdentities(context) }),
  tie: async (context, { body }, http) => ({ address: await beginTie(context, providers, body, http) }),
  untie: (context, { params }) => removeOwnIdentity(context, params.id),
});

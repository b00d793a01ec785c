import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { beginTie, listOwnIdentities, removeOwnIdentity } from './single-sign-on.identities.service.ts';
import { beginSignIn, type Doors, finishSignIn, signInByTicket } from './single-sign-on.service.ts';

export const singleSignOnRoutes = (doors: Doors): Handlers<typeof api.singleSignOn> => ({
  openid: (context, { query }, http) => beginSignIn(context, doors.openid, query.redirect, http),
  openidReturn: (context, { query }, http) => finishSignIn(context, doors, 'openid', query, http),
  adfs: (context, { query }, http) => beginSignIn(context, doors.adfs, query.redirect, http),
  adfsReturn: (context, { body }, http) => finishSignIn(context, doors, 'adfs', body, http),
  kerberos: (context, _input, http) => signInByTicket(context, doors, http),
  identities: async (context) => ({ identities: await listOwnIdentities(context) }),
  tie: async (context, { body }, http) => ({ success: true, address: await beginTie(context, doors, body, http) }),
  untie: async (context, { params }) => {
    await removeOwnIdentity(context, params.id);
    return { success: true };
  },
});

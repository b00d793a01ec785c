import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { openSession } from '../auth/auth.service.ts';
import { accept, lookAt, registerInvited } from './invitations.accept.service.ts';
import { listInvited, resend, withdraw } from './invitations.service.ts';

export const invitationsRoutes = (csrfSecret: string): Handlers<typeof api.invitations> => ({
  list: async (context) => ({ invitations: await listInvited(context), delivers: context.mail.delivers }),
  resend: (context, { params }) => resend(context, params.invitationId),
  withdraw: (context, { params }) => withdraw(context, params.invitationId),
  look: (context, { body }) => lookAt(context, body.token),
  accept: async (context, { body }) => ({ space_id: await accept(context, body.token) }),
  register: async (context, { body }, http) => {
    const { spaceId, ...person } = await registerInvited(context, body);
    return { ...(await openSession(context, person, http, csrfSecret)), space_id: spaceId };
  },
});

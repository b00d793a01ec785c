import { SPACE_ROLES } from '@gantry/domain';
import { z } from 'zod';
import { atSpace, endpoint, pathId } from '../endpoint.ts';
import { signedIn } from './auth.ts';
import { registration } from './users.ts';

export const invitationsErrors = {
  'invitation.not_found': 404,
  'invitation.not_valid': 404,
  'invitation.other_person': 403,
  'invitation.account_exists': 409,
} as const;

const token = z.string().min(1).max(128);
const params = z.object({ id: pathId });
const one = z.object({ id: pathId, invitationId: pathId });

/** An invitation by letter that is not accepted yet. */
export const invitation = z.object({
  id: z.number(),
  email: z.string(),
  role: z.enum(SPACE_ROLES),
  role_id: z.number(),
  /** The name of a role that people made; null for a built-in one. */
  role_name: z.string().nullable(),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  expired: z.boolean(),
  /** How far the letter is. */
  delivery: z.enum(['waiting', 'sent', 'failed']),
  /** The mail server's reason for refusing the letter; null when it was unreachable. */
  trouble: z.string().nullable(),
});

/** Invitations by letter. What the letter says works once, for the address that it went to. Not spelled in the specification. */
export const invitations = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/users/invitations',
    summary: 'People who were invited to a space by a letter and have not come yet',
    right: 'users.manage',
    place: atSpace('id'),
    params,
    output: z.object({
      invitations: z.array(invitation),
      /** Whether letters reach people by themselves, or lie in a folder until the operator passes them on. */
      delivers: z.boolean(),
    }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/users/invitations/{invitationId}/resend',
    summary: 'Send the letter of an invitation anew; what the former one said no longer works',
    right: 'users.manage',
    place: atSpace('id'),
    params: one,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}/users/invitations/{invitationId}',
    summary: 'Withdraw an invitation',
    right: 'users.manage',
    place: atSpace('id'),
    params: one,
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/v1/users/invitations/look',
    summary: 'What the letter of an invitation is about, by its token',
    right: 'public',
    body: z.strictObject({ token }),
    output: z.object({
      email: z.string(),
      space_name: z.string(),
      invited_by: z.string(),
      role: z.enum(SPACE_ROLES),
      role_name: z.string().nullable(),
      expires_at: z.string(),
      /** Whether the address has an account already: then its owner signs in, else they make one. */
      account: z.boolean(),
    }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/users/invitations/accept',
    summary: 'Enter a space by the token of a letter, with the account whose address the letter went to',
    right: 'own_session',
    body: z.strictObject({ token }),
    output: z.object({ success: z.literal(true), space_id: z.number() }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/v1/users/invitations/register',
    summary: 'Make an account for the address that a letter went to, enter its space and sign in',
    right: 'public',
    body: registration.omit({ email: true }).extend({ token }),
    output: signedIn.extend({ space_id: z.number() }),
  }),
};

import { isTimeZone, SPACE_ROLES } from '@gantry/domain';
import { z } from 'zod';
import { atSpace, endpoint, pathId } from '../endpoint.ts';
import { nameField } from '../fields.ts';
import { session } from './auth.ts';
import { jobAnswer } from './jobs.ts';
import { event } from '../event.ts';

export const spacesErrors = {
  'space.not_found': 404,
  'space.name_taken': 409,
  'space.being_deleted': 409,
  'space.not_chosen': 400,
  'space.person_not_found': 404,
  'space.already_member': 409,
  'space.member_not_found': 404,
  'space.last_owner': 409,
  'space.not_yourself': 409,
  'space.address_excludes_you': 422,
  // Spelled by the specification: the page leads to the error page by it.
  IPNotAllowed: 403,
} as const;

/** An address or a network in the form of RFC 4632: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`. */
export const addressRule = z
  .string()
  .trim()
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'validation.address'));

/** The extension of a file, `pdf` or `.PDF`. */
export const fileType = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^\./, ''))
  .pipe(z.string().regex(/^[\p{L}\p{N}_-]{1,16}$/u, 'validation.file_type'));

const timeZone = z.string().max(64).refine(isTimeZone, 'validation.time_zone').nullable();

const settings = z.object({
  /** Where members enter the space from; empty: from anywhere. */
  allowed_addresses: z.array(addressRule).max(500),
  /** What the files of the space may take together, in MB; null: as much as the installation lets it. */
  storage_quota_mb: z.number().int().min(1).max(1_000_000_000).nullable(),
  /** Extensions of the files that the space takes; empty: any. */
  file_types: z.array(fileType).max(200),
  /** The zone of the IANA database that days and hours of the space are counted in; null: that of the server. */
  time_zone: timeZone,
  /** What amounts of money are of, as ISO 4217 has it; null: not said. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'validation.currency')
    .nullable(),
  /** Letters about notices say how many there are and nothing of the plan. */
  bare_letters: z.boolean(),
  /** Reports may go by mail to people without an account. */
  outside_reports: z.boolean(),
  /** A model outside of the space may refine proposals; what it is sent stands in the documents. */
  ai_model: z.boolean(),
});

const params = z.object({ id: pathId });
const name = z.strictObject({ name: nameField('validation.enter_space_name') });

export const spaces = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/space/create',
    summary: 'Create a space; its creator owns it',
    right: 'own_session',
    body: name.extend({ kind: z.enum(['regular', 'free']).default('regular'), time_zone: timeZone.default(null) }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/v1/space/{id}',
    summary: 'Rename a space',
    right: 'space.manage',
    place: atSpace('id'),
    params,
    body: name,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}',
    summary: 'Delete a space with all of its data, as a job',
    right: 'space.delete',
    place: atSpace('id'),
    params,
    output: jobAnswer,
  }),
  removeFree: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/delete-free',
    summary: 'Delete free spaces that the caller owns, each as a job: those that are named in body or query, else all of them',
    right: 'own_session',
    body: z.strictObject({ ids: z.array(pathId).max(100).optional() }),
    output: z.object({ success: z.literal(true), job_ids: z.array(z.number()) }),
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/users',
    summary: 'Members of a space by name, a page of them',
    right: 'space.read',
    place: atSpace('id'),
    params,
    query: z.object({
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(1000),
    }),
    output: z.object({
      /** Pass as `offset` to get further members; left out at the end. */
      next: z.number().optional(),
      users: z.array(
        z.object({
          id: z.number(),
          /** Null: a name without an account, which the sample or a restored space brought. */
          login: z.string().nullable(),
          first_name: z.string(),
          last_name: z.string(),
          role: z.enum(SPACE_ROLES),
          role_id: z.number(),
          /** The name of a role that people made; null for a built-in one. */
          role_name: z.string().nullable(),
          executor: z.boolean(),
          avatar: z.string().nullable(),
          status: z.enum(['active', 'disabled']),
        }),
      ),
    }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/users/invite',
    summary: 'Make somebody a member of a space by their login or confirmed address; anybody else is sent a letter',
    right: 'users.manage',
    place: atSpace('id'),
    params,
    body: z.strictObject({ login: z.string().trim().min(1, 'validation.enter_login').max(254), role_id: pathId }),
    output: z.object({
      success: z.literal(true),
      /** The new member; null when a letter was sent. */
      user_id: z.number().nullable(),
      invitation_id: z.number().nullable(),
    }),
  }),
  kickOut: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/users/kickout',
    summary: 'Remove a member from a space, with what they were given in it',
    right: 'users.manage',
    place: atSpace('id'),
    params,
    body: z.strictObject({ user_id: pathId }),
  }),
  /** Not spelled in the specification: the state of a member, active or disabled, and their role have no other call. */
  updateMember: endpoint({
    method: 'PATCH',
    path: '/api/v1/space/{id}/users/{userId}',
    summary: 'Change the role of a member, or disable and activate them',
    right: 'users.manage',
    place: atSpace('id'),
    params: z.object({ id: pathId, userId: pathId }),
    body: z.strictObject({ role_id: pathId.optional(), status: z.enum(['active', 'disabled']).optional() }),
  }),
  /** Not spelled in the specification. */
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/sessions',
    summary: 'Sessions of members that have stood in the space, the one seen last first',
    right: 'users.manage',
    place: atSpace('id'),
    heavy: 'space',
    params,
    output: z.object({
      sessions: z.array(
        session.omit({ expires_at: true }).extend({ user_id: z.number(), name: z.string(), login: z.string(), method: z.string() }),
      ),
    }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}/sessions/{sessionId}',
    summary: 'End the session of a member who may no more than the caller; their pages are closed at once',
    right: 'users.manage',
    place: atSpace('id'),
    params: z.object({ id: pathId, sessionId: pathId }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/settings',
    summary: 'Settings of a space',
    right: 'space.manage',
    place: atSpace('id'),
    params,
    output: settings.extend({
      /** The caller's address as seen by the server. */
      own_address: z.string(),
      /** What the installation lets the space keep, in MB. */
      storage_most_mb: z.number(),
      /** The zone of the server, where the space names none. */
      server_time_zone: z.string(),
    }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/space/{id}/settings',
    summary: 'Change settings of a space; a list of addresses that shuts the caller out is refused',
    right: 'space.manage',
    place: atSpace('id'),
    params,
    body: z.strictObject(settings.partial().shape),
  }),
  access: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/access',
    aliases: ['/api/v1/space/access'],
    summary: 'Whether the caller may enter a space, and if not, why',
    right: 'signed_in',
    params: z.object({ id: pathId.optional() }),
    query: z.object({ id: pathId.optional() }),
    output: z.object({ allowed: z.boolean(), reason: z.enum(['Forbidden', 'LicenseLimit', 'LicenseNotFound', 'IPNotAllowed']).nullable() }),
  }),
};

export const spacesEvents = {
  space_delete_progress: event({ space_id: z.number(), percent: z.number() }),
};

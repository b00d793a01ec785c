import { LANGUAGES, LICENSE_STATES, SEAT_KINDS, SPACE_RIGHTS, SPACE_ROLES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { emailField, nameField, passwordField } from '../fields.ts';
import { signedIn } from './auth.ts';

export const usersErrors = {
  'user.name_taken': 409,
  'user.registration_closed': 403,
  'user.wrong_password': 422,
  'user.password_weak': 422,
  'user.password_needed': 422,
  'user.no_avatar': 404,
  'user.avatar_not_accepted': 422,
  'user.privacy_not_accepted': 403,
  'user.privacy_changed': 409,
} as const;

/** The largest picture of a person that is taken. */
export const AVATAR_BYTES = 1024 * 1024;

export const user = z.object({
  id: z.number(),
  login: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  language: z.enum(LANGUAGES).nullable(),
  secret_question: z.string(),
  /** When the privacy policy was accepted; null where it was not. */
  privacy_accepted_at: z.string().nullable(),
  /** Whether the privacy policy of the installation is to be accepted before anything else. */
  privacy_pending: z.boolean(),
  /** Changes with the avatar; null without one. */
  avatar: z.string().nullable(),
  /** Whether they look after the installation. */
  administrator: z.boolean(),
});

export const membership = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['regular', 'free', 'demo']),
  role: z.enum(SPACE_ROLES),
  /** The name of a role that people made; null for a built-in one. */
  role_name: z.string().nullable(),
  deleting: z.boolean(),
  members: z.number(),
  projects: z.number(),
});

const about = {
  email: emailField,
  login: nameField('validation.enter_login'),
  first_name: nameField('validation.enter_first_name'),
  last_name: nameField('validation.enter_last_name'),
  secret_question: z.string().trim().min(1, 'validation.enter_security_question').max(256),
};
const answer = z.string().trim().min(1, 'validation.enter_answer').max(256);
/** Fields of a registration. */
export const registration = z.strictObject({ ...about, password: passwordField, answer });

export const users = {
  whoAmI: endpoint({ method: 'GET', path: '/api/v1/users/who-am-i', summary: 'The signed-in person', right: 'signed_in', output: user }),
  spaces: endpoint({
    method: 'GET',
    path: '/api/v1/users/spaces',
    summary: 'Spaces of the signed-in person',
    right: 'signed_in',
    output: z.object({ spaces: z.array(membership) }),
  }),
  spaceConfig: endpoint({
    method: 'GET',
    path: '/api/v1/users/space-config',
    summary: 'Role and rights in the current space',
    right: 'space.read',
    place: ANYWHERE,
    output: z.object({
      space_id: z.number(),
      space_name: z.string(),
      /** What amounts of money in the space are of; null: not said. */
      currency: z.string().nullable(),
      status: z.enum(['active', 'disabled']),
      role: z.enum(SPACE_ROLES),
      role_name: z.string().nullable(),
      executor: z.boolean(),
      /** Rights in the whole space. */
      rights: z.array(z.enum(SPACE_RIGHTS)),
      /** Further rights on single nodes and their descendants. */
      grants: z.array(z.object({ node_id: z.number(), rights: z.array(z.enum(SPACE_RIGHTS)) })),
      /** The person for whom this call worked; null without delegation. */
      acting_for: z.number().nullable(),
      /** How the space stands by its licence. */
      license: z.object({
        state: z.enum(LICENSE_STATES),
        expires_at: z.string().nullable(),
        days_left: z.number().nullable(),
        /** Kinds of seats without a free one; only for those who manage people. */
        full: z.array(z.enum(SEAT_KINDS)),
        /** Whether estimates, and BIM, are there at all. */
        estimate: z.boolean(),
        bim: z.boolean(),
      }),
    }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/v1/users/register',
    summary: 'Register a person',
    right: 'public',
    body: registration,
    output: z.object({ success: z.literal(true), user_id: z.number() }),
  }),
  registerAndLogin: endpoint({
    method: 'POST',
    path: '/api/v1/users/register-and-login',
    summary: 'Register a person and sign in',
    right: 'public',
    body: registration,
    output: signedIn,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/users',
    summary: 'Change the own profile; login, email and security question need the password',
    right: 'own_session',
    body: z.strictObject({
      ...about,
      /** Left out, the answer stays; a new question needs one. */
      answer: answer.optional(),
      /** The present password. */
      password: z.string().max(512).optional(),
      /** Whether another email ends the access tokens too. */
      end_tokens: z.boolean().default(false),
    }),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/v1/users/change-password',
    summary: 'Change the own password; all other sessions and all mailed links end, access tokens by choice',
    right: 'own_session',
    body: z.strictObject({
      old_password: z.string().min(1, 'validation.enter_password').max(512),
      password: passwordField,
      /** Whether the access tokens end too. */
      end_tokens: z.boolean().default(false),
    }),
    output: z.object({ success: z.literal(true), ended: z.number() }),
  }),
  acceptPrivacy: endpoint({
    method: 'PUT',
    path: '/api/v1/users/accept-privacy-policy',
    summary: 'Accept the privacy policy; with the version that was read, another one is refused',
    right: 'own_session',
    body: z.strictObject({ version: z.string().max(64).optional() }),
  }),
  timesheetNotification: endpoint({
    method: 'GET',
    path: '/api/v1/users/timesheet-notification',
    summary: 'Works of actual versions that the caller carries out, has begun and has reported nothing on for today',
    right: 'space.read',
    place: ANYWHERE,
    output: z.object({
      /** The day that is asked about, `2025-03-03`. */
      day: z.string(),
      /** How many works wait for a report. */
      due: z.number(),
      schedules: z.array(z.object({ schedule_id: z.number(), schedule_name: z.string(), version_id: z.number(), works: z.number() })),
    }),
  }),
  avatar: endpoint({
    method: 'GET',
    path: '/api/v1/users/{id}/avatar',
    summary: 'The picture of a person who shares a space with the caller',
    right: 'signed_in',
    params: z.object({ id: pathId }),
    /** Another picture has another address, so that the browser keeps none too long. */
    query: z.object({ v: z.string().max(64).optional() }),
    response: 'binary',
  }),
  saveAvatar: endpoint({
    method: 'POST',
    path: '/api/v1/users/avatar',
    summary: 'Take a picture as the own one: PNG, JPEG or WebP up to 1 MB and 1024 pixels a side; only what draws it is kept',
    right: 'own_session',
    request: 'multipart',
  }),
  removeAvatar: endpoint({ method: 'DELETE', path: '/api/v1/users/avatar', summary: 'Remove the own picture', right: 'own_session' }),
  setExecutor: endpoint({
    method: 'PATCH',
    path: '/api/v1/users/{id}/set-executor',
    summary: 'Say whether a member of the space carries out works',
    right: 'users.manage',
    place: IN_SPACE,
    params: z.object({ id: pathId }),
    body: z.strictObject({ executor: z.boolean().default(true) }).default({ executor: true }),
  }),
};

import { LANGUAGES, SPACE_RIGHTS, SPACE_ROLES } from '@gantry/domain';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailField, nameField, passwordField } from '../fields.ts';
import { signedIn } from './auth.ts';

export const usersErrors = { 'user.login_taken': 409, 'user.email_taken': 409, 'user.registration_closed': 403 } as const;

export const user = z.object({
  id: z.number(),
  login: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  language: z.enum(LANGUAGES).nullable(),
});

export const membership = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['regular', 'free', 'demo']),
  role: z.enum(SPACE_ROLES),
  deleting: z.boolean(),
  members: z.number(),
  projects: z.number(),
});

const registration = z.object({
  email: emailField,
  login: nameField('validation.enter_login'),
  first_name: nameField('validation.enter_first_name'),
  last_name: nameField('validation.enter_last_name'),
  password: passwordField,
  secret_question: z.string().trim().min(1, 'validation.enter_security_question').max(256),
  answer: z.string().trim().min(1, 'validation.enter_answer').max(256),
});

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
    output: z.object({
      space_id: z.number(),
      space_name: z.string(),
      status: z.enum(['active', 'disabled']),
      role: z.enum(SPACE_ROLES),
      rights: z.array(z.enum(SPACE_RIGHTS)),
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
};

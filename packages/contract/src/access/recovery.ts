import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { passwordField } from '../fields.ts';

export const recoveryErrors = {
  'user.no_security_question': 409,
  'user.wrong_answer': 422,
  'user.answers_switched_off': 403,
  'user.reset_failed': 422,
} as const;

const who = z.string().trim().min(1, 'validation.enter_login').max(254);
const token = z.string().min(1).max(128);

/** Recovery of an account. No answer reveals whether an account exists. */
export const recovery = {
  question: endpoint({
    method: 'GET',
    path: '/api/v1/users/secret-question',
    summary: 'The security question of an account; an unknown one has a question too',
    right: 'public',
    query: z.object({ login: who.optional(), email: who.optional() }),
    output: z.object({ question: z.string() }),
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/v1/users/change-forgotten-password',
    summary: 'Set a new password by the answer to the security question, or by the token of a mailed link; every session ends',
    right: 'public',
    body: z.strictObject({
      login: who.optional(),
      answer: z.string().trim().min(1, 'validation.enter_answer').max(256).optional(),
      token: token.optional(),
      password: passwordField,
    }),
  }),
  requestReset: endpoint({
    method: 'PUT',
    path: '/api/v1/users/reset-password-request',
    summary: 'Mail a link that sets a new password; the answer is the same whether there is such an account or not',
    right: 'public',
    body: z.strictObject({ login: who.optional(), email: who.optional() }),
  }),
  reset: endpoint({
    method: 'PUT',
    path: '/api/v1/users/reset-password',
    summary: 'Set a new password by the token of a mailed link, once; every session ends',
    right: 'public',
    body: z.strictObject({ token, password: passwordField }),
  }),
};

import { SPACE_RIGHTS } from '@gantry/domain';
import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { nameField } from '../fields.ts';

export const accessTokensErrors = { 'token.not_found': 404, 'token.space_not_yours': 422 } as const;

/** Longest life of an access token, in days. */
export const TOKEN_DAYS_MAX = 365;

/** An access token; its rights never exceed those of its owner at the time of use. */
export const accessToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Null: every space of its owner. */
  space_id: z.number().nullable(),
  rights: z.array(z.enum(SPACE_RIGHTS)),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  expired: z.boolean(),
});

export const accessTokens = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/access-tokens',
    summary: 'Access tokens of the signed-in person',
    right: 'own_session',
    output: z.object({ tokens: z.array(accessToken) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/access-tokens',
    summary: 'Make an access token for scripts; it is shown this once',
    right: 'own_session',
    body: z.strictObject({
      name: nameField('validation.enter_name'),
      space_id: z.number().int().positive().nullable().default(null),
      rights: z.array(z.enum(SPACE_RIGHTS)).min(1, 'validation.choose_right'),
      days: z.number().int().min(1).max(TOKEN_DAYS_MAX),
    }),
    output: z.object({ success: z.literal(true), id: z.number(), token: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/access-tokens/{id}',
    summary: 'Revoke an access token',
    right: 'own_session',
    params: z.object({ id: pathId }),
  }),
};

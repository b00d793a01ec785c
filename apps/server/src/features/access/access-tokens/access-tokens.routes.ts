import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { createToken, listOwnTokens, revokeToken } from './access-tokens.service.ts';

export const accessTokensRoutes: Handlers<typeof api.accessTokens> = {
  list: async (context) => ({ tokens: await listOwnTokens(context) }),
  create: (context, { body }) => createToken(context, body),
  remove: (context, { params }) => revokeToken(context, params.id),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { questionOf, type RecoveryOptions, requestReset, resetPassword, restorePassword } from './recovery.service.ts';

export const recoveryRoutes = (options: RecoveryOptions): Handlers<typeof api.recovery> => ({
  question: async (context, { query }) => ({ question: await questionOf(context, query, options) }),
  restore: (context, { body }) => restorePassword(context, body, options),
  requestReset: (context, { body }) => requestReset(context, body),
  reset: (context, { body }) => resetPassword(context, body),
});

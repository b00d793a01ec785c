import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http.ts';
import { questionOf, type RecoveryOptions, requestReset, resetPassword, restorePassword } from './recovery.service.ts';

export const recoveryRoutes = (options: RecoveryOptions): Handlers<typeof api.recovery> => ({
  question: async (context, { query }) => ({ question: await questionOf(context, query, options) }),
  restore: async (context, { body }) => {
    await restorePassword(context, body, options);
    return { success: true };
  },
  requestReset: async (context, { body }) => {
    await requestReset(context, body);
    return { success: true };
  },
  reset: async (context, { body }) => {
    await resetPassword(context, body);
    return { success: true };
  },
});

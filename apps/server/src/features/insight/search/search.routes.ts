import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { find, rebuild } from './search.service.ts';

export const searchRoutes: Handlers<typeof api.search> = {
  find: (context, { query }) => find(context, query),
  rebuild: (context) => rebuild(context),
};

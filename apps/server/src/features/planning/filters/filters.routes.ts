import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { presetHandlers } from '../../access/presets/presets.service.ts';
import { filters } from './filters.service.ts';

export const filtersRoutes: Handlers<typeof api.filters> = {
  ...presetHandlers(filters),
  reset: (context, { body }) => filters.reset(context, body.target),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { presetHandlers } from '../../access/presets/presets.service.ts';
import { epsViews, listInView } from './eps-views.service.ts';

export const epsViewsRoutes: Handlers<typeof api.epsViews> = {
  ...presetHandlers(epsViews),
  reset: (context, { body }) => epsViews.reset(context, body.target),
  withoutAnalytic: (context, { query }) => listInView(context, query),
};

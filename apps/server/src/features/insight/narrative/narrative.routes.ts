import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { tellVersion } from './narrative.service.ts';

export const narrativeRoutes: Handlers<typeof api.narratives> = {
  tell: (context, { params, body }) => tellVersion(context, params.id, body),
};

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { takeVolumes } from './model-volumes.service.ts';

export const modelVolumesRoutes: Handlers<typeof api.modelVolumes> = {
  apply: (context, { params, body }) => takeVolumes(context, params, body),
};

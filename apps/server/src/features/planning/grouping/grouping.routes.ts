import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { presetHandlers } from '../../access/presets/presets.service.ts';
import { grouping } from './grouping.service.ts';

export const groupingRoutes: Handlers<typeof api.grouping> = presetHandlers(grouping);

import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { presetHandlers } from '../../access/presets/presets.service.ts';
import { layouts } from './layouts.service.ts';

export const layoutsRoutes: Handlers<typeof api.layouts> = presetHandlers(layouts);

import { gridLayout } from '@gantry/contract';
import { presetsOf } from '../../access/presets/presets.service.ts';

/** Saved layouts. */
export const layouts = presetsOf('layout', (content) => gridLayout.parse(content));

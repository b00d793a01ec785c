import { savedLayout } from '@gantry/contract';
import { presetsOf } from '../../access/presets/presets.service.ts';

/** Saved layouts. */
export const layouts = presetsOf('layout', (content) => savedLayout.parse(content));

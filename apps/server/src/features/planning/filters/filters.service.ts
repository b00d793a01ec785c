import { rowFilter } from '@gantry/contract';
import { presetsOf } from '../../access/presets/presets.service.ts';

/** Saved filtering states. */
export const filters = presetsOf('filter', (content) => rowFilter.parse(content));

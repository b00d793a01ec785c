import { rowGrouping } from '@gantry/contract';
import { presetsOf } from '../../access/presets/presets.service.ts';

/** Saved groupings. */
export const grouping = presetsOf('grouping', (content) => rowGrouping.parse(content));

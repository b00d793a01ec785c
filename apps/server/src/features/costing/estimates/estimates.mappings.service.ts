import { type EstimateMapping, estimateMapping } from '@gantry/contract';
import { presetsOf } from '../../access/presets/presets.service.ts';

/** Kept mappings of the columns of estimates. */
export const estimateMappings = presetsOf<EstimateMapping>('estimate_mapping', (content) => estimateMapping.parse(content));

import { api, type RowGrouping } from '@gantry/contract';
import { usePresets } from '../../../lib/storage/presets.ts';

/** The groupings that a person has in a space; the active one is for a schedule. */
export const useGroupings = (spaceId: number, target: string) => usePresets<RowGrouping>(spaceId, api.grouping, target);

import { api } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { usePresets } from '../../../lib/storage/presets.ts';

/** The filtering states that a person has in a space; the active one is for a schedule. */
export const useFilters = (spaceId: number, target: string) => usePresets<RowFilter>(spaceId, api.filters, target);

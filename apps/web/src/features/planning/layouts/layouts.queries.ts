import { api, type SavedLayout } from '@gantry/contract';
import { usePresets } from '../../../lib/storage/presets.ts';

/** The layouts that a person has in a space. */
export const useLayouts = (spaceId: number) => usePresets<SavedLayout>(spaceId, api.layouts, '');

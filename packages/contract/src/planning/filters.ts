import { presetContract, presetReset } from '../preset.ts';
import { rowFilter } from './row-filter.ts';

/** Filtering states: saved filters, of which one may be active for a schedule. */
export const filters = {
  ...presetContract('/api/v1/filtering', 'filtering states', rowFilter),
  reset: presetReset('/api/v1/filtering', 'filtering states'),
};

import { z } from 'zod';
import { ANYWHERE, endpoint } from '../endpoint.ts';
import { presetContract } from '../preset.ts';
import { rowFilter } from './row-filter.ts';

/** Filtering states: saved filters, of which one may be active for a schedule. */
export const filters = {
  ...presetContract('/api/v1/filtering', 'filtering states', rowFilter),
  reset: endpoint({
    method: 'PATCH',
    path: '/api/v1/filtering/reset',
    summary: 'No filtering state is active any longer',
    right: 'plan.read',
    place: ANYWHERE,
    body: z.object({ target: z.string().max(64).default('') }),
  }),
};

import { PRICE_TYPES, RESOURCE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';
import { dateTimeField } from '../fields.ts';
import { edited } from './edits.ts';

export const resourcesErrors = {
  'resource.not_found': 404,
  'resource.wrong_rate': 422,
} as const;

/** Prices and a limit from a moment on; null = always. */
const rate = z.object({
  from: dateTimeField.nullable(),
  limit: z.number().nullable(),
  prices: z.array(z.number().nullable()).min(1).max(PRICE_TYPES),
});

export const resources = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/resources',
    summary: 'Resources of a version, or of one row, with their prices and limits over time',
    right: 'plan.read',
    place: atVersion('id'),
    params: z.object({ id: pathId }),
    query: z.object({ item: pathId.optional().describe('Id of a row: its resources alone') }),
    output: z.object({
      revision: z.number(),
      resources: z.array(
        z.object({
          id: z.number(),
          code: z.string(),
          name: z.string(),
          kind: z.enum(RESOURCE_KINDS),
          unit: z.string(),
          limit: z.number().nullable(),
          price_per_unit: z.number().nullable(),
          rates: z.array(rate),
          works: z.number(),
        }),
      ),
    }),
  }),
  saveRates: endpoint({
    method: 'PUT',
    path: '/api/v1/versions/{id}/resources/{resourceId}/rates',
    summary: 'Set prices and limits of a resource over time, ascending; none: its own price and limit hold always',
    right: 'plan.edit',
    place: atVersion('id'),
    params: z.object({ id: pathId, resourceId: pathId }),
    body: z.object({ rates: z.array(rate).max(1000) }),
    output: edited,
  }),
};
